import { type KeyboardEvent, useRef, useState } from 'react';
import type { LocalJob } from '../../../contract/ipc/jobs.ts';
import { useText } from '../../i18n/use-text.ts';
import './compare.css';
import { CompareStage } from './compare-stage.tsx';
import { CompareTools, type Zoom } from './compare-tools.tsx';
import type { StripSound } from './mouth-strip.tsx';
import { PlaybackBar, type PlaybackHandle } from './playback-bar.tsx';

type Result = NonNullable<LocalJob['result']>;

/** Pan step of an arrow key with Shift, in CSS pixels. */
const panStep = 60;
const panKeys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
};

/**
 * Mouth shapes of a result with speech, with the audio that they follow: an input recording, else the result's
 * own.
 */
function findSpoken({ report, inputs }: LocalJob, { url }: Result): StripSound | null {
  const track = report?.lips?.track;
  const recording = inputs.find(({ kind }) => kind === 'audio');
  return track === undefined ? null : { url: recording?.url ?? url, track };
}

/** The first input and the result in one frame, with a line between them that can be moved. */
export function CompareView({ job, result }: { readonly job: LocalJob; readonly result: Result }) {
  const before = job.inputs[0];
  const canCompare = before !== undefined && before.kind === result.kind;
  const [isBeforeGone, setBeforeGone] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const { t } = useText();
  const leader = useRef<HTMLVideoElement>(null);
  const follower = useRef<HTMLVideoElement>(null);
  const playback = useRef<PlaybackHandle>(null);
  const stage = useRef<HTMLDivElement>(null);
  const shownBefore = canCompare && !isBeforeGone ? before : null;
  const onKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const pan = shiftKey && zoom !== 'fit' ? panKeys[key] : undefined;
    if (pan !== undefined) {
      stage.current?.scrollBy(...pan);
      return true;
    }
    if (key === 'o') {
      setHeld(shownBefore !== null);
      return true;
    }
    if (key === ',' || key === '.') {
      playback.current?.step(key === '.' ? 1 : -1);
      return true;
    }
    return false;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- keys of what is inside
    <section
      className="compare"
      aria-label={t('compare.title')}
      onKeyDown={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && onKey(event)) {
          event.preventDefault();
        }
      }}
      onKeyUp={({ key }) => (key === 'o' ? setHeld(false) : undefined)}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) ? undefined : setHeld(false)
      }
    >
      <CompareStage
        result={result}
        before={shownBefore}
        zoom={zoom}
        isHeld={isHeld}
        leader={leader}
        follower={follower}
        stage={stage}
        onGone={() => setBeforeGone(true)}
      />
      {result.kind === 'video' ? (
        <PlaybackBar
          handle={playback}
          leader={leader}
          follower={shownBefore === null ? null : follower}
          frames={job.report?.frames ?? null}
          hasOtherSound={job.feature === 'lip_sync'}
          spoken={findSpoken(job, result)}
        />
      ) : null}
      <CompareTools zoom={zoom} canHold={shownBefore !== null} onZoom={setZoom} onHold={setHeld} />
      {canCompare && isBeforeGone ? <p className="compare-hint">{t('compare.gone')}</p> : null}
    </section>
  );
}
