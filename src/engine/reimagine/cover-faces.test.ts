import { expect, it } from 'vitest';
import type { PersonChoice } from '../../instructions/person-choice.ts';
import { coverFaces } from './cover-faces.ts';
import type { HeadGuard } from './edit.ts';
import type { CoveredHead } from './face/anonymise.ts';
import { createRaster } from './raster/raster.ts';

const who: PersonChoice = { place: 'left', number: 1, isSeveral: false, isInverted: false };
const step = { kind: 'anonymise', cover: 'cells', who } as const;
const headAt = (centreX: number, radius = 20): CoveredHead => ({
  centreX,
  centreY: 50,
  radiusX: radius,
  radiusY: radius,
});
/** A guard that finds heads after each cover. */
const guardOf = (...found: readonly (readonly CoveredHead[])[]): HeadGuard => {
  const rounds = found.values();
  return {
    listHeads: () => ({ covered: [headAt(40)], kept: [headAt(200)] }),
    findUncovered: () => rounds.next().value ?? [],
  };
};

it('counts whoever is covered and whoever stays visible', () => {
  const raster = createRaster(300, 100);
  expect(coverFaces(raster, guardOf([headAt(202)]), step)).toEqual([{ step, changed: 1, kept: 1 }]);
  expect(coverFaces(raster, guardOf([headAt(120)]), step)).toEqual([{ step, changed: 2, kept: 1 }]);
});

it('covers a head that is not surely one to keep, and counts it as covered', () => {
  const raster = createRaster(300, 100);
  const people = coverFaces(raster, guardOf([headAt(200, 60)]), step);
  expect(people).toEqual([{ step, changed: 2, kept: 0 }]);
});

it('lets nothing through where heads are still found after all covers', () => {
  const found = Array.from({ length: 9 }, () => [headAt(120)]);
  expect(() => coverFaces(createRaster(300, 100), guardOf(...found), step)).toThrow(
    expect.objectContaining({ code: 'processing_failed' }),
  );
});
