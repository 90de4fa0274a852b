import type { JobNote } from '../../contract/api/resources/job.ts';
import type { Size } from '../../engine/io/output-size.ts';

/** Creates the note that the built-in engine ran although packs were chosen. */
export function noteFallback(chosen: {
  readonly isFallback: boolean;
  readonly reason: string | null;
}): JobNote[] {
  return chosen.isFallback ? [{ code: 'fallback_engine', message: chosen.reason ?? '' }] : [];
}

/** Creates the note that the source has fewer lines than requested. */
export function noteSmallerOutput(made: Size, askedP: number | undefined): JobNote[] {
  const madeP = Math.min(made.width, made.height);
  return askedP === undefined || madeP >= askedP
    ? []
    : [
        {
          code: 'smaller_output',
          message: `The source is smaller than ${askedP}p, so the result has ${madeP}p: nothing is scaled up.`,
        },
      ];
}
