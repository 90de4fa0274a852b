import { describe, expect, it, vi } from 'vitest';
import { measureChoice } from '../../../src/capabilities/kit/measure-choice.ts';
import { builtInChoice } from '../../../src/contract/model-packs.ts';
import { createPackRegistry, listPacks } from '../../../src/engine/packs/pack-registry.ts';
import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';
import { openTalkPacks, type TalkPacks } from '../../../src/engine/talk/neural/open-talk-packs.ts';
import type { TalkChoice } from '../../../src/engine/talk/neural/select-talk-packs.ts';
import { MESH_POINT_COUNT } from '../../../src/engine/track/mesh-points.ts';
import { preparePackWork, putModels } from './pack-work.ts';
import { TinyModel } from './tiny-model.ts';
import { createTinyBlendshapes, createTinyLivePortrait, createTinyPainter } from './tiny-talk.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const [WIDTH, HEIGHT] = [320, 240];
const RATE_HZ = 16_000;
const LIPS = [13, 14] as const;

const work = preparePackWork<TalkPacks>();
const put = (files: Readonly<Record<string, Uint8Array>>) => putModels(work.folder, files);

async function open(choice: Partial<TalkChoice>): Promise<TalkPacks> {
  work.opened = await openTalkPacks(
    createPackRegistry(work.folder),
    work.pool,
    { soundToMouth: null, mouthPainter: null, portraitAnimator: null, ...choice },
    { providers: ['cpu'] },
  );
  return work.opened;
}

/** A second of silence, a second that is so loud, a second of silence. */
function makeSound(level: number) {
  const samples = new Float32Array(3 * RATE_HZ);
  for (let at = RATE_HZ; at < 2 * RATE_HZ; at += 1) {
    samples[at] = at % 32 < 16 ? level : -level;
  }
  return { samples, sampleRateHz: RATE_HZ };
}

/** The average face in the middle of a frame, with its lips this many pixels further apart. */
function makeMesh(gap = 0): Float32Array {
  const mesh = new Float32Array(MESH_POINT_COUNT * 3);
  for (let at = 0; at < mesh.length; at += 3) {
    mesh[at] = WIDTH / 2 + work.canonicalFace.positions[at]! * 9;
    mesh[at + 1] = HEIGHT / 2 - work.canonicalFace.positions[at + 1]! * 9;
  }
  mesh[LIPS[1] * 3 + 1]! += gap;
  return mesh;
}

function makeFrame(level = 120): I420Frame {
  const frame = createI420Frame(WIDTH, HEIGHT);
  frame.y.fill(level);
  frame.u.fill(128);
  frame.v.fill(128);
  return frame;
}

/** The luma this many pixels below a mesh point. */
function lumaAt({ y, strideY }: I420Frame, mesh: Float32Array, point: number, down = 0): number {
  const [column, row] = [mesh[point * 3]!, mesh[point * 3 + 1]! + down];
  return y[Math.round(row) * strideY + Math.round(column)]!;
}

describe('the list of models', () => {
  it('recognises talking models by shape, and their licence by the name of the makers', async () => {
    await put({
      'LAM_audio2exp.onnx': createTinyBlendshapes(),
      'hears.onnx': createTinyBlendshapes({ samples: 'samples', identities: 0 }),
      'wav2lip_gan_96.onnx': createTinyPainter({ size: 96 }),
      'wav2lip_384.onnx': createTinyPainter({
        size: 384,
        names: ['mel_spectrogram', 'video_frames'],
      }),
      'edtalk_256.onnx': createTinyPainter({ size: 256, hasWeight: true }),
    });
    const { packs } = await listPacks(work.folder);
    expect(packs.map(({ id, kind, label, isUsable }) => [id, kind, label, isUsable])).toEqual([
      ['LAM_audio2exp.onnx', 'sound_to_mouth', 'LAM Audio2Expression', true],
      ['hears.onnx', 'sound_to_mouth', 'Wav2ARKit', true],
      ['edtalk_256.onnx', 'mouth_painter', 'EDTalk', true],
      ['wav2lip_384.onnx', 'mouth_painter', 'Wav2Lip', true],
      ['wav2lip_gan_96.onnx', 'mouth_painter', 'Wav2Lip', true],
    ]);
    expect(packs.map(({ licence }) => licence.use)).toEqual([
      'open',
      'unknown',
      'open',
      'non_commercial',
      'non_commercial',
    ]);
    expect(packs[1]!.note).toBe('Taken for Wav2ARKit by its shape; its name says nothing.');
  });

  it('names the missing files of LivePortrait', async () => {
    const { 'live_portrait_motion_extractor.onnx': motion, ...others } = createTinyLivePortrait();
    await put(others);
    const find = async () =>
      (await listPacks(work.folder)).packs.find(({ kind }) => kind === 'portrait_animator');
    expect(await find()).toMatchObject({
      isUsable: false,
      note: 'LivePortrait needs more of its files: put live_portrait_motion_extractor.onnx into the folder.',
    });
    await put({ 'live_portrait_motion_extractor.onnx': motion! });
    expect(await find()).toMatchObject({ isUsable: true, label: 'LivePortrait' });
  });

  it('recognises networks that are too slow, and does not offer them', async () => {
    const model = new TinyModel();
    const latents = model.input('latents', [1, 8, 32, 32]);
    model.input('timestep', [1]);
    model.input('audio', [1, 50, 384]);
    model.output('out', latents, [1, 8, 32, 32]);
    await put({ 'unet.onnx': model.finish() });
    expect((await listPacks(work.folder)).packs[0]).toMatchObject({
      label: 'MuseTalk',
      isUsable: false,
      note: 'It takes seconds for every frame: Guise does not run it.',
    });
    await expect(open({ mouthPainter: 'unet.onnx' })).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('takes seconds') as string,
    });
  });

  it('opens no model as another kind', async () => {
    await put({ 'wav2lip_96.onnx': createTinyPainter({ size: 96 }) });
    await expect(open({ soundToMouth: 'wav2lip_96.onnx' })).rejects.toMatchObject({
      code: 'unsupported_format',
      message: 'Wav2Lip cannot be used. It is a mouth_painter, and no sound_to_mouth.',
    });
    await expect(open({ mouthPainter: 'gone.onnx' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a network that moves mouths by audio', () => {
  it.each([
    ['of a second', createTinyBlendshapes()],
    ['of any length', createTinyBlendshapes({ samples: 'samples', identities: 0 })],
  ])('opens them during speech, with windows %s', async (_, bytes) => {
    await put({ 'ear.onnx': bytes });
    const { soundToMouth, facts } = await open({ soundToMouth: 'ear.onnx' });
    const timesMs = [500, 980, 1020, 1200, 1500, 1800, 2500];
    const mouths = await soundToMouth!.measure(makeSound(0.2), timesMs);
    // A jaw of 3 times 0.2 opens lips by 0.55 of it.
    const opens = mouths.map(({ open: gap }) => gap / (0.55 * 0.6));
    expect(opens[0]).toBe(0);
    expect(opens[1]! + opens[2]!).toBeCloseTo(1, 1);
    for (const index of [3, 4, 5]) {
      expect(opens[index]).toBeCloseTo(1, 3);
    }
    expect(opens[6]).toBe(0);
    expect(mouths[4]!.jaw).toBeCloseTo(0.22 * 0.6, 3);
    expect(facts[0]).toMatchObject({ kind: 'sound_to_mouth', provider: 'cpu' });
  });
});

describe('a network that renders mouths', () => {
  it.each([
    ['that sees a face twice', createTinyPainter({ size: 96 })],
    ['with a weight', createTinyPainter({ size: 256, hasWeight: true })],
  ])('%s renders during speech, below the nose, in the light of the frame', async (_, bytes) => {
    await put({ 'paints.onnx': bytes });
    const { openPainter } = await open({ mouthPainter: 'paints.onnx' });
    const painter = openPainter!(makeSound(0.5));
    const mesh = makeMesh();
    const before = makeFrame();
    const silent = makeFrame();
    await painter.paint(silent, { timeMs: 300, mesh, visible: 1 });
    // The painter darkens all it paints by a fifth, which is no light of the frame.
    const off = silent.y.map((value, at) => Math.abs(value - before.y[at]!));
    expect(Math.max(...off)).toBeLessThanOrEqual(2);
    const loud = makeFrame();
    await painter.paint(loud, { timeMs: 1500, mesh, visible: 1 });
    expect(lumaAt(loud, mesh, LIPS[1])).toBeLessThan(40);
    for (const point of [1, 6, 10, 33, 263]) {
      expect(lumaAt(loud, mesh, point)).toBe(120);
    }
    const half = makeFrame();
    await painter.paint(half, { timeMs: 1500, mesh, visible: 0.5 });
    expect(lumaAt(half, mesh, LIPS[1])).toBeGreaterThan(lumaAt(loud, mesh, LIPS[1]) + 20);
  });
});

describe('a network that moves a portrait', () => {
  it.each(['facefusion', 'plain'] as const)(
    'renders the face with the requested lips, lids and pose, and nothing beside it (%s)',
    async (dialect) => {
      await put(createTinyLivePortrait(dialect));
      const { openAnimator, facts } = await open({
        portraitAnimator: 'live_portrait_generator.onnx',
      });
      expect(facts.map(({ family }) => family)).toEqual([
        'live_portrait',
        'live_portrait_features',
        'live_portrait_motion',
        'live_portrait_lips',
        'live_portrait_lids',
      ]);
      const animator = await openAnimator!({ frame: makeFrame(), landmarks: makeMesh() });
      const calm = { mesh: makeMesh(), yaw: 0, pitch: 0, lids: 0 };
      const draw = async (change: Partial<typeof calm>): Promise<I420Frame> => {
        const frame = makeFrame(20);
        await animator.animate(frame, { ...calm, ...change });
        return frame;
      };
      const nose = (frame: I420Frame): number => lumaAt(frame, calm.mesh, 1);
      const still = await draw({});
      expect(lumaAt(still, calm.mesh, 10, -30)).toBe(20);
      // The tiny generator gets brighter the further points move to the right: with parted lips,
      const parted = await draw({ mesh: makeMesh(8) });
      expect(nose(parted)).toBeGreaterThan(nose(still));
      // with lids less open than they were it gets darker,
      expect(nose(await draw({ lids: 1 }))).toBeLessThan(nose(still));
      // and points before the head go with it to the right, where its yaw is negative.
      expect(nose(await draw({ yaw: 0.1 }))).toBeGreaterThan(nose(still));
      expect(Math.abs(nose(await draw({ pitch: 0.1 })) - nose(still))).toBeLessThanOrEqual(1);
    },
  );
});

it('a choice that makes faces talk is measured by the time of each of its models', async () => {
  await put({
    'ear.onnx': createTinyBlendshapes(),
    'paints.onnx': createTinyPainter({ size: 96 }),
  });
  const choice = { ...builtInChoice, soundToMouth: 'ear.onnx', mouthPainter: 'paints.onnx' };
  const { frameMs, packs } = await measureChoice({ folder: work.folder, choice });
  expect(frameMs).toBeNull();
  expect(packs.map(({ label }) => label)).toEqual(['LAM Audio2Expression', 'Wav2Lip']);
  const none = measureChoice({ folder: work.folder, choice: builtInChoice });
  await expect(none).rejects.toMatchObject({ code: 'invalid_input' });
});
