import { expect, it } from 'vitest';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { areEyesHidden, removeGlasses } from './remove-glasses.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 128;
const [SKIN, EYE] = [180, 40];
/** Middles of both eyes, and half their size. */
const EYES = [
  [42, 50],
  [86, 50],
] as const;
const [HALF_WIDTH, HALF_HEIGHT] = [8, 4];
const RADIUS = 17;

it.each([
  ['dark', 30],
  ['light', 250],
])('takes a %s frame off the skin, and leaves the eyes', (_, colour) => {
  const layout = makeLayout();
  const bare = paintFace(null);
  const planes = { red: paintFace(colour), green: paintFace(colour), blue: paintFace(colour) };
  removeGlasses(planes, { facing: new Float32Array(SIZE * SIZE).fill(1), layout });
  const differences = planes.green.map((value, at) => Math.abs(value - bare[at]!));
  expect(Math.max(...differences)).toBeLessThan(12);
});

it('tells dark lenses from clear ones', () => {
  const clear = paintFace(30);
  const dark = clear.map((value, at) => (isWithinLens(at) ? 35 : value));
  const hides = (plane: Float32Array): boolean =>
    areEyesHidden({ red: plane, green: plane, blue: plane }, makeLayout());
  expect(hides(clear)).toBe(false);
  expect(hides(dark)).toBe(true);
});

/** Creates a layout with an upright face in the middle. */
function makeLayout(): TextureLayout {
  const points = new Float32Array(2 * 478).fill(SIZE / 2);
  const placeAround = (
    outline: readonly number[],
    [x, y]: readonly [number, number],
    [halfWidth, halfHeight]: readonly [number, number],
  ): void => {
    outline.forEach((point, index) => {
      const angle = (2 * Math.PI * index) / outline.length;
      points.set([x + halfWidth * Math.sin(angle), y - halfHeight * Math.cos(angle)], point * 2);
    });
  };
  placeAround(FACE_OVAL, [64, 64], [60, 62]);
  placeAround(LIPS_OUTER, [64, 98], [12, 5]);
  [LEFT_EYE, RIGHT_EYE].forEach((outline, eye) => {
    placeAround(outline, EYES[eye]!, [HALF_WIDTH, HALF_HEIGHT]);
  });
  [LEFT_BROW, RIGHT_BROW].forEach((outline, eye) => {
    placeAround(outline, [EYES[eye]![0], 28], [9, 1.5]);
  });
  [9, 8, 168, 6, 197, 195].forEach((point, index) => {
    points.set([64, 40 + 6 * index], point * 2);
  });
  const put = (numbers: readonly number[], place: readonly [number, number]): void => {
    numbers.forEach((point) => points.set(place, point * 2));
  };
  put([229, 230, 231, 118], [EYES[0][0], EYES[0][1] + 10]);
  put([449, 450, 451, 347], [EYES[1][0], EYES[1][1] + 10]);
  put([50, 205, 187], [36, 84]);
  put([280, 425, 411], [92, 84]);
  return { size: SIZE, points, triangles: new Uint16Array(), drawn: new Uint16Array() };
}

function isWithinLens(at: number): boolean {
  const [x, y] = [at % SIZE, Math.floor(at / SIZE)];
  return EYES.some(([eyeX, eyeY]) => Math.hypot(x - eyeX, y - eyeY) < RADIUS);
}

/** Paints skin with two eyes, behind glasses whose frame has this brightness. */
function paintFace(frame: number | null): Float32Array {
  return Float32Array.from({ length: SIZE * SIZE }, (_, at) => {
    const [x, y] = [at % SIZE, Math.floor(at / SIZE)];
    const rim = Math.min(
      ...EYES.map(([eyeX, eyeY]) => Math.abs(Math.hypot(x - eyeX, y - eyeY) - RADIUS)),
    );
    const isBridge = Math.abs(x - 64) < 6 && Math.abs(y - 48) < 1.5;
    if (frame !== null && (rim < 1.2 || isBridge)) {
      return frame;
    }
    const isEye = EYES.some(
      ([eyeX, eyeY]) => ((x - eyeX) / HALF_WIDTH) ** 2 + ((y - eyeY) / HALF_HEIGHT) ** 2 < 1,
    );
    return isEye ? EYE : SKIN;
  });
}
