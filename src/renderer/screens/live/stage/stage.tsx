import { type ReactNode, useCallback } from 'react';
import { StatusMark } from '../../../../ui/status-dot.tsx';
import { useApp, useLive } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type OutputStatus, outputTones } from '../../../live/output/output-status.ts';
import { watchDelay } from '../../../live/delay/delay-reader.ts';
import { openRateProbe } from '../../../session/rate-probe.ts';
import type { Rates } from '../../../session/rates.ts';
import { NoCameraStage } from './dark-stage.tsx';
import { PreviewAbove, CameraPreview } from './camera-preview.tsx';
import { SelfView } from './self-view.tsx';
import { StreamVideo, type VideoWatch } from './stream-video.tsx';
import { useOutputStatus } from '../../../live/output/use-output-status.ts';

/** The largest element of the screen: the output while live, before that the camera. */
export function Stage(props: {
  readonly onRates: (rates: Rates | null) => void;
  /** Content above the video, while something is done to it. */
  readonly children: ReactNode;
}) {
  const phase = useLive((state) => state.phase);
  const camera = useLive((state) => state.camera);
  const status = useOutputStatus();
  return (
    <div className="stage-frame" data-output={status.is}>
      <div className="stage">
        {phase === 'off' ? <Preview camera={camera} onRates={props.onRates} /> : <Output />}
        {phase === 'off' && camera === null ? null : <OutputWord status={status} />}
        {phase === 'off' || camera === null ? null : <SelfView stream={camera} size="small" />}
        {props.children}
      </div>
    </div>
  );
}

function Preview(props: {
  readonly camera: MediaStream | null;
  readonly onRates: (rates: Rates | null) => void;
}) {
  const { camera, onRates } = props;
  const track = camera?.getVideoTracks()[0];
  const watch = useCallback<VideoWatch>(
    (video) => {
      const probe = openRateProbe(video, track, onRates);
      return () => {
        probe.close();
        onRates(null);
      };
    },
    [track, onRates],
  );
  return camera === null ? <NoCameraStage /> : <CameraPreview camera={camera} watch={watch} />;
}

/**
 * Status in a word, beside the colour of the frame. Screen readers get it on every screen, see
 * `OutputAnnouncement`.
 */
function OutputWord({ status }: { readonly status: OutputStatus }) {
  const { t } = useText();
  return (
    <div className="stage-word" data-output={status.is}>
      <StatusMark tone={outputTones[status.is]} />
      {t(`output.${status.is}`)}
    </div>
  );
}

/** Video that leaves Guise. Its only source is the output gate, which has no access to the camera. */
function Output() {
  const { live } = useApp();
  const { t } = useText();
  const output = useLive((state) => state.output);
  const isTimed = useLive((state) => state.isTimed);
  const watch = useCallback<VideoWatch>(
    (video) => watchDelay(video, (delayMs) => live.getState().noteDelay(delayMs)),
    [live],
  );
  return (
    <>
      <StreamVideo
        id="output"
        stream={output}
        label={t('output.output')}
        watch={isTimed ? watch : undefined}
      />
      <PreviewAbove />
    </>
  );
}
