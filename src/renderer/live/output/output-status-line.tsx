import { useEffect, useState } from 'react';
import { StatusDot } from '../../../ui/status-dot.tsx';
import {
  useApp,
  useCaptures,
  useDevices,
  useLive,
  useView,
  useVirtualCamera,
} from '../../app/app-context.ts';
import { formatElapsed } from '../../i18n/format-elapsed.ts';
import { useText } from '../../i18n/use-text.ts';
import { useChanger } from '../../changer/use-changer.ts';
import { outputTones } from './output-status.ts';
import { SpendLine } from '../spending/spend-line.tsx';
import { useOutputStatus } from './use-output-status.ts';

/** Time on air and time left, and that a recording runs, for the line at the bottom of every screen. */
export function OutputStatusLine() {
  const { t } = useText();
  const sinceMs = useLive((state) => state.liveSinceMs);
  const left = useLive(({ stats }) => stats?.secondsLeft ?? null);
  const recordedSinceMs = useCaptures(({ recording }) =>
    recording?.phase === 'running' ? recording.sinceMs : null,
  );
  const status = useOutputStatus();
  const isRecording = recordedSinceMs !== null;
  const nowMs = useSeconds(sinceMs !== null || isRecording);
  return (
    <>
      {status.is === 'preview' ? null : (
        <li data-output={status.is}>
          <StatusDot tone={outputTones[status.is]}>{t(`output.${status.is}`)}</StatusDot>
          {sinceMs === null ? null : (
            <span className="output-since">{formatElapsed((nowMs - sinceMs) / 1000)}</span>
          )}
          {left === null ? null : (
            <span className="output-left" data-few={left <= 300}>
              {t('output.status_left', { time: formatElapsed(left) })}
            </span>
          )}
          <SpendLine />
          <Receivers />
          <OutputKeys />
        </li>
      )}
      {isRecording ? (
        <li>
          <StatusDot tone="danger">
            {t('output.status_recording', {
              time: formatElapsed((nowMs - recordedSinceMs) / 1000),
            })}
          </StatusDot>
          <MarkerCount />
          <RecordedSound />
        </li>
      ) : null}
    </>
  );
}

/** Known receivers of the output, so that the user can see whether others watch. */
function Receivers() {
  const { t } = useText();
  const readers = useVirtualCamera(({ view }) => (view.state === 'on' ? view.output.readers : -1));
  return (
    <span className="output-left" data-few={readers <= 0}>
      {readers > 0 ? t('output.watched', { count: readers }) : t('output.unwatched')}
    </span>
  );
}

/** Cover and End on every screen except Live, which has its own. */
function OutputKeys() {
  const { live, attempt } = useApp();
  const { t } = useText();
  const screen = useView((state) => state.screen);
  const isCovered = useLive((state) => state.isCovered);
  return screen === 'live' ? null : (
    <>
      <button
        type="button"
        className="status-action"
        onClick={() => live.getState().setCovered(!isCovered)}
      >
        {t(isCovered ? 'output.uncover' : 'output.cover')}
      </button>
      <button
        type="button"
        className="status-action"
        onClick={() => void attempt(live.getState().endLive)}
      >
        {t('output.end')}
      </button>
    </>
  );
}

/** Said once there is one. */
function MarkerCount() {
  const { t } = useText();
  const count = useCaptures(({ recording }) =>
    recording?.phase === 'running' ? recording.markers.length : 0,
  );
  return count === 0 ? null : (
    <span className="output-markers">{t('output.marker_count', { count })}</span>
  );
}

/** Warns when a recording has no audio, before it is too late. */
function RecordedSound() {
  const { t } = useText();
  const microphone = useDevices(({ microphone: { state } }) => state);
  const hasVoice = useChanger(({ sound }) => sound !== null);
  const isMuted = useChanger((state) => state.isMuted);
  if (isMuted) {
    return <span className="output-soundless">{t('output.recorded_muted')}</span>;
  }
  return hasVoice || microphone === 'on' ? null : (
    <span className="output-soundless">{t('output.recorded_silent')}</span>
  );
}

/** The page's clock, drawn again every second while it matters. */
function useSeconds(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) {
      return undefined;
    }
    const timer = setInterval(() => setNowMs(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
