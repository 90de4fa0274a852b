import { type CSSProperties, useEffect, useState } from 'react';
import { readPeaks } from './peaks.ts';
import './sound.css';

/** Waveform of an audio file with its played part; a plain line until it is loaded. */
export function Waveform(props: {
  readonly url: string | null;
  /** Bars that are drawn. */
  readonly count: number;
  /** 0..1. */
  readonly fraction: number;
}) {
  const { url, count, fraction } = props;
  const peaks = usePeaks(url, count);
  const style: CSSProperties & Record<'--progress', string> = {
    '--progress': `${(fraction * 100).toFixed(1)}%`,
  };
  const path = toPath(peaks ?? Array.from({ length: count }, () => 0));
  return (
    <span className="waveform" style={style} aria-hidden="true">
      <svg viewBox={`0 0 ${count} 2`} preserveAspectRatio="none">
        <path d={path} />
      </svg>
      <svg className="waveform-heard" viewBox={`0 0 ${count} 2`} preserveAspectRatio="none">
        <path d={path} />
      </svg>
    </span>
  );
}

/** Null until the audio was read, and when it cannot be read. */
function usePeaks(url: string | null, count: number): readonly number[] | null {
  const [read, setRead] = useState<{
    readonly url: string;
    readonly peaks: readonly number[];
  } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = async (wanted: string): Promise<void> => {
      const peaks = await readPeaks(wanted, count).catch(() => null); // The player says why not.
      if (isCurrent && peaks !== null) {
        setRead({ url: wanted, peaks });
      }
    };
    if (url !== null) {
      void load(url);
    }
    return () => {
      isCurrent = false;
    };
  }, [url, count]);
  return read?.url === url ? read.peaks : null;
}

function toPath(peaks: readonly number[]): string {
  return peaks
    .map((peak, index) => {
      const half = Math.max(0.03, peak * 0.95);
      const [top, height] = [(1 - half).toFixed(3), (2 * half).toFixed(3)];
      return `M${index + 0.2} ${top}h.6v${height}h-.6z`;
    })
    .join('');
}
