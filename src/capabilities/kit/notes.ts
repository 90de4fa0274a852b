import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import { SURELY_WORN } from '../../engine/face/glasses/worn-glasses.ts';
import type { FaceSource } from '../../engine/face/source/face-source.ts';
import type { Size } from '../../engine/io/video/output-size.ts';
import type { FaceFlaws } from '../../engine/quality/face-flaws.ts';
import { joinReasons } from './engine-reason.ts';

/** Creates the note that the built-in engine ran although packs were chosen. */
export function noteFallback(chosen: {
  readonly isFallback: boolean;
  readonly reasons: readonly EngineReason[];
}): JobNote[] {
  return chosen.isFallback
    ? [{ code: 'fallback_engine', message: joinReasons(chosen.reasons) }]
    : [];
}

/** Creates the note that the source has fewer lines than requested. */
export function noteSmallerOutput(made: Size, requestedP: number | undefined): JobNote[] {
  const madeP = Math.min(made.width, made.height);
  return requestedP === undefined || madeP >= requestedP
    ? []
    : [
        {
          code: 'smaller_output',
          message: `The source is smaller than ${requestedP}p, so the result has ${madeP}p: nothing is scaled up.`,
        },
      ];
}

/** Creates the note about glasses in the photo: they are taken off, or drawn with the face when they hide its eyes. */
export function notePhotoGlasses(glasses: FaceSource['glasses']): JobNote[] {
  switch (glasses) {
    case 'none':
      return [];
    case 'removed':
      return [
        {
          code: 'glasses_removed',
          message: 'The glasses in the photo were taken off: the face comes without them.',
        },
      ];
    case 'drawn':
      return [
        {
          code: 'glasses_drawn',
          message: 'The dark glasses in the photo hide the eyes, so they were drawn with the face.',
        },
      ];
  }
}

/**
 * Creates the note that the replaced person's glasses stay in front of the new face, unless `others` say that it came
 * with its own.
 */
export function noteKeptGlasses(
  flaws: Pick<FaceFlaws, 'targetGlasses'> | null,
  others: readonly JobNote[],
): JobNote[] {
  return flaws === null ||
    flaws.targetGlasses < SURELY_WORN ||
    others.some(({ code }) => code === 'glasses_drawn')
    ? []
    : [{ code: 'glasses_kept', message: 'The glasses of the replaced person stay on.' }];
}
