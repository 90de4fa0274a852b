import { lazy, Suspense } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useApp, useDevices } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import type { OutputStatus, CoverWhy } from '../../live/output-status.ts';
import { ClipButton } from './clip-button.tsx';

const DevicePicker = lazy(async () => ({
  default: (await import('./device-picker.tsx')).DevicePicker,
}));

/** Why the card is out, and what to do; for the user alone, it is not part of the output. */
export function CoverWords({ status }: { readonly status: OutputStatus }) {
  const { t } = useText();
  if (status.is === 'connecting') {
    return (
      <div className="cover-words" aria-live="polite">
        <h2>{t('output.connecting.title')}</h2>
        <p>{t('output.connecting.text')}</p>
        <div className="cover-progress">
          <ProgressBar label={t('output.connecting')} fraction={null} />
        </div>
      </div>
    );
  }
  return status.is === 'covered' ? (
    <div className="cover-words" aria-live="polite">
      <h2>{t(`output.covered.${status.why}.title`)}</h2>
      <p>{t(`output.covered.${status.why}.text`)}</p>
      <Remedy why={status.why} />
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
        {t('output.uncover')}
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
            placeholder={t('output.other_camera')}
            onChoose={(id) => void devices.getState().chooseCamera(id)}
          />
        </Suspense>
      )}
      <Button onPress={() => void devices.getState().startCamera()}>{t('action.try_again')}</Button>
      <ClipButton />
    </div>
  ) : null;
}
