import { useEffect, useState } from 'react';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useCaptures, useDevices, useLive } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { useChanger } from '../changer/use-changer.ts';

/** Time on air and time left, and that a recording runs, for the line at the bottom of every screen. */
export function OutputStatusLine() {
  const { t } = useText();
  const sinceMs = useLive((state) => state.liveSinceMs);
  const left = useLive(({ stats }) => stats?.secondsLeft ?? null);
  const recordedSinceMs = useCaptures(({ recording }) =>
    recording?.phase === 'running' ? recording.sinceMs : null,
  );
  const isRecording = recordedSinceMs !== null;
  const nowMs = useSeconds(sinceMs !== null || isRecording);
  return (
    <>
      {sinceMs === null ? null : (
        <li>
          <StatusDot tone="danger">
            {t('output.status', { time: clockText((nowMs - sinceMs) / 1000) })}
          </StatusDot>
          {left === null ? null : (
            <span className="output-left" data-few={left <= 300}>
              {t('output.status_left', { time: clockText(left) })}
            </span>
          )}
        </li>
      )}
      {isRecording ? (
        <li>
          <StatusDot tone="danger">
            {t('output.status_recording', { time: clockText((nowMs - recordedSinceMs) / 1000) })}
          </StatusDot>
          <RecordedSound />
        </li>
      ) : null}
    </>
  );
}

/** Said only where a recording has no sound, before it is too late. */
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

/** Seconds as `1:02:03` or `2:03`. */
function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number): string => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}
