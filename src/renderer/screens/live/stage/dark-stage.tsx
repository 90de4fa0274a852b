import { CameraOff, Video } from 'lucide-react';
import { Icon } from '../../../../ui/icon.tsx';
import { useDevices } from '../../../app/app-context.ts';
import type { TextKey } from '../../../i18n/en/catalogue.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type DeviceState, isFailure } from '../../../session/media-failure.ts';

/**
 * Placeholder without a camera: the reason, and the files that can be dropped here. The steps below it have the
 * actions.
 */
export function NoCameraStage() {
  const { t } = useText();
  const state = useDevices((devices) => devices.camera.state);
  const failure = isFailure(state) ? state : null;
  return (
    <div className="stage-empty">
      <Icon of={failure === null ? Video : CameraOff} size="large" />
      <h2>{t(toTitleKey(state))}</h2>
      <p>{failure === null ? t('live.empty.text') : t(`device.camera.${failure}.text`)}</p>
    </div>
  );
}

function toTitleKey(state: DeviceState): TextKey {
  if (isFailure(state)) {
    return `device.camera.${state}.title`;
  }
  return state === 'starting' ? 'live.starting' : 'live.empty.title';
}
