import { AppError } from '../../base/errors.ts';
import type { HeadGuard } from './edit.ts';
import { coverHeads, isSameCover, isWithin } from './face/anonymise.ts';
import type { Raster } from './raster/raster.ts';
import type { ChosenPeople } from './request.ts';
import type { ReimagineStep } from '../../instructions/step.ts';

/** Number of searches for faces in the covered image. */
const ROUNDS = 3;

/**
 * Covers all heads, or those of the chosen people, then detects heads again until none is found but those that are kept;
 * throws rather than return a recognisable person. Returns what became of people where some were chosen.
 */
export function coverFaces(
  raster: Raster,
  guard: HeadGuard,
  step: Extract<ReimagineStep, { kind: 'anonymise' }>,
): readonly ChosenPeople[] {
  const { covered, kept } = guard.listHeads(step.who);
  coverHeads(raster, covered, step.cover);
  const hidden = [...covered];
  let visible = kept;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever is not surely one of those to keep is covered, too.
    const left = guard
      .findUncovered(raster)
      .filter((head) => !kept.some((other) => isSameCover(head, other)));
    if (left.length === 0) {
      return step.who === undefined ? [] : [{ step, changed: hidden.length, kept: visible.length }];
    }
    coverHeads(raster, left, 'cells');
    visible = visible.filter((head) => !left.some((other) => isWithin(head, other)));
    hidden.push(...left.filter((head) => !hidden.some((other) => isSameCover(head, other))));
  }
  throw new AppError(
    'processing_failed',
    'Faces were still found after they had been covered, so nothing was let through.',
  );
}
