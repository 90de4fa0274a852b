import { describe, expect, it } from 'vitest';
import { BODY_MASK_SIZE } from '../joints.ts';
import { listHiddenFrames } from './hidden-frames.ts';
import { cutPersonHole, drawHole, packRuns, type PersonHole, unpackRuns } from './person-hole.ts';
import type { DriverSight } from './scene-recorder.ts';

const region = { centreX: 64, centreY: 64, width: 128, height: 128, rotation: 0 };
const nobody = new Uint8Array(BODY_MASK_SIZE ** 2);
const box = { left: 20, top: 30, width: 16, height: 20 };
const still = { a: 1, b: 0, shiftX: 0, shiftY: 0 };

function createFrame(index: number, hole: PersonHole | null, known: Partial<DriverSight> = {}) {
  return { scene: 0, index, hole, faceId: null, faces: [], ...known };
}

/** Creates frames of which those marked `+` show the person. */
function listFrames(shown: string): DriverSight[] {
  const hole = cutPersonHole({ mask: nobody, region }, box);
  return Array.from(shown, (mark, index) => createFrame(index, mark === '+' ? hole : null));
}

describe('the area in which the person of a clip may be', () => {
  it('is around their face, for any result of the network', () => {
    const weights = new Uint8Array(128 * 128);
    drawHole(cutPersonHole({ mask: nobody, region }, box), weights, { width: 128, height: 128 });
    for (const [x, y] of [
      [21, 40],
      [35, 40],
      [28, 31],
      [28, 49],
    ] as const) {
      expect(weights[y * 128 + x]).toBe(255);
    }
    expect(weights[100 * 128 + 100]).toBe(0);
  });

  it('is between two sights of them for a moment, and then anywhere', () => {
    const hidden = listHiddenFrames(listFrames('+--+----------++--'), 5, () => still);
    const shown = hidden.map(({ hidden: where, isSure }) =>
      where === 'everything' ? '?' : `${isSure ? '' : '!'}${where.holes.length}`,
    );
    expect(shown.join('')).toBe('1221??????????11??');
  });

  it('is also where a face of theirs is found apart from them', () => {
    const hole = cutPersonHole({ mask: nobody, region }, box);
    const faces = [{ id: 7, box }];
    const own = createFrame(0, hole, { faceId: 7, faces });
    const other = createFrame(1, hole, { faceId: null, faces: [...faces, { id: 8, box }] });
    const [, second] = listHiddenFrames([own, other], 25, () => still);
    // The bystander stays.
    expect(second?.hidden).toMatchObject({ holes: { length: 2 } });
  });

  it('is packed without loss', () => {
    const values = Uint8Array.from({ length: 2000 }, (_, at) =>
      at < 900 ? 0 : at % 17 === 0 ? 3 : 255,
    );
    const back = new Uint8Array(values.length);
    unpackRuns(packRuns(values), back);
    expect(back).toEqual(values);
  });
});
