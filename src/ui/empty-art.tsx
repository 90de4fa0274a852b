import type { CSSProperties } from 'react';
import './empty-art.css';

/** Shape of the future content of an empty view: cards, spoken voices or rows of a table. */
export type ArtKind = 'cards' | 'waves' | 'rows';

const lines = [0, 1, 2];
const waveBars = Array.from({ length: 40 }, (_, at) => at);

/** Height of one bar of a drawn waveform: syllables under a slow swell, the same at every drawing. */
function computeWaveHeight(line: number, bar: number): string {
  const swell = Math.sin((bar / (waveBars.length - 1)) * Math.PI);
  const syllable = Math.abs(Math.sin(bar * 0.9 + line * 2) * Math.cos(bar * 0.37 + line));
  return `${Math.round(12 + 88 * swell * syllable)}%`;
}

/** Decorative drawing of a view's future content, hidden from screen readers. */
export function EmptyArt({ kind }: { readonly kind: ArtKind }) {
  return (
    <div className="ui-art-lines" data-kind={kind} aria-hidden="true">
      {lines.map((line) => (
        <div key={line} className="ui-art-line">
          {kind === 'waves' ? (
            <Wave line={line} />
          ) : (
            <>
              <span className="ui-art-thumb" />
              <span className="ui-art-bar" />
              {kind === 'rows' ? <span className="ui-art-bar" /> : null}
            </>
          )}
        </div>
      ))}
    </div>
  );
}

function Wave({ line }: { readonly line: number }) {
  return (
    <span className="ui-art-wave">
      {waveBars.map((bar) => {
        const style: CSSProperties & Record<'--art-height', string> = {
          '--art-height': computeWaveHeight(line, bar),
        };
        return <span key={bar} style={style} />;
      })}
    </span>
  );
}
