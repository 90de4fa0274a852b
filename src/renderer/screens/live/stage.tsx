import { CameraOff, Video } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useApp, useDevices, useView } from '../../app-context.ts';
import type { TextKey } from '../../i18n/en.ts';
import { useText } from '../../i18n/use-text.ts';
import { type DeviceState, isFailure } from '../../session/media-failure.ts';
import { openRateProbe } from '../../session/rate-probe.ts';
import type { Rates } from '../../session/rates.ts';
import { TruthLine } from './truth-line.tsx';

/** The largest thing on the screen: what the camera sees, with the line that says what it really gives. */
export function Stage() {
  const stream = useDevices((state) => state.camera.stream);
  const { t } = useText();
  const [rates, setRates] = useState<Rates | null>(null);
  return (
    <div className="live-main">
      <div className="stage" aria-live="polite">
        {stream === null ? <DarkStage /> : <Picture stream={stream} onRates={setRates} />}
      </div>
      <TruthLine rates={stream === null ? null : rates} />
      <p className="tile-hint">{t('live.missing')}</p>
    </div>
  );
}

function Picture(props: {
  readonly stream: MediaStream;
  readonly onRates: (rates: Rates | null) => void;
}) {
  const { stream, onRates } = props;
  const { t } = useText();
  const isMirrored = useView((state) => state.isMirrored);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) {
      return undefined;
    }
    element.srcObject = stream;
    const probe = openRateProbe(element, stream.getVideoTracks()[0], onRates);
    return () => {
      probe.close();
      element.srcObject = null;
      onRates(null);
    };
  }, [stream, onRates]);
  return (
    <>
      <video
        ref={video}
        className="stage-picture"
        data-mirrored={isMirrored}
        aria-label={t('live.stage')}
        autoPlay
        muted
        playsInline
      />
      <div className="stage-labels">
        <span className="stage-label">{t('live.not_going_out')}</span>
        <span className="stage-label">{t(isMirrored ? 'live.mirrored' : 'live.unmirrored')}</span>
      </div>
    </>
  );
}

function DarkStage() {
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
      <Button tone="primary" isPending={state === 'starting'} onPress={start}>
        {failure === null ? t('live.start_camera') : t('action.try_again')}
      </Button>
    </div>
  );
}

function titleKey(state: DeviceState): TextKey {
  if (isFailure(state)) {
    return `device.camera.${state}.title`;
  }
  return state === 'starting' ? 'live.starting' : 'live.empty.title';
}
