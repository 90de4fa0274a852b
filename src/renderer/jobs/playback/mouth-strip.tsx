import { type CSSProperties } from 'react';
import { type MouthKind, mouthKinds, type MouthKindTrack } from '../../../contract/job-details.ts';
import { useText } from '../../i18n/use-text.ts';
import './mouth-strip.css';
import { toPlayedFraction } from './position-slider.tsx';
import { Waveform } from './waveform.tsx';

/** An audio file, and the mouth shapes of a result over its time. */
export interface StripSound {
  /** URL of the audio. */
  readonly url: string;
  readonly track: MouthKindTrack;
}

/** Bar height of a mouth shape: its opening, and a minimum for closed ones. */
const heights: Readonly<Record<MouthKind, number>> = {
  rest: 0,
  closed: 0.16,
  teeth: 0.3,
  narrow: 0.55,
  open: 1,
  round: 0.8,
};
const shown = mouthKinds.filter((mouth) => mouth !== 'rest');
const bars = 240;

/** Waveform of an audio file with the mouth shapes below it, so that lip sync can be checked visually. */
export function MouthStrip(props: {
  readonly spoken: StripSound;
  readonly timeS: number;
  readonly durationS: number;
}) {
  const { spoken, timeS, durationS } = props;
  const { t } = useText();
  const fraction = toPlayedFraction(timeS, durationS);
  const style: CSSProperties & Record<'--at', string> = {
    '--at': `${(fraction * 100).toFixed(2)}%`,
  };
  return (
    <figure className="mouth-strip">
      <div className="mouth-strip-shape" style={style}>
        <div className="mouth-strip-sound">
          <Waveform url={spoken.url} count={bars} fraction={fraction} />
        </div>
        <Mouths track={spoken.track} />
        <span className="mouth-strip-now" aria-hidden="true" />
      </div>
      <figcaption className="mouth-strip-legend">
        {shown.map((mouth) => (
          <span key={mouth} className="mouth-strip-name" data-mouth={mouth}>
            {t(`mouth.${mouth}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Mouths({ track }: { readonly track: MouthKindTrack }) {
  const { t } = useText();
  const mouths = Array.from(track.steps, (digit) => mouthKinds[Number(digit)] ?? 'rest');
  return (
    <svg
      className="mouth-strip-mouths"
      viewBox={`0 0 ${Math.max(1, mouths.length)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('mouth.track')}
    >
      {shown.map((mouth) => (
        <path key={mouth} data-mouth={mouth} d={toPath(mouths, mouth)} />
      ))}
    </svg>
  );
}

/** The bars of one mouth; steps that follow each other are one bar. */
function toPath(mouths: readonly MouthKind[], mouth: MouthKind): string {
  const height = heights[mouth];
  let path = '';
  for (let at = 0; at < mouths.length;) {
    let end = at;
    while (mouths[end] === mouth) {
      end += 1;
    }
    if (end > at) {
      path += `M${at} ${(1 - height).toFixed(2)}h${end - at}v${height}h-${end - at}z`;
    }
    at = Math.max(end, at + 1);
  }
  return path;
}
