import {
  ChevronLeft,
  ChevronRight,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  Volume2,
  VolumeX,
} from 'lucide-react';
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { JobReport } from '../../../contract/job-details.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useText } from '../../i18n/use-text.ts';
import './compare.css';
import { findMark, toFrameLengthS, listMarks, stepTo, type TimeSpan } from './frame-steps.ts';
import { MouthStrip, type StripSound } from './mouth-strip.tsx';
import { PositionSlider } from './position-slider.tsx';
import { openVideoPair, type PairState, type VideoPair } from './video-pair.ts';

/** Control of a video by keys elsewhere. */
export interface PlaybackHandle {
  /** Pauses and steps by `count` frames. */
  readonly step: (count: 1 | -1) => void;
}

const stopped: PairState = { isPlaying: false, timeS: 0, durationS: 0, frameS: null };

/** Plays a result with its original, frame by frame if needed, and leads to the unchanged spans. */
export function PlaybackBar(props: {
  readonly handle: RefObject<PlaybackHandle | null>;
  readonly leader: RefObject<HTMLVideoElement | null>;
  readonly follower: RefObject<HTMLVideoElement | null> | null;
  readonly frames: JobReport['frames'];
  /** True when the original has different audio, which can be played as well. */
  readonly hasOtherSound: boolean;
  /** Mouth shapes over time; null when unknown. */
  readonly spoken: StripSound | null;
}) {
  const { handle, leader, follower, frames, spoken } = props;
  const { t, clock } = useText();
  const pair = useRef<VideoPair>(null);
  const [state, setState] = useState(stopped);
  const [isMuted, setMuted] = useState(false);
  const [audible, setAudible] = useState<'leader' | 'follower'>('leader');
  useEffect(() => {
    if (leader.current === null) {
      return undefined;
    }
    const opened = openVideoPair(leader.current, follower?.current ?? null, setState);
    pair.current = opened;
    return opened.close;
  }, [leader, follower]);
  const { isPlaying, timeS, durationS, frameS } = state;
  const stepFrame = (count: 1 | -1): void => {
    const atS = leader.current?.currentTime ?? timeS;
    pair.current?.pause();
    pair.current?.seek(stepTo(atS, count, toFrameLengthS(frames, durationS, frameS), durationS));
  };
  useImperativeHandle(handle, () => ({ step: stepFrame }));
  const mute = (): void => {
    pair.current?.setSound(isMuted ? audible : 'none');
    setMuted(!isMuted);
  };
  const switchSound = (next: 'leader' | 'follower'): void => {
    pair.current?.setSound(next);
    setAudible(next);
    setMuted(false);
  };
  return (
    <>
      <div className="transport">
        <Button icon={isPlaying ? Pause : Play} onPress={() => pair.current?.toggle()}>
          {t(isPlaying ? 'compare.pause' : 'compare.play')}
        </Button>
        <span className="transport-steps">
          <IconButton
            label={t('compare.frame_back')}
            icon={ChevronLeft}
            onPress={() => stepFrame(-1)}
          />
          <IconButton
            label={t('compare.frame_on')}
            icon={ChevronRight}
            onPress={() => stepFrame(1)}
          />
        </span>
        <TimeLine
          state={state}
          marks={listMarks(frames, durationS)}
          onSeek={(toS) => pair.current?.seek(toS)}
        />
        <span className="transport-time">
          {t('compare.time', { at: clock(timeS), of: clock(durationS) })}
        </span>
        <IconButton
          label={t(isMuted ? 'compare.unmute' : 'compare.mute')}
          icon={isMuted ? VolumeX : Volume2}
          onPress={mute}
        />
        {props.hasOtherSound && follower !== null ? (
          <Segmented
            label={t('compare.sound')}
            value={audible}
            options={[
              { id: 'follower', label: t('compare.sound.before') },
              { id: 'leader', label: t('compare.sound.after') },
            ]}
            onChange={switchSound}
          />
        ) : null}
      </div>
      {spoken === null ? null : <MouthStrip spoken={spoken} timeS={timeS} durationS={durationS} />}
    </>
  );
}

/** Position in the video, with marks of the unchanged spans and buttons between them. */
function TimeLine(props: {
  readonly state: PairState;
  readonly marks: readonly TimeSpan[];
  readonly onSeek: (timeS: number) => void;
}) {
  const { state, marks, onSeek } = props;
  const { timeS, durationS } = state;
  return (
    <>
      <span className="transport-line">
        <span className="transport-marks" aria-hidden="true">
          {marks.map((mark) => (
            <Mark key={mark.fromS} mark={mark} lengthS={durationS} />
          ))}
        </span>
        <PositionSlider
          className="transport-range"
          timeS={timeS}
          durationS={durationS}
          onSeek={onSeek}
        />
      </span>
      {marks.length === 0 ? null : (
        <span className="transport-steps">
          <MarkButton direction={-1} mark={findMark(marks, timeS, -1)} onSeek={onSeek} />
          <MarkButton direction={1} mark={findMark(marks, timeS, 1)} onSeek={onSeek} />
        </span>
      )}
    </>
  );
}

function Mark({ mark, lengthS }: { readonly mark: TimeSpan; readonly lengthS: number }) {
  const style: CSSProperties & Record<'--from' | '--length', string> = {
    '--from': `${((mark.fromS / lengthS) * 100).toFixed(2)}%`,
    '--length': `${(((mark.toS - mark.fromS) / lengthS) * 100).toFixed(2)}%`,
  };
  return <span className="transport-mark" style={style} />;
}

/** Jumps to a mark; disabled when there is none in that direction. */
function MarkButton(props: {
  readonly direction: 1 | -1;
  readonly mark: TimeSpan | null;
  readonly onSeek: (timeS: number) => void;
}) {
  const { direction, mark, onSeek } = props;
  const { t } = useText();
  return (
    <IconButton
      label={t(direction === 1 ? 'compare.mark_on' : 'compare.mark_back')}
      icon={direction === 1 ? SkipForward : SkipBack}
      isDisabled={mark === null}
      // Inside the first frame that was left as it was.
      onPress={() => (mark === null ? undefined : onSeek(mark.fromS + 0.01))}
    />
  );
}
