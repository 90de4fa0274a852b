import { lazy, Suspense } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useApp, useDevices } from '../../app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Air, CoverWhy } from '../../live/air.ts';
import { ClipButton } from './clip-button.tsx';

const DevicePicker = lazy(async () => ({
  default: (await import('./device-picker.tsx')).DevicePicker,
}));

/** Why the card is out, and what to do; for the user alone, it is not part of the output. */
export function CoverWords({ air }: { readonly air: Air }) {
  const { t } = useText();
  if (air.is === 'connecting') {
    return (
      <div className="cover-words" aria-live="polite">
        <h2>{t('air.connecting.title')}</h2>
        <p>{t('air.connecting.text')}</p>
        <div className="cover-progress">
          <ProgressBar label={t('air.connecting')} share={null} />
        </div>
      </div>
    );
  }
  return air.is === 'covered' ? (
    <div className="cover-words" aria-live="polite">
      <h2>{t(`air.covered.${air.why}.title`)}</h2>
      <p>{t(`air.covered.${air.why}.text`)}</p>
      <Remedy why={air.why} />
    </div>
  ) : null;
}

function Remedy({ why }: { readonly why: CoverWhy }) {
  const { live, devices } = useApp();
  const { t } = useText();
  const cameras = useDevices((state) => state.cameras);
  const openId = useDevices((state) => state.camera.openId);
  if (why === 'asked') {
    return (
      <Button tone="primary" onPress={() => live.getState().setCovered(false)}>
        {t('air.uncover')}
      </Button>
    );
  }
  return why === 'camera' ? (
    <div className="stage-buttons">
      {cameras.length === 0 ? null : (
        <Suspense>
          <DevicePicker
            kind="camera"
            devices={cameras}
            selectedId={openId}
            placeholder={t('air.other_camera')}
            onChoose={(id) => void devices.getState().chooseCamera(id)}
          />
        </Suspense>
      )}
      <Button onPress={() => void devices.getState().startCamera()}>{t('action.try_again')}</Button>
      <ClipButton />
    </div>
  ) : null;
}
