import { CameraOff, Video } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useApp, useDevices } from '../../app/app-context.ts';
import type { TextKey } from '../../i18n/en.ts';
import { useText } from '../../i18n/use-text.ts';
import { type DeviceState, isFailure } from '../../session/media-failure.ts';
import { ClipButton } from './clip-button.tsx';

/** Shown instead of the picture while there is no camera: why, and what to do. */
export function DarkStage() {
  const { devices } = useApp();
  const { t } = useText();
  const state = useDevices((devices) => devices.camera.state);
  const failure = isFailure(state) ? state : null;
  const start = (): void => {
    void devices.getState().startCamera();
  };
  return (
    <div className="stage-empty">
      <Icon of={failure === null ? Video : CameraOff} size="large" />
      <h2>{t(titleKey(state))}</h2>
      <p>{failure === null ? t('live.empty.text') : t(`device.camera.${failure}.text`)}</p>
      <div className="stage-buttons">
        <Button tone="primary" isPending={state === 'starting'} onPress={start}>
          {failure === null ? t('live.start_camera') : t('action.try_again')}
        </Button>
        <ClipButton />
      </div>
    </div>
  );
}

function titleKey(state: DeviceState): TextKey {
  if (isFailure(state)) {
    return `device.camera.${state}.title`;
  }
  return state === 'starting' ? 'live.starting' : 'live.empty.title';
}
