import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LocalJob } from '../../../contract/ipc/jobs.ts';
import { useText } from '../../i18n/use-text.ts';
import './compare.css';
import { type Zoom, zoomFactors } from './compare-tools.tsx';

type Result = NonNullable<LocalJob['result']>;

interface CompareStageProps {
  readonly result: Pick<Result, 'kind' | 'url'>;
  /** Original of the result; null when it cannot be shown. */
  readonly before: Pick<LocalJob['inputs'][number], 'url'> | null;
  readonly zoom: Zoom;
  /** True when only the original is shown. */
  readonly isHeld: boolean;
  readonly leader: RefObject<HTMLVideoElement | null>;
  readonly follower: RefObject<HTMLVideoElement | null>;
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly onGone: () => void;
}

/** Result with its original over it, up to a line. A zoomed image is panned by dragging. */
export function CompareStage(props: CompareStageProps) {
  const { before, zoom, isHeld, stage } = props;
  const [split, setSplit] = useState(50);
  const [size, setSize] = useState({ width: 1600, height: 900 });
  const { t } = useText();
  const drag = useDrag(stage);
  const factor = zoom === 'fit' ? null : zoomFactors[zoom] / window.devicePixelRatio;
  const style: CSSProperties & Record<'--split' | '--ratio' | '--zoomed', string> = {
    '--split': `${before === null ? 0 : isHeld ? 100 : split}%`,
    '--ratio': (size.width / size.height).toFixed(4),
    '--zoomed': factor === null ? '100%' : `${(size.width * factor).toFixed(1)}px`,
  };
  useLayoutEffect(() => {
    const box = stage.current;
    if (box !== null && factor !== null) {
      const { clientWidth, clientHeight } = box;
      box.scrollTo(
        (size.width * factor - clientWidth) / 2,
        (size.height * factor - clientHeight) / 2,
      );
    }
  }, [stage, factor, size]);
  return (
    <div className="compare-frame" style={style} data-zoomed={factor !== null}>
      <div className="compare-stage" ref={stage} {...(factor === null ? {} : drag)}>
        <div className="compare-canvas">
          <Pictures
            {...props}
            onSize={(width, height) =>
              width > 0 && height > 0 ? setSize({ width, height }) : null
            }
          />
          {before === null ? null : (
            <>
              {isHeld ? null : <span className="compare-line" aria-hidden="true" />}
              {/* Stays while the original is held, because a key release goes to the element of its press. */}
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
          )}
        </div>
      </div>
      {before === null ? null : (
        <>
          <span className="compare-label" data-side="before">
            {t('compare.before')}
          </span>
          {isHeld ? null : (
            <span className="compare-label" data-side="after">
              {t('compare.after')}
            </span>
          )}
        </>
      )}
    </div>
  );
}

function Pictures(
  props: CompareStageProps & { readonly onSize: (width: number, height: number) => void },
) {
  const { result, before, leader, follower, onSize, onGone } = props;
  const { t } = useText();
  return (
    <>
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
          draggable={false}
          onLoad={({ currentTarget }) =>
            onSize(currentTarget.naturalWidth, currentTarget.naturalHeight)
          }
        />
      )}
      {before === null ? null : (
        <BeforePicture url={before.url} kind={result.kind} video={follower} onGone={onGone} />
      )}
    </>
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
      draggable={false}
      onError={onGone}
    />
  );
}

/** Pans a zoomed image with the pointer that holds it. */
function useDrag(stage: RefObject<HTMLDivElement | null>) {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const end = (): void => {
    from.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.target instanceof HTMLInputElement) {
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (from.current !== null) {
        stage.current?.scrollBy(from.current.x - clientX, from.current.y - clientY);
        from.current = { x: clientX, y: clientY };
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
