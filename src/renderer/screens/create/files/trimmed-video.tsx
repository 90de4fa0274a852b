import { Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormField } from '../../../../capabilities/form/form.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { NumberField } from '../../../../ui/number-field.tsx';
import { useApp, useDraft } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatDuration } from '../../../jobs/job-words.ts';
import type { DraftInput } from '../../../stores/draft-files.ts';
import { drawFilmstrip } from './filmstrip.ts';
import './trim.css';

/** Frames that the line shows. */
const shownFrames = 12;
const strip = { width: 960, height: 64 };

/** A field that says how much of a video is used, from its start on, in seconds. */
export type LengthField = Extract<FormField, { readonly control: 'number' }>;

/**
 * End of the used part of a video, on a timeline of its frames: dragged, moved with arrow keys, or typed. The
 * video shows the frame at that position meanwhile. Jobs use the video from its start.
 */
export function TrimLine(props: {
  readonly input: DraftInput;
  readonly durationMs: number;
  readonly field: LengthField;
  readonly video: RefObject<HTMLVideoElement | null>;
}) {
  const { input, durationMs, field, video } = props;
  const { draft } = useApp();
  const text = useText();
  const { t } = text;
  const chosenEnd = useDraft((state) => state.settings[field.field]);
  const max = Math.min(field.max, Math.ceil(durationMs / 1000));
  const end = typeof chosenEnd === 'number' ? Math.min(max, chosenEnd) : max;
  const set = (next: number | null): void => {
    const isWhole = next === null || next >= max;
    draft.getState().setSetting(field.field, isWhole ? null : Math.max(field.min, next));
    showFrame(video.current, next ?? max);
  };
  const value =
    end === max
      ? t('trim.whole', { length: formatDuration(text, durationMs) })
      : t('trim.part', {
          length: formatDuration(text, end * 1000),
          of: formatDuration(text, durationMs),
        });
  return (
    <div className="trim">
      <div className="trim-line">
        <PlayButton video={video} endS={end} />
        <Filmstrip url={input.file.url} />
        <input
          className="trim-range"
          type="range"
          ref={(range) => range?.style.setProperty('--progress', `${(end / max) * 100}%`)}
          min={0}
          max={max}
          step={field.step}
          value={end}
          aria-label={t('trim.end')}
          aria-valuetext={value}
          onChange={({ target }) => set(Number(target.value))}
        />
      </div>
      <div className="trim-foot">
        <span className="trim-value">{value}</span>
        <NumberField
          label={t('trim.length')}
          value={end}
          min={field.min}
          max={max}
          step={field.step}
          unit="s"
          onChange={set}
        />
      </div>
    </div>
  );
}

function Filmstrip({ url }: { readonly url: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    if (canvas.current !== null) {
      void drawFilmstrip(canvas.current, { url, count: shownFrames }, stop.signal);
    }
    return () => stop.abort();
  }, [url]);
  return <canvas key={url} ref={canvas} className="trim-strip" {...strip} aria-hidden="true" />;
}

/** Plays the used part of the video, from its start to the chosen end. */
function PlayButton(props: {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly endS: number;
}) {
  const { video, endS } = props;
  const { t } = useText();
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    const player = video.current;
    const listeners = new AbortController();
    const { signal } = listeners;
    player?.addEventListener('play', () => setPlaying(true), { signal });
    player?.addEventListener('pause', () => setPlaying(false), { signal });
    player?.addEventListener(
      'timeupdate',
      () => {
        if (!player.paused && player.currentTime >= endS) {
          player.pause();
        }
      },
      { signal },
    );
    return () => listeners.abort();
  }, [video, endS]);
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      label={t(isPlaying ? 'compare.pause' : 'trim.play')}
      onPress={() => togglePlayback(video.current)}
    />
  );
}

/** Plays from the start, or stops. An unplayable video stays unchanged: its check explains why. */
function togglePlayback(player: HTMLVideoElement | null): void {
  if (player?.paused === true) {
    player.currentTime = 0;
    player.play().catch(() => undefined);
  } else {
    player?.pause();
  }
}

/** The last frame that is used. */
function showFrame(player: HTMLVideoElement | null, endS: number): void {
  if (player !== null) {
    player.pause();
    player.currentTime = Math.max(0, Math.min(endS, player.duration) - 0.001);
  }
}
