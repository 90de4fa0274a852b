import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHairMatte } from '../../src/engine/face/draw/hair-matte.ts';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import { createRimMemory, createRimMeter } from '../../src/engine/face/draw/rim-colours.ts';
import { createSkinColours } from '../../src/engine/face/draw/skin-field.ts';
import { prepareSource, type FaceSource } from '../../src/engine/face/source/face-source.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { openKernelArena } from '../../src/engine/pixels/simd/kernels.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import type { TrackedFace } from '../../src/engine/track/face-track.ts';
import { MESH_POINT_COUNT } from '../../src/engine/track/mesh-points.ts';
import { deviation, mean } from '../../src/engine/vision/math.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { drawCharacter } from '../../tools/characters/draw-character.ts';
import { openBuiltModels } from './support/models.ts';
import { addNoise } from './support/moving-still.ts';
import { readStill } from './support/stills.ts';
import { copyFrame } from './support/tracked-clip.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const [WIDTH, HEIGHT] = [480, 640];
const FRAME_US = 40_000;
const NOISE = 3;
/** Maximum flicker of a result under hair, relative to that of the camera's frames. */
const MORE_FLICKER = 1.25;
const BLACK = 16;
/** Maximum change of skin from one measurement to the next, in steps of luma. */
const MAX_JUMP = 25;
/** One temple is beyond this x of the texture. */
const OF_TEMPLE = 0.75;
const [NOSE_TIP, MOUTH_CORNER, UPPER_LIP] = [4, 61, 13];
/** Mean error of the matte beside objects. */
const BESIDE = 0.1;
/** The same within hair that hides a temple: the corner of the eye stays out of it. */
const HIDDEN_TEMPLE = 0.33;

let models: OpenedTrackerModels;
let source: FaceSource;
let face: TrackedFace;
let bald: Buffer;
/** The swapped face without things. */
let bare: I420Frame;
let scenes: ReadonlyMap<string, Scene>;

/** A face with things before it. */
interface Scene {
  readonly frame: I420Frame;
  /** Coverage of each pixel by the objects, 0..255. */
  readonly cover: Uint8Array;
}

/** Colours of the objects, and the mean error of the matte inside: colours near skin are less certain. */
const things = {
  'dark hair': { colour: '#1c1512', inside: 0.2 },
  leaves: { colour: '#2c5a24', inside: 0.28 },
  'red hair': { colour: '#7a3216', inside: 0.33 },
};
const names = ['dark hair', 'leaves', 'red hair'] as const;

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
  const [maya] = appearances;
  const drawn = await drawCharacter(
    { ...maya!, hair: { ...maya!.hair, style: 'none' } },
    models.canonicalFace,
  );
  bald = await sharp(drawn).resize(WIDTH, HEIGHT).png().toBuffer();
  face = createFaceFinder(models).find(await readStill(sharp(bald)))[0]!;
  scenes = new Map(
    await Promise.all(
      names.map(async (name) => [name, await hang(strands(), things[name].colour)] as const),
    ),
  );
  // Its own face: nothing is warped, so objects must stay at their drawn positions.
  const pixels = await sharp(bald).ensureAlpha().raw().toBuffer();
  source = prepareSource({ width: WIDTH, height: HEIGHT, pixels }, face, models.canonicalFace);
  const { frame } = await hang('', '#000');
  bare = swap([frame, frame, frame]).at(-1)!;
});

afterAll(() => models.close());

describe('objects before a swapped face', () => {
  it.each(names)('stay in front: %s', (name) => {
    const errors = compare(scenes.get(name)!);
    expect(errors.inside).toBeLessThan(things[name].inside);
    expect(errors.beside).toBeLessThan(BESIDE);
  });

  it('stays in front of the end of a brow as well when it hides the whole temple', async () => {
    const curtain = `<path d="M${place(1.2, -0.1)}L${place(0.84, -0.1)}L${place(0.86, 0.6)}L${place(1.2, 0.6)}" fill="currentColor"/>`;
    const scene = await hang(curtain, things['dark hair'].colour);
    expect(compare(scene).inside).toBeLessThan(HIDDEN_TEMPLE);
  });

  it.each([
    ['hair', 0, 1],
    ['skin in the shade', 1, 0],
  ])('hides the temple if it is hair: %s', (_, chroma, hidden) => {
    const { texture } = models.canonicalFace;
    const shown = createSkinColours();
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const light = texture[point * 2]! < OF_TEMPLE ? 1 : 0.35;
      const tint = light === 1 ? 1 : light * chroma;
      shown.y[point] = BLACK + 130 * light;
      shown.u[point] = 128 - 15 * tint;
      shown.v[point] = 128 + 22 * tint;
    }
    const memory = createRimMemory();
    const { frame } = scenes.get('dark hair')!;
    const colours = { shown, steady: shown, fresh: shown };
    const view = { frame, mesh: face.landmarks, ...colours, black: BLACK };
    createRimMeter(models.canonicalFace).measure(memory, { ...view, elapsedUs: null });
    expect(memory.colours.hiddenTemples).toEqual([0, hidden]);
  });

  it('keeps the colour of skin in the shade steady where its hue is noisy', () => {
    const { texture } = models.canonicalFace;
    const meter = createRimMeter(models.canonicalFace);
    const memory = createRimMemory();
    const { frame } = scenes.get('dark hair')!;
    let last: Float32Array | null = null;
    let jump = 0;
    for (let index = 0; index < 12; index += 1) {
      const shown = createSkinColours();
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        const light = texture[point * 2]! < 0.6 ? 1 : 0.4;
        const turned = light === 1 || index % 2 === 0 ? 0 : 0.3;
        shown.y[point] = BLACK + 130 * light;
        shown.u[point] = 128 + light * (-15 + 22 * turned);
        shown.v[point] = 128 + light * (22 + 15 * turned);
      }
      const colours = { shown, steady: shown, fresh: shown };
      const view = { frame: flat(frame), mesh: face.landmarks, ...colours, black: BLACK };
      meter.measure(memory, { ...view, elapsedUs: index === 0 ? null : 100_000 });
      const { y } = memory.colours.skin;
      jump =
        last === null ? 0 : Math.max(jump, ...y.map((value, at) => Math.abs(value - last![at]!)));
      last = y.slice();
    }
    expect(jump).toBeLessThan(MAX_JUMP);
  });

  it('follows new colours and turns, and keeps its coefficients between samples', () => {
    const matte = createHairMatte(openKernelArena(), models.canonicalFace);
    const { colours } = createRimMemory();
    Object.assign(colours, { middle: 130, chin: 130 });
    colours.skin.y.fill(146);
    colours.front.y.fill(30);
    const learn = (yaw: number, isSampled: boolean): Float32Array => {
      matte.learn(colours, yaw, isSampled);
      return matte.believed.slice();
    };
    const frontal = learn(0, true);
    expect(Math.max(...frontal)).toBeGreaterThan(0.9);
    expect(learn(0.1, false)).toEqual(frontal);
    expect(learn(0.4, false)).not.toEqual(frontal);
    expect(learn(0, false)).toEqual(frontal);
    colours.front.y.fill(146);
    expect(Math.max(...learn(0, true))).toBe(0);
    colours.front.y.fill(30);
    expect(learn(0, true)).toEqual(frontal);
  });

  it('believes in hair on the forehead, but in none on the cheeks of a beard', () => {
    const { texture } = models.canonicalFace;
    const low = (believed: Float32Array): Float32Array =>
      believed.filter((_, point) => texture[point * 2 + 1]! > texture[MOUTH_CORNER * 2 + 1]!);
    expect(Math.max(...low(believe({})))).toBeGreaterThan(0.5);
    const bearded = believe({ chin: 60 });
    expect(Math.max(...low(bearded))).toBe(0);
    expect(Math.max(...bearded)).toBeGreaterThan(0.9);
  });

  it('believes further inwards in what hides one point after another, or a temple', () => {
    const visible = believe({ bare: 1 });
    const [inner, below] = [believe({ bare: 0 }), believe({ bare: 1, hiddenTemples: [1, 0] })];
    const more = (believed: Float32Array): number[] =>
      [...believed.keys()].filter((point) => believed[point]! > visible[point]! + 0.3);
    expect(more(inner).length).toBeGreaterThan(10);
    const { texture } = models.canonicalFace;
    const sides = more(below).filter(
      (point) => texture[point * 2 + 1]! > texture[NOSE_TIP * 2 + 1]!,
    );
    expect(sides.length).toBeGreaterThan(2);
    expect(sides.every((point) => texture[point * 2]! < 0.5)).toBe(true);
  });

  it('believes in things on lips that were found there, and in no bright surroundings', () => {
    expect(believe({})[UPPER_LIP]).toBe(0);
    expect(believe({ occluded: 1 })[UPPER_LIP]).toBeGreaterThan(0.9);
    expect(Math.max(...believe({ front: 235 }))).toBe(0);
  });

  it('flickers no more than the frames of a noisy camera', () => {
    const { frame, cover } = scenes.get('dark hair')!;
    const frames = Array.from({ length: 8 }, (_, index) => {
      const noisy = copyFrame(frame);
      addNoise(noisy, NOISE, index + 1);
      return noisy;
    });
    const seen = computeFlicker(frames, cover);
    expect(computeFlicker(swap(frames), cover)).toBeLessThan(MORE_FLICKER * seen);
  });
});

/** Certainty of things at each point of a frontal face with skin of a luma of 146. */
function believe({
  chin = 130,
  bare = 0,
  occluded = 0,
  front = 30,
  hiddenTemples = [0, 0],
}: {
  readonly chin?: number;
  readonly bare?: number;
  readonly occluded?: number;
  readonly front?: number;
  readonly hiddenTemples?: [number, number];
}): Float32Array {
  const matte = createHairMatte(openKernelArena(), models.canonicalFace);
  const { colours } = createRimMemory();
  Object.assign(colours, { middle: 130, chin, hiddenTemples });
  colours.skin.y.fill(146);
  colours.front.y.fill(front);
  colours.bare.fill(bare);
  colours.occluded.fill(occluded);
  matte.learn(colours, 0, true);
  return matte.believed;
}

/** The frame without its edges. */
function flat(frame: I420Frame): I420Frame {
  const copy = copyFrame(frame);
  copy.y.fill(128);
  return copy;
}

const place = (x: number, y: number): string =>
  `${face.box.left + x * face.box.width} ${face.box.top + y * face.box.height}`;

/** A fringe, strands of two to six pixels over temples and cheeks, and curtains along both sides. */
function strands(): string {
  const lines = [
    [0.3, -0.1, 0.36, 0.05, 0.34, 0.13],
    [0.55, -0.1, 0.6, 0.05, 0.62, 0.13],
    [0.9, 0, 0.94, 0.25, 0.92, 0.5],
    [0.1, 0, 0.05, 0.25, 0.06, 0.5],
  ].map(
    ([x, y, x1, y1, x2, y2], index) =>
      `<path d="M${place(x!, y!)}Q${place(x1!, y1!)} ${place(x2!, y2!)}" stroke-width="${2 + index}"/>`,
  );
  const curtain = `<path d="M${place(1.2, -0.1)}L${place(0.8, -0.1)}Q${place(0.98, 0.2)} ${place(0.97, 0.6)}L${place(1.2, 0.6)}" fill="currentColor"/>`;
  const side = `<path d="M${place(-0.2, -0.1)}L${place(0.12, -0.1)}Q${place(0.02, 0.1)} ${place(0.02, 0.6)}L${place(-0.2, 0.6)}" fill="currentColor"/>`;
  const fringe = `<path d="M${place(0.2, -0.2)}L${place(0.5, 0.1)}L${place(0.75, -0.2)}Z" fill="currentColor"/>`;
  return lines.join('') + side + curtain + fringe;
}

/** Draws objects in front of the face; `cover` is their alpha, 0..255. */
async function hang(things: string, colour: string): Promise<Scene> {
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><g color="${colour}" stroke="${colour}" fill="none">${things}</g></svg>`,
  );
  const cover = await sharp(svg).ensureAlpha().extractChannel(3).raw().toBuffer();
  return {
    frame: await readStill(
      sharp(
        await sharp(bald)
          .composite([{ input: svg }])
          .png()
          .toBuffer(),
      ),
    ),
    cover,
  };
}

/** Swaps the face of frames one after the other. */
function swap(frames: readonly I420Frame[]): readonly I420Frame[] {
  const swapper = createFaceSwapper(source);
  const swapped = frames.map((frame, index) => {
    const copy = copyFrame(frame);
    swapper.swap(copy, { ...face, isNew: index === 0 }, index * FRAME_US);
    return copy;
  });
  swapper.close();
  return swapped;
}

/** Pixels of the upper half of the face. */
function* upperFace(): Generator<number> {
  const { left, top, width, height } = face.box;
  for (let y = Math.ceil(top); y < top + height * 0.55; y += 1) {
    for (let x = Math.ceil(left); x < left + width; x += 1) {
      yield y * WIDTH + x;
    }
  }
}

/** Returns the error of the result against objects drawn over the bare result, as a fraction of their difference. */
function compare({ frame, cover }: Scene): { readonly inside: number; readonly beside: number } {
  const [, , covered] = swap([frame, frame, frame]);
  const colour = mean(Float32Array.from(frame.y.filter((_, at) => cover[at] === 255)));
  const errors: { readonly inside: number[]; readonly beside: number[] } = {
    inside: [],
    beside: [],
  };
  for (const at of upperFace()) {
    const [without, alpha] = [bare.y[at]!, cover[at]! / 255];
    const error = Math.abs(covered!.y[at]! - without - (colour - without) * alpha);
    errors[alpha > 0.3 ? 'inside' : 'beside'].push(
      error / Math.max(30, Math.abs(colour - without)),
    );
  }
  return { inside: mean(errors.inside), beside: mean(errors.beside) };
}

/** The mean standard deviation over time of luma where things hang. */
function computeFlicker(frames: readonly I420Frame[], cover: Uint8Array): number {
  const covered = [...upperFace()].filter((at) => cover[at]! > 25);
  return mean(covered.map((at) => deviation(frames.map(({ y }) => y[at]!))));
}
