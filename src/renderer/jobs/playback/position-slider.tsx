import type { CSSProperties } from 'react';
import { useText } from '../../i18n/use-text.ts';

/** Minimum range of the slider, while the length is unknown. */
const SHORTEST_S = 0.001;

/** Position in a medium, moved by mouse or arrow keys; styled by its class. */
export function PositionSlider(props: {
  readonly className: string;
  readonly timeS: number;
  readonly durationS: number;
  readonly onSeek: (timeS: number) => void;
}) {
  const { className, timeS, durationS, onSeek } = props;
  const { t } = useText();
  const style: CSSProperties & Record<'--progress', string> = {
    '--progress': `${(toPlayedFraction(timeS, durationS) * 100).toFixed(1)}%`,
  };
  return (
    <input
      className={className}
      style={style}
      type="range"
      min={0}
      max={Math.max(durationS, SHORTEST_S)}
      step={0.01}
      value={Math.min(timeS, durationS)}
      aria-label={t('compare.position')}
      aria-valuetext={t('time.seconds', { seconds: Math.round(timeS * 10) / 10 })}
      onChange={(event) => onSeek(event.target.valueAsNumber)}
    />
  );
}

/** Played fraction of a medium, 0..1; 0 while its length is unknown. */
export function toPlayedFraction(timeS: number, durationS: number): number {
  return Math.min(1, timeS / Math.max(durationS, SHORTEST_S));
}
