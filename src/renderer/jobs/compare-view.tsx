import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useText } from '../i18n/use-text.ts';
import './compare.css';
import { clockText } from './job-words.ts';
import { openVideoPair, type PairState, type VideoPair } from './video-pair.ts';

type Result = NonNullable<LocalJob['result']>;

/** The first input and the result in one frame, with a line between them that can be moved. */
export function CompareView({ job, result }: { readonly job: LocalJob; readonly result: Result }) {
  const before = job.inputs[0];
  const canCompare = before !== undefined && before.kind === result.kind;
  const [split, setSplit] = useState(50);
  const [ratio, setRatio] = useState(16 / 9);
  const [isBeforeGone, setBeforeGone] = useState(false);
  const { t } = useText();
  const isSplit = canCompare && !isBeforeGone;
  const leader = useRef<HTMLVideoElement>(null);
  const follower = useRef<HTMLVideoElement>(null);
  const style: CSSProperties & Record<'--split' | '--ratio', string> = {
    '--split': `${isSplit ? split : 0}%`,
    '--ratio': ratio.toFixed(4),
  };
  const onSize = (width: number, height: number): void => {
    if (width > 0 && height > 0) {
      setRatio(width / height);
    }
  };
  return (
    <section className="compare" aria-label={t('compare.title')}>
      <div className="compare-stage" style={style}>
        {result.kind === 'video' ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a clip of the user, which has none
          <video
            ref={leader}
            className="compare-picture"
            src={result.url}
            preload="auto"
            playsInline
            aria-label={t('compare.after')}
            onLoadedMetadata={({ currentTarget }) =>
              onSize(currentTarget.videoWidth, currentTarget.videoHeight)
            }
          />
        ) : (
          <img
            className="compare-picture"
            src={result.url}
            alt={t('compare.after')}
            onLoad={({ currentTarget }) =>
              onSize(currentTarget.naturalWidth, currentTarget.naturalHeight)
            }
          />
        )}
        {isSplit ? (
          <BeforePicture
            url={before.url}
            kind={result.kind}
            video={follower}
            onGone={() => setBeforeGone(true)}
          />
        ) : null}
        {isSplit ? (
          <>
            <span className="compare-label" data-side="before">
              {t('compare.before')}
            </span>
            <span className="compare-label" data-side="after">
              {t('compare.after')}
            </span>
            <span className="compare-line" aria-hidden="true" />
            <input
              className="compare-range"
              type="range"
              min={0}
              max={100}
              step={1}
              value={split}
              aria-label={t('compare.handle')}
              aria-valuetext={t('compare.value', { percent: split })}
              onChange={(event) => setSplit(event.target.valueAsNumber)}
            />
          </>
        ) : null}
      </div>
      {result.kind === 'video' ? (
        <Transport leader={leader} follower={isSplit ? follower : null} />
      ) : null}
      {canCompare && isBeforeGone ? <p className="compare-hint">{t('compare.gone')}</p> : null}
    </section>
  );
}

function BeforePicture(props: {
  readonly url: string;
  readonly kind: Result['kind'];
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly onGone: () => void;
}) {
  const { url, kind, video, onGone } = props;
  const { t } = useText();
  return kind === 'video' ? (
    <video
      ref={video}
      className="compare-picture compare-before"
      src={url}
      preload="auto"
      muted
      playsInline
      aria-label={t('compare.before')}
      onError={onGone}
    />
  ) : (
    <img
      className="compare-picture compare-before"
      src={url}
      alt={t('compare.before')}
      onError={onGone}
    />
  );
}

function Transport(props: {
  readonly leader: RefObject<HTMLVideoElement | null>;
  readonly follower: RefObject<HTMLVideoElement | null> | null;
}) {
  const { leader, follower } = props;
  const { t } = useText();
  const pair = useRef<VideoPair>(null);
  const [state, setState] = useState<PairState>({ isPlaying: false, timeS: 0, durationS: 0 });
  const [isMuted, setMuted] = useState(false);
  useEffect(() => {
    if (leader.current === null) {
      return undefined;
    }
    const opened = openVideoPair(leader.current, follower?.current ?? null, setState);
    pair.current = opened;
    return opened.close;
  }, [leader, follower]);
  const { isPlaying, timeS, durationS } = state;
  const style: CSSProperties & Record<'--progress', string> = {
    '--progress': `${((timeS / Math.max(durationS, 0.001)) * 100).toFixed(1)}%`,
  };
  const mute = (): void => {
    pair.current?.mute(!isMuted);
    setMuted(!isMuted);
  };
  return (
    <div className="transport">
      <Button icon={isPlaying ? Pause : Play} onPress={() => pair.current?.toggle()}>
        {t(isPlaying ? 'compare.pause' : 'compare.play')}
      </Button>
      <input
        className="transport-range"
        style={style}
        type="range"
        min={0}
        max={Math.max(durationS, 0.001)}
        step={0.01}
        value={Math.min(timeS, durationS)}
        aria-label={t('compare.position')}
        aria-valuetext={t('time.seconds', { seconds: Math.round(timeS * 10) / 10 })}
        onChange={(event) => pair.current?.seek(event.target.valueAsNumber)}
      />
      <span className="transport-time">
        {t('compare.time', { at: clockText(timeS), of: clockText(durationS) })}
      </span>
      <IconButton
        label={t(isMuted ? 'compare.unmute' : 'compare.mute')}
        icon={isMuted ? VolumeX : Volume2}
        onPress={mute}
      />
    </div>
  );
}
