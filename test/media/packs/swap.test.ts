import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/base/errors.ts';
import type { PackStrength } from '../../../src/engine/packs/compose/pack-swapper.ts';
import { measurePacks } from '../../../src/engine/packs/measure-packs.ts';
import {
  openPacks,
  type OpenedPacks,
  type OpenPacksOptions,
  type PackSelection,
} from '../../../src/engine/packs/open-packs.ts';
import { createPackRegistry } from '../../../src/engine/packs/pack-registry.ts';
import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';
import { selectYuvConversion } from '../../../src/engine/pixels/yuv.ts';
import { createHeadPose } from '../../../src/engine/track/head-pose.ts';
import { preparePackWork, putModels } from './pack-work.ts';
import {
  SHIFT,
  createTinyArcface,
  createTinyBisenet,
  createTinyConverter,
  createTinyEmap,
  createTinyRestorer,
  createTinySwapper,
  createTinyXseg,
  type TinySwapper,
} from './tiny-packs.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const WIDTH = 640;
const HEIGHT = 480;
const LEVEL = 1;

const work = preparePackWork<OpenedPacks>();
const put = (files: Readonly<Record<string, Uint8Array>>) => putModels(work.folder, files);

async function open(choice: PackSelection, options?: OpenPacksOptions): Promise<OpenedPacks> {
  const given = { providers: ['cpu'], ...options } as const;
  work.opened = await openPacks(createPackRegistry(work.folder), work.pool, choice, given);
  return work.opened;
}

/** A swap with the models in the folder; the source is the face itself by default. */
async function swap(
  choice: PackSelection,
  frame: I420Frame,
  face: Face,
  { source = frame, ...strength }: PackStrength & { readonly source?: I420Frame } = {},
): Promise<number> {
  work.opened?.close();
  const packs = await open(choice);
  const prepared = await packs.prepareSource([{ frame: source, landmarks: face.landmarks }]);
  return packs.createSwapper(prepared, strength).swap(frame, face);
}

interface Family {
  readonly file: string;
  readonly spec: TinySwapper;
  readonly converter?: string;
}

describe('a swapper', () => {
  const still = { sourceDims: [1, 512] } as const;
  const families: readonly Family[] = [
    { file: 'inswapper_128.onnx', spec: { ...still, size: 128, emap: createTinyEmap() } },
    { file: 'hyperswap_1a_256.onnx', spec: { ...still, size: 256 } },
    {
      file: 'simswap_256.onnx',
      spec: { size: 256, output: 'unit_from_imagenet' },
      converter: 'crossface_simswap.onnx',
    },
    {
      file: 'simswap_unofficial_512.onnx',
      spec: { size: 512 },
      converter: 'crossface_simswap.onnx',
    },
    { file: 'ghost_1_256.onnx', spec: { size: 256 }, converter: 'crossface_ghost.onnx' },
    {
      file: 'hififace_unofficial_256.onnx',
      spec: { size: 256 },
      converter: 'crossface_hififace.onnx',
    },
    { file: 'uniface_256.onnx', spec: { size: 256, sourceDims: [1, 3, 256, 256] } },
    { file: 'blendswap_256.onnx', spec: { size: 256, sourceDims: [1, 3, 112, 112] } },
    { file: 'hyperswap_half.onnx', spec: { size: 256, isHalf: true } },
    {
      file: 'simswap_visomaster_512.onnx',
      spec: { size: 512, names: { target: 'input', source: 'onnx::Gemm_1', output: 'output' } },
      converter: 'crossface_simswap.onnx',
    },
  ];

  it.each(families)(
    '$file with an identity output leaves the picture unchanged, at any position of the face',
    async ({ file, spec, converter }) => {
      await put({
        [file]: createTinySwapper({ ...spec, shift: 0 }),
        'w600k_r50.onnx': createTinyArcface(),
      });
      if (converter !== undefined) {
        await put({ [converter]: createTinyConverter() });
      }
      const packs = await open({ swapper: file });
      for (const place of [
        { x: 300, y: 230, scale: 14, turn: 0 },
        { x: 331.3, y: 251.7, scale: 11.5, turn: 0.6 },
        { x: 90, y: 400, scale: 12, turn: -2.4 },
      ]) {
        const face = placeFace(place);
        // An input of 128 pixels represents waves that are twice as long.
        const length = spec.size === 128 ? 20 : 10;
        const frame = waves(length);
        const source = await packs.prepareSource([{ frame, landmarks: face.landmarks }]);
        expect(await packs.createSwapper(source).swap(frame, face)).toBe(1);
        expect(largestDifference(frame, waves(length))).toBeLessThanOrEqual(LEVEL);
      }
    },
  );

  it('applies its output to the face and to nothing outside of it', async () => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256 }),
      'w600k_r50.onnx': createTinyArcface(),
    });
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0.2 });
    const frame = plain(120, 120, 120);
    const before = plain(120, 120, 120);
    await swap({ swapper: 'hyperswap.onnx' }, frame, face, { source: plain(240, 30, 140) });
    // The face of the source is its mean colours as -1..1, repeated, and then of length 1.
    const colours = [240, 30, 140].map((colour) => colour / 127.5 - 1);
    const length = Math.sqrt(
      Array.from({ length: 512 }, (_, at) => colours[at % 3]! ** 2).reduce((a, b) => a + b, 0),
    );
    // The tiny swapper adds it in numbers of -1..1; the middle of the face shows all of it.
    const expected = colours.map((colour) => 120 + ((colour / length) * SHIFT * 255) / 2);
    const nose = colourAt(frame, face.landmarks[4 * 3]!, face.landmarks[4 * 3 + 1]!);
    nose.forEach((colour, index) => {
      expect(Math.abs(colour - expected[index]!)).toBeLessThanOrEqual(2);
    });
    const { left, top, width, height } = face.box;
    let changed = 0;
    frame.y.forEach((value, at) => {
      const x = at % WIDTH;
      const y = Math.floor(at / WIDTH);
      const isFace =
        x >= left - 12 && x <= left + width + 12 && y >= top - 12 && y <= top + height + 12;
      if (value !== before.y[at]) {
        changed += 1;
        expect(isFace).toBe(true);
      }
    });
    expect(changed / (width * height)).toBeGreaterThan(0.3);
  });

  it('receives the face of the source through the matrix in its file', async () => {
    const emap = createTinyEmap();
    await put({
      'inswapper_128.onnx': createTinySwapper({ size: 128, emap }),
      'w600k_r50.onnx': createTinyArcface(),
    });
    const packs = await open({ swapper: 'inswapper_128.onnx' });
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    const source = await packs.prepareSource([
      { frame: plain(200, 100, 50), landmarks: face.landmarks },
      { frame: plain(100, 100, 150), landmarks: face.landmarks },
    ]);
    const feeds = source.createFeeds();
    const fed = [...feeds['source']!.values] as number[];
    const means = [150, 100, 100].map((colour) => colour / 127.5 - 1);
    const embedding = Array.from({ length: 512 }, (_, at) => means[at % 3]!);
    const mapped = Array.from({ length: 512 }, (_, column) =>
      embedding.reduce((sum, value, row) => sum + value * emap[row * 512 + column]!, 0),
    );
    const length = Math.sqrt(mapped.reduce((sum, value) => sum + value ** 2, 0));
    fed.forEach((value, at) => {
      expect(value).toBeCloseTo(mapped[at]! / length, 2);
    });
    expect(Math.hypot(...fed)).toBeCloseTo(1, 4);
    expect(feeds['source']!.values).not.toBe(source.createFeeds()['source']!.values);
  });

  it.each([
    ['simswap_256.onnx', 'crossface_simswap.onnx', 1],
    ['ghost_1_256.onnx', 'crossface_ghost.onnx', null],
  ])('%s receives the embedding of the source from %s', async (file, converter, length) => {
    await put({
      [file]: createTinySwapper({ size: 256 }),
      [converter]: createTinyConverter(),
      'w600k_r50.onnx': createTinyArcface(),
    });
    const packs = await open({ swapper: file });
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    const source = await packs.prepareSource([
      { frame: plain(200, 100, 50), landmarks: face.landmarks },
    ]);
    const fed = [...source.createFeeds()['source']!.values] as number[];
    const turned = Array.from(
      { length: 512 },
      (_, at) => 2 * ([200, 100, 50][(511 - at) % 3]! / 127.5 - 1),
    );
    const scale = length === null ? 1 : 1 / Math.hypot(...turned);
    fed.forEach((value, at) => {
      expect(value / scale).toBeCloseTo(turned[at]!, 1);
    });
  });

  it('with a mask output has its mask applied', async () => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256, hasMask: true, shift: 40 }),
      'w600k_r50.onnx': createTinyArcface(),
    });
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    const frame = plain(120, 120, 120);
    await swap({ swapper: 'hyperswap.onnx' }, frame, face, { source: plain(240, 240, 240) });
    expect(lumaAt(frame, 280, 240)).toBe(lumaAt(plain(120, 120, 120), 280, 240));
    expect(lumaAt(frame, 360, 240)).toBeGreaterThan(lumaAt(frame, 280, 240) + 20);
  });

  it.each([2, 4] as const)('processes %s times the detail on request', async (detail) => {
    await put({
      'inswapper_128.onnx': createTinySwapper({ size: 128, emap: createTinyEmap(), shift: 0 }),
      'w600k_r50.onnx': createTinyArcface(),
    });
    const face = placeFace({ x: 300, y: 230, scale: 14, turn: 0.3 });
    const [coarse, fine] = [waves(5), waves(5)];
    await swap({ swapper: 'inswapper_128.onnx' }, coarse, face);
    const loss = largestDifference(coarse, waves(5));
    await swap({ swapper: 'inswapper_128.onnx' }, fine, face, { detail });
    expect(largestDifference(fine, waves(5))).toBeLessThan(loss / 2);
  });

  it('leaves a face alone that cannot be aligned', async () => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256 }),
      'w600k_r50.onnx': createTinyArcface(),
    });
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    const frame = plain(120, 120, 120);
    const aside = { ...face, pose: { ...face.pose, yaw: 1.5 } };
    expect(await swap({ swapper: 'hyperswap.onnx' }, frame, aside)).toBe(0);
    expect(largestDifference(frame, plain(120, 120, 120))).toBe(0);
  });

  it('may be at the edge of the frame or beyond', async () => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256, shift: 40 }),
      'w600k_r50.onnx': createTinyArcface(),
    });
    const packs = await open({ swapper: 'hyperswap.onnx' });
    const middle = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    const white = plain(240, 240, 240);
    const source = await packs.prepareSource([{ frame: white, landmarks: middle.landmarks }]);
    const swapper = packs.createSwapper(source);
    for (const [x, y, isSeen] of [
      [0, 240, true],
      [640, 480, true],
      [320, -400, false],
    ] as const) {
      const frame = plain(120, 120, 120);
      const strength = await swapper.swap(frame, placeFace({ x, y, scale: 13, turn: 0 }));
      expect(strength).toBe(isSeen ? 1 : 0);
      expect(largestDifference(frame, plain(120, 120, 120)) > 0).toBe(isSeen);
    }
  });

  it('that fails reports it', async () => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256, isOff: 'numbers' }),
      'w600k_r50.onnx': createTinyArcface(),
    });
    await expect(open({ swapper: 'hyperswap.onnx' })).rejects.toMatchObject({
      code: 'processing_failed',
      message: expect.stringMatching(/HyperSwap 256 cannot run\. cpu gives numbers/) as string,
    });
  });

  it('ends at an abort', async () => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256 }),
      'w600k_r50.onnx': createTinyArcface(),
    });
    const packs = await open({ swapper: 'hyperswap.onnx' });
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    const frame = plain(120, 120, 120);
    const source = await packs.prepareSource([{ frame, landmarks: face.landmarks }]);
    const swapper = packs.createSwapper(source);
    const abort = new AbortController();
    const ended = swapper.swap(frame, face, abort.signal);
    abort.abort(new AppError('cancelled', 'Enough.'));
    await expect(ended).rejects.toThrow('Enough.');
    expect(await swapper.swap(frame, face), 'and works on').toBe(1);
  });
});

describe('a restorer', () => {
  it.each([
    ['gfpgan_1.4.onnx', 512],
    ['gpen_bfr_256.onnx', 256],
    ['GPEN-BFR-1024.onnx', 1024],
  ] as const)('%s with an identity output leaves the picture unchanged', async (restorer, size) => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256, shift: 0 }),
      'w600k_r50.onnx': createTinyArcface(),
      [restorer]: createTinyRestorer(size, 1),
    });
    const frame = waves();
    const face = placeFace({ x: 310, y: 240, scale: 14, turn: -0.4 });
    await swap({ swapper: 'hyperswap.onnx', restorer }, frame, face, { restorerBlend: 1 });
    expect(largestDifference(frame, waves())).toBeLessThanOrEqual(LEVEL);
  });

  it('has the requested strength and fidelity', async () => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256, shift: 0 }),
      'w600k_r50.onnx': createTinyArcface(),
      'codeformer.onnx': createTinyRestorer(512, 'weight'),
    });
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    const frame = plain(200, 200, 200);
    await swap({ swapper: 'hyperswap.onnx', restorer: 'codeformer.onnx' }, frame, face, {
      restorerBlend: 0.5,
      restorerFidelity: 0.25,
    });
    // In values of -1..1 the tiny restorer returns a quarter; half of that change is blended in.
    const restored = (((200 / 127.5 - 1) * 0.25 + 1) * 127.5 + 200) / 2;
    for (const colour of colourAt(frame, face.landmarks[12]!, face.landmarks[13]!)) {
      expect(Math.abs(colour - restored)).toBeLessThanOrEqual(2);
    }
  });
});

describe('an occluder', () => {
  it.each([
    ['xseg_1.onnx', createTinyXseg('pixels')],
    ['xseg_2.onnx', createTinyXseg('planes')],
  ])('%s keeps objects in front of the face', async (occluder, bytes) => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256, shift: 40 }),
      'w600k_r50.onnx': createTinyArcface(),
      [occluder]: bytes,
    });
    // Blue is the first colour an XSeg sees: its left half is blue, its right half red.
    const make = (): I420Frame => split([40, 40, 250], [250, 40, 4]);
    const frame = make();
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    await swap({ swapper: 'hyperswap.onnx', occluders: [occluder] }, frame, face, {
      source: plain(240, 240, 240),
    });
    expect(lumaAt(frame, 290, 240)).toBeGreaterThan(lumaAt(make(), 290, 240) + 20);
    expect(lumaAt(frame, 345, 240)).toBe(lumaAt(make(), 345, 240));
  });

  it('may be a parser that separates skin from hair', async () => {
    await put({
      'hyperswap.onnx': createTinySwapper({ size: 256, shift: 40 }),
      'w600k_r50.onnx': createTinyArcface(),
      'bisenet_resnet_34.onnx': createTinyBisenet(),
    });
    const make = (): I420Frame => split([20, 20, 20], [180, 180, 180]);
    const frame = make();
    const face = placeFace({ x: 320, y: 240, scale: 13, turn: 0 });
    const choice = { swapper: 'hyperswap.onnx', occluders: ['bisenet_resnet_34.onnx'] };
    await swap(choice, frame, face, { source: plain(240, 240, 240) });
    expect(lumaAt(frame, 295, 240)).toBe(lumaAt(make(), 295, 240));
    expect(lumaAt(frame, 350, 240)).toBeGreaterThan(lumaAt(make(), 350, 240) + 20);
  });

  it('is not used as a swapper', async () => {
    await put({ 'xseg_1.onnx': createTinyXseg('pixels') });
    await expect(open({ swapper: 'xseg_1.onnx' })).rejects.toMatchObject({
      code: 'unsupported_format',
      message: 'XSeg (occluder) cannot be used as swapper.',
    });
  });
});

describe('the execution provider of packs', () => {
  it('is the fastest that works, with the reasons against the others', async () => {
    await put({
      'uniface_256.onnx': createTinySwapper({ size: 256, sourceDims: [1, 3, 256, 256] }),
    });
    const packs = await open(
      { swapper: 'uniface_256.onnx' },
      { providers: ['tensorrt', 'coreml', 'cpu'] },
    );
    const [facts] = packs.facts;
    expect(facts).toMatchObject({ family: 'uniface', label: 'UniFace 256', kind: 'swapper' });
    if (facts?.provider === 'cpu') {
      expect(facts.providerNote).toMatch(/tensorrt .*\. coreml .*\./);
    }
  });

  it('is measured, and the slower one is named', async () => {
    await put({
      'uniface_256.onnx': createTinySwapper({ size: 256, sourceDims: [1, 3, 256, 256] }),
    });
    // Each provider makes three runs. The first prepares; the best of the others counts.
    const readings = [0, 0, 50, 50, 110, 200, 200, 230, 230, 250];
    const nowMs = (): number => readings.shift() ?? Number.NaN;
    const packs = await open({ swapper: 'uniface_256.onnx' }, { providers: ['cpu', 'cpu'], nowMs });
    expect(packs.facts[0]).toMatchObject({
      provider: 'cpu',
      providerNote: 'cpu is slower: 50 ms.',
      runMs: 20,
    });
  });

  it('needs no further search when it is fast', async () => {
    await put({
      'uniface_256.onnx': createTinySwapper({ size: 256, sourceDims: [1, 3, 256, 256] }),
    });
    const options = { providers: ['cpu', 'tensorrt'], nowMs: () => 0 } as const;
    const packs = await open({ swapper: 'uniface_256.onnx' }, options);
    expect(packs.facts[0]).toMatchObject({ provider: 'cpu', providerNote: null, runMs: 0 });
  });

  it('is reported in milliseconds per frame', async () => {
    await put({
      'uniface_256.onnx': createTinySwapper({ size: 256, sourceDims: [1, 3, 256, 256] }),
    });
    const packs = await open({ swapper: 'uniface_256.onnx' });
    let now = 0;
    const speed = await measurePacks(packs, work.canonicalFace, {
      frames: 3,
      nowMs: () => (now += 20),
    });
    expect(speed).toEqual({ frameMs: 20, framesPerSecond: 50 });
  });
});

type Face = ReturnType<typeof placeFace>;

/** The average face with its middle at x, y; `scale` is in pixels per centimetre. */
function placeFace({ x, y, scale, turn }: Readonly<Record<'x' | 'y' | 'scale' | 'turn', number>>) {
  const { positions } = work.canonicalFace;
  const landmarks = new Float32Array(positions.length);
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  const box = { left: Infinity, top: Infinity, width: 0, height: 0 };
  let [right, bottom] = [-Infinity, -Infinity];
  for (let at = 0; at < landmarks.length; at += 3) {
    const [px, py] = [positions[at]!, -positions[at + 1]!];
    landmarks[at] = x + px * cos - py * sin;
    landmarks[at + 1] = y + px * sin + py * cos;
    box.left = Math.min(box.left, landmarks[at]!);
    box.top = Math.min(box.top, landmarks[at + 1]!);
    right = Math.max(right, landmarks[at]!);
    bottom = Math.max(bottom, landmarks[at + 1]!);
  }
  box.width = right - box.left;
  box.height = bottom - box.top;
  return { confidence: 1, landmarks, pose: createHeadPose(), box };
}

/** Soft waves in all planes: a shift by half a pixel of a model's input changes them by two levels and more. */
function waves(length = 10): I420Frame {
  const frame = createI420Frame(WIDTH, HEIGHT);
  frame.y.forEach((_, at) => {
    const x = at % WIDTH;
    const y = Math.floor(at / WIDTH);
    frame.y[at] = 125 + 35 * Math.sin(x / length) + 35 * Math.sin(y / length);
  });
  for (let at = 0; at < frame.u.length; at += 1) {
    const x = at % frame.strideU;
    const y = Math.floor(at / frame.strideU);
    frame.u[at] = 128.5 + 10 * Math.sin(x / 20) + 6 * Math.sin(y / 25);
    frame.v[at] = 128.5 + 10 * Math.sin(y / 20) + 6 * Math.sin(x / 25);
  }
  return frame;
}

type Colour = readonly [red: number, green: number, blue: number];

function plain(red: number, green: number, blue: number): I420Frame {
  return split([red, green, blue], [red, green, blue]);
}

/** A frame with one colour on its left half and another on its right. */
function split(left: Colour, right: Colour): I420Frame {
  const frame = createI420Frame(WIDTH, HEIGHT);
  const { lumaOffset, lumaScale, redFromV, blueFromU } = selectYuvConversion(frame);
  [left, right].forEach(([red, green, blue], side) => {
    const grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    for (const [plane, value, width] of [
      [frame.y, grey / lumaScale + lumaOffset, WIDTH],
      [frame.u, 128 + (blue - grey) / blueFromU, WIDTH / 2],
      [frame.v, 128 + (red - grey) / redFromV, WIDTH / 2],
    ] as const) {
      for (let start = (side * width) / 2; start < plane.length; start += width) {
        plane.fill(Math.round(value), start, start + width / 2);
      }
    }
  });
  return frame;
}

function lumaAt(frame: I420Frame, x: number, y: number): number {
  return frame.y[Math.round(y) * frame.strideY + Math.round(x)]!;
}

function colourAt(frame: I420Frame, x: number, y: number): number[] {
  const { lumaOffset, lumaScale, redFromV, greenFromU, greenFromV, blueFromU } =
    selectYuvConversion(frame);
  const grey = (lumaAt(frame, x, y) - lumaOffset) * lumaScale;
  const at = Math.round(y / 2) * frame.strideU + Math.round(x / 2);
  const [u, v] = [frame.u[at]! - 128, frame.v[at]! - 128];
  return [grey + redFromV * v, grey + greenFromU * u + greenFromV * v, grey + blueFromU * u];
}

function largestDifference(a: I420Frame, b: I420Frame): number {
  let largest = 0;
  for (const [one, other] of [
    [a.y, b.y],
    [a.u, b.u],
    [a.v, b.v],
  ] as const) {
    for (let at = 0; at < one.length; at += 1) {
      largest = Math.max(largest, Math.abs(one[at]! - other[at]!));
    }
  }
  return largest;
}
