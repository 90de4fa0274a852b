import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from './canonical-face.ts';
import { createI420Frame, type I420Frame } from '../pixels/frame.ts';
import { createFaceTrack, type FaceTrack } from './face-track.ts';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from './mesh-points.ts';
import { createSurroundingsQuickCheck } from './surroundings-quick-check.ts';

const skin = [150, 112, 148] as const;
const wall = [90, 128, 128] as const;
const EYES = 60;

describe('a quick check of the surroundings of a face', () => {
  it('sees nothing new in a picture that stays, also where the face moves with it', () => {
    const quickCheck = createSurroundingsQuickCheck();
    const face = faceAt(160, 100);
    quickCheck.store(toPicture(160, 100), face);
    expect(quickCheck.isOther(toPicture(160, 100), face)).toBe(false);
    moveTo(face, 180, 110);
    expect(quickCheck.isOther(toPicture(180, 110), face)).toBe(false);
  });

  it.each([
    ['a hand beside it', { left: 210, top: 120, size: 40, colour: skin }, true],
    [
      'a hand before its chin, darker than it',
      { left: 150, top: 170, size: 30, colour: [110, 114, 146] },
      true,
    ],
    ['something blue', { left: 210, top: 120, size: 40, colour: [120, 160, 110] }, false],
    ['something small', { left: 210, top: 120, size: 8, colour: skin }, false],
    ['a hand far away', { left: 290, top: 20, size: 30, colour: skin }, false],
  ] as const)('judges %s', (_, { left, top, size, colour }, isOther) => {
    const quickCheck = createSurroundingsQuickCheck();
    const face = faceAt(160, 100);
    quickCheck.store(toPicture(160, 100), face);
    const frame = toPicture(160, 100);
    paint(frame, colour, (x, y) => x >= left && x < left + size && y >= top && y < top + size);
    expect(quickCheck.isOther(frame, face)).toBe(isOther);
  });

  it('does not know a face that it never kept', () => {
    expect(createSurroundingsQuickCheck().isOther(toPicture(160, 100), faceAt(160, 100))).toBe(
      true,
    );
  });
});

/** Face whose points all lie between its eyes, where its colour is read, except for the corners of the eyes. */
function faceAt(x: number, y: number): FaceTrack {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a track reads the points of the pose alone
  const canonical = { poseBasis: { points: Uint16Array.of(1, 2) } } as unknown as CanonicalFace;
  const face = createFaceTrack(canonical);
  moveTo(face, x, y);
  return face;
}

function moveTo({ landmarks }: FaceTrack, x: number, y: number): void {
  for (let at = 0; at < landmarks.length; at += 3) {
    landmarks.set([x, y, 0], at);
  }
  landmarks[LEFT_EYE_OUTER * 3] = x - EYES / 2;
  landmarks[RIGHT_EYE_OUTER * 3] = x + EYES / 2;
}

/** Creates a frame with an oval of skin in front of a wall. */
function toPicture(x: number, y: number): I420Frame {
  const frame = createI420Frame(360, 260);
  paint(frame, wall, () => true);
  paint(frame, skin, (column, row) => Math.hypot((column - x) / 50, (row - y - 25) / 70) < 1);
  return frame;
}

function paint(
  { width, height, y, u, v, strideY, strideU }: I420Frame,
  [luma, blue, red]: readonly [number, number, number],
  isInside: (x: number, y: number) => boolean,
): void {
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (isInside(column, row)) {
        y[row * strideY + column] = luma;
        u[(row >> 1) * strideU + (column >> 1)] = blue;
        v[(row >> 1) * strideU + (column >> 1)] = red;
      }
    }
  }
}
