import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { completeSkin } from '../../src/engine/face/source/complete-skin.ts';
import { prepareSource, type FaceSource } from '../../src/engine/face/source/face-source.ts';
import {
  createTextureLayout,
  fillOutline,
  type TextureLayout,
} from '../../src/engine/face/source/texture-layout.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { RgbaImage } from '../../src/engine/pixels/frame.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import type { TrackedFace } from '../../src/engine/track/face-track.ts';
import {
  FACE_OVAL,
  LEFT_EYE,
  LIPS_INNER,
  LIPS_OUTER,
  RIGHT_EYE,
} from '../../src/engine/track/mesh-points.ts';
import { openBuiltModels } from './support/models.ts';
import { frankStill } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

/** Points in the middle of the cheeks, farther out, and of the chin. */
const LEFT_CHEEK = 50;
const RIGHT_CHEEK = 280;
const LEFT_SIDE = 123;
const RIGHT_SIDE = 352;
const CHIN = 199;
/** Between brows and hair, and in the middle of a brow. */
const FOREHEAD = 151;
const BROW = 65;
/** Red, green and blue of lips. */
const LIPS = [150, 60, 60] as const;
/** Just above the nose. */
const FOREHEAD_MIDDLE = 9;

let models: OpenedTrackerModels;
let photo: RgbaImage;
let face: TrackedFace;
/** Of the photo as it is. */
let plain: FaceSource;

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
  photo = await readStill(frankStill('02159'), { maxSide: 1920 });
  face = createFaceFinder(models).find(toI420(photo))[0]!;
  plain = prepareSource(photo, face, models.canonicalFace);
}, 120_000);

afterAll(() => {
  models.close();
});

describe('a source prepared from a photo', () => {
  it('replaces hair over one cheek by the other cheek', () => {
    const edge = toX(LEFT_CHEEK);
    const source = prepare((x) => (x < edge ? [38, 26, 20] : null));
    for (const point of [LEFT_SIDE, RIGHT_SIDE, CHIN]) {
      expect(maskAt(source, point)).toBeGreaterThan(150);
    }
    expect(redAt(source, LEFT_SIDE)).toBeGreaterThan(90);
  });

  it('removes strands of hair from the forehead, and keeps the brows', () => {
    const [x0, y0] = [toX(FOREHEAD), toY(FOREHEAD)];
    const source = prepare((x, y, colour) =>
      Math.abs(x - x0) < 25 && Math.abs(y - y0) < 2 ? colour.map((value) => value * 0.6) : null,
    );
    expect(redAt(source, FOREHEAD) / redAt(plain, FOREHEAD)).toBeGreaterThan(0.9);
    expect(redAt(source, BROW) / redAt(plain, BROW)).toBeCloseTo(1, 1);
    expect(redAt(source, BROW)).toBeLessThan(0.8 * redAt(source, FOREHEAD));
  });

  it('removes the shadow of a cap from the forehead', () => {
    const edge = toY(FOREHEAD_MIDDLE);
    const source = prepare((_, y, colour) =>
      y < edge ? colour.map((value) => value * 0.45) : null,
    );
    expect(redAt(source, FOREHEAD) / redAt(plain, FOREHEAD)).toBeGreaterThan(0.65);
    expect(redAt(source, RIGHT_CHEEK) / redAt(plain, RIGHT_CHEEK)).toBeCloseTo(1, 1);
  });

  it('keeps a mole', () => {
    const [x0, y0] = [toX(RIGHT_CHEEK), toY(RIGHT_CHEEK)];
    const source = prepare((x, y) => (Math.hypot(x - x0, y - y0) < 6 ? [60, 35, 30] : null));
    expect(maskAt(source, RIGHT_CHEEK)).toBe(255);
    expect(redAt(source, RIGHT_CHEEK)).toBeLessThan(80);
  });

  it('keeps a shaded side, and its shade', () => {
    const [left, right] = [toX(LEFT_CHEEK), toX(RIGHT_CHEEK)];
    const source = prepare((x, _, colour) => {
      const light = Math.max(0.4, Math.min(1, 1 - (0.6 * (x - left)) / (right - left)));
      return colour.map((value) => value * light);
    });
    expect(maskAt(source, RIGHT_CHEEK)).toBe(255);
    const share = redAt(source, RIGHT_CHEEK) / redAt(plain, RIGHT_CHEEK);
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.55);
  });

  it('has as much room for the folds and lashes above eyes as photos have', () => {
    const { points } = createTextureLayout(models.canonicalFace, 256);
    const distance = (from: number, to: number): number =>
      Math.hypot(points[from * 2]! - points[to * 2]!, points[from * 2 + 1]! - points[to * 2 + 1]!);
    for (const [lid, fold, outer, inner] of [
      [159, 27, 33, 133],
      [386, 257, 263, 362],
    ] as const) {
      expect(distance(lid, fold) / distance(outer, inner)).toBeGreaterThan(0.14);
    }
  });

  it('leaves glasses that stay at the rim of a face, and the skin beside them', () => {
    const size = 256;
    const layout = createTextureLayout(models.canonicalFace, size);
    const shown = new Float32Array(size * size);
    fillOutline(shown, layout, { outline: FACE_OVAL, value: 1, growth: 0.8 });
    const glasses = new Float32Array(size * size);
    for (const outline of [LEFT_EYE, RIGHT_EYE]) {
      fillOutline(glasses, layout, { outline, value: 1, growth: 2.4 });
    }
    const green = complete(
      (at, skin, channel) => (shown[at] === 0 ? 120 + 5 * channel : glasses[at]! > 0 ? 45 : skin),
      { layout, facing: shown.slice().fill(1), beside: 120, hasGlasses: true },
    );
    // The darkness of the frame would be taken for shade on the skin.
    expect(Math.max(...green)).toBeLessThan(200);
  });

  it.each([0.75, 1.3])('leaves out a contour of %s of the light at a jaw', (contour) => {
    const size = 256;
    const layout = createTextureLayout(models.canonicalFace, size);
    const facing = new Float32Array(size * size);
    fillOutline(facing, layout, { outline: FACE_OVAL, value: 1 });
    const inner = new Float32Array(size * size);
    fillOutline(inner, layout, { outline: FACE_OVAL, value: 1, growth: 0.98 });
    const green = complete(
      (at, skin) => skin * (inner[at] === 0 && at > size * size * 0.7 ? contour : 1),
      { layout, facing },
    );
    const jaw = green.filter((_, at) => facing[at]! > 0 && at > size * size * 0.72);
    expect(Math.min(...jaw)).toBeGreaterThan(135);
    expect(Math.max(...jaw)).toBeLessThan(165);
  });

  it('keeps lips beside the slit between them', () => {
    const size = 256;
    const layout = createTextureLayout(models.canonicalFace, size);
    const facing = new Float32Array(size * size);
    fillOutline(facing, layout, { outline: FACE_OVAL, value: 1 });
    fillOutline(facing, layout, { outline: LIPS_INNER, value: 0, growth: 1.3 });
    const lips = new Float32Array(size * size);
    fillOutline(lips, layout, { outline: LIPS_OUTER, value: 1 });
    const green = complete((at, skin, channel) => (lips[at] === 0 ? skin : LIPS[channel]!), {
      layout,
      facing,
    });
    const shown = green.filter((_, at) => lips[at]! > 0 && facing[at]! > 0);
    expect(shown.reduce((sum, value) => sum + value, 0) / shown.length).toBeCloseTo(LIPS[1], 0);
  });

  it('keeps a beard', () => {
    const mouth = toY(164);
    const source = prepare((_, y, colour) => {
      const isSkin = colour[0]! > 110 && colour[0]! > colour[2]! + 15;
      return y > mouth && isSkin ? colour.map((value) => value * 0.3) : null;
    });
    for (const point of [CHIN, 210, 430]) {
      expect(maskAt(source, point)).toBeGreaterThan(200);
      expect(redAt(source, point)).toBeLessThan(90);
    }
  });

  it('continues a beard to the outline of the jaw', () => {
    const mouth = toY(164);
    const source = prepare((x, y, colour) => {
      const isSkin = colour[0]! > 110 && colour[0]! > colour[2]! + 15;
      // Vertical strands, three pixels wide.
      return y > mouth && isSkin ? colour.map((value) => value * (x % 6 < 3 ? 0.2 : 0.55)) : null;
    });
    const { points, size } = source.layout;
    const [lipX, lipY] = [points[164 * 2]!, points[164 * 2 + 1]!];
    for (const point of [149, 378, 152]) {
      const x = Math.round(lipX + (points[point * 2]! - lipX) * 0.95);
      const y = Math.round(lipY + (points[point * 2 + 1]! - lipY) * 0.95);
      const row = source.colours.red.subarray(y * size + x - 5, y * size + x + 6);
      expect(Math.max(...row) - Math.min(...row)).toBeGreaterThan(50);
    }
  });
});

type Paint = (x: number, y: number, colour: readonly number[]) => readonly number[] | null;

/** The photo painted over, with the face as it was found before. */
function prepare(paint: Paint): FaceSource {
  const pixels = Uint8Array.from(photo.pixels);
  for (let at = 0; at < pixels.length; at += 4) {
    const x = (at / 4) % photo.width;
    const y = Math.floor(at / 4 / photo.width);
    const colour = paint(x, y, [...pixels.subarray(at, at + 3)]);
    if (colour !== null) {
      pixels.set(colour, at);
    }
  }
  return prepareSource({ ...photo, pixels }, face, models.canonicalFace);
}

/** Returns the green of a texture after its skin was completed; `paint` returns a colour of the face for its skin. */
function complete(
  paint: (at: number, skin: number, channel: number) => number,
  {
    layout,
    facing,
    beside = 60,
    hasGlasses = false,
  }: {
    readonly layout: TextureLayout;
    readonly facing: Float32Array;
    readonly beside?: number;
    readonly hasGlasses?: boolean;
  },
): Float32Array {
  const grainAt = (at: number): number => ((at * 7919) % 13) - 6;
  const paintPlane = (skin: number, channel: number): Float32Array =>
    Float32Array.from(facing, (_, at) => paint(at, skin, channel) + grainAt(at));
  const [red, green, blue] = [paintPlane(200, 0), paintPlane(150, 1), paintPlane(120, 2)];
  const colours = Float32Array.from(
    { length: 3000 },
    (_, at) => beside + 5 * (at % 3) + grainAt(at),
  );
  const surroundings = { colours, count: 1000 };
  completeSkin(
    { red, green, blue },
    { facing, far: null, yaw: 0, layout, surroundings, hasGlasses },
  );
  return green;
}

function toX(point: number): number {
  return face.landmarks[point * 3]!;
}

function toY(point: number): number {
  return face.landmarks[point * 3 + 1]!;
}

function toIndex({ layout: { points, size } }: FaceSource, point: number): number {
  return Math.floor(points[point * 2 + 1]!) * size + Math.floor(points[point * 2]!);
}

function maskAt(source: FaceSource, point: number): number {
  return source.mask[toIndex(source, point)]!;
}

function redAt(source: FaceSource, point: number): number {
  return source.colours.red[toIndex(source, point)]!;
}
