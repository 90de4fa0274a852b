import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSessionPool } from '../../../src/engine/models/pool/session-pool.ts';
import { createPackRegistry, listPacks } from '../../../src/engine/packs/pack-registry.ts';
import { findRvcFiles, type RvcFiles } from '../../../src/engine/packs/voice-files/rvc-files.ts';
import { toCoarsePitch } from '../../../src/engine/voice/neural/rvc/coarse-pitch.ts';
import { builtInPitchEstimator } from '../../../src/engine/voice/neural/rvc/pitch-estimator.ts';
import { openPitchEstimator } from '../../../src/engine/voice/neural/rvc/open-pitch-estimator.ts';
import {
  filePlan,
  livePlan,
  openRvcVoice,
  type RvcVoice,
} from '../../../src/engine/voice/neural/rvc/rvc-voice.ts';
import type { BlockConverter } from '../../../src/engine/voice/neural/rvc/block-converter.ts';
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import { putModels } from './pack-work.ts';
import {
  createTinyEncoder,
  createTinyMelEstimator,
  createTinyRvc,
  createTinySoundEstimator,
} from './tiny-rvc.ts';

const RATE = 16_000;
const folders: string[] = [];
const pool = createSessionPool({ threads: 1 });
const options = { threads: 1, providers: ['cpu'] } as const;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-rvc-'));
  folders.push(folder);
});

afterAll(async () => {
  await pool.close();
  await Promise.all(folders.map((path) => rm(path, { recursive: true, force: true })));
});

const put = (files: Readonly<Record<string, Uint8Array>>) => putModels(folder, files);

async function findFiles(): Promise<RvcFiles> {
  const packs = await createPackRegistry(folder).listVoicePacks();
  const generator = packs.find(({ found }) => found.signature.kind === 'rvc');
  const files = generator === undefined ? null : findRvcFiles(generator, packs);
  expect(files).not.toBeNull();
  return files!;
}

async function openVoice(files: Readonly<Record<string, Uint8Array>>): Promise<RvcVoice> {
  await put(files);
  return openRvcVoice(pool, await findFiles(), options);
}

/** A gliding sawtooth voice with pauses, of the requested duration. */
function speech(seconds: number): Float32Array<ArrayBuffer> {
  let phase = 0;
  return Float32Array.from({ length: seconds * RATE }, (_, index) => {
    const t = index / RATE;
    phase = (phase + pitchAt(t) / RATE) % 1;
    return isHeard(t) ? (phase - 0.5) * 0.6 : 0;
  });
}

function pitchAt(t: number): number {
  return 160 + 50 * Math.sin(2 * t);
}

function isHeard(t: number): boolean {
  return t % 1.5 < 1.2;
}

async function convertAll(stream: BlockConverter, input: Float32Array, chunk: number) {
  const parts: Float32Array[] = [];
  for (let at = 0; at < input.length; at += chunk) {
    parts.push(...(await stream.push(input.subarray(at, at + chunk))));
  }
  parts.push(...(await stream.flush()));
  const output = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    output.set(part, at);
    at += part.length;
  }
  return output;
}

/** Returns the pitch error of converted audio against the speech, in cents: the median of all voiced frames. */
async function centsOff(output: Float32Array, rateHz: number, factor = 1): Promise<number> {
  const heard = Float32Array.from(resample(output, rateHz, RATE));
  const pitch = await builtInPitchEstimator.estimate(heard);
  const off = [...pitch].flatMap((hertz, frame) => {
    const t = frame / 100;
    const isInside = isHeard(t - 0.05) && isHeard(t + 0.05) && t > 0.1;
    return hertz > 0 && isInside ? [Math.abs(1200 * Math.log2(hertz / (pitchAt(t) * factor)))] : [];
  });
  expect(off.length).toBeGreaterThan(100);
  return off.toSorted((one, two) => one - two)[off.length >> 1]!;
}

function measureLargestGap(one: Float32Array, two: Float32Array): number {
  expect(one.length).toBe(two.length);
  return one.reduce((max, value, index) => Math.max(max, Math.abs(value - two[index]!)), 0);
}

describe('a voice of RVC in the folder', () => {
  it('needs a content encoder of its size, and names it', async () => {
    await put({
      'anna.onnx': createTinyRvc(),
      'vec-256-layer-9.onnx': createTinyEncoder({ size: 256 }),
    });
    const { packs } = await listPacks(folder);
    expect(packs.map(({ kind, isUsable }) => [kind, isUsable])).toEqual([
      ['voice', false],
      ['encoder', true],
    ]);
    expect(packs[0]?.note).toBe(
      'RVC needs a content encoder of 768 numbers as well: put vec-768-layer-12.onnx into the folder.',
    );
    await put({ 'vec-768-layer-12.onnx': createTinyEncoder() });
    const { packs: now } = await listPacks(folder);
    expect(now[0]).toMatchObject({ kind: 'voice', label: 'RVC', isUsable: true, note: null });
    expect((await findFiles()).encoder.name).toBe('vec-768-layer-12.onnx');
  });

  it('is refused with an unknown input, or with an incomplete pitch', async () => {
    await put({ 'a.onnx': createTinyRvc({ extra: 'energy' }) });
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ kind: 'voice', isUsable: false });
    expect(packs[0]?.note).toMatch(/^It has the inputs of RVC and more .*energy \[1, 5\]/);
  });
});

describe.each([
  ['of the WebUI', { dialect: 'webui' }, {}],
  ['of w-okada', { dialect: 'okada', outputRank: 1, rateHz: 48_000 }, { isDeep: false }],
  ['of w-okada in half precision', { dialect: 'okada', isHalf: true }, { isTurned: true }],
  ['of version 1', { dialect: 'webui', size: 256, rateHz: 32_000 }, { size: 256 }],
] as const)('an export %s', (_, generator, encoder) => {
  it('speaks at the given pitch, at its own rate, for the length of the input', async () => {
    const voice = await openVoice({
      'voice.onnx': createTinyRvc(generator),
      'encoder.onnx': createTinyEncoder(encoder),
    });
    const { rateHz } = voice;
    expect(rateHz).toBe('rateHz' in generator ? generator.rateHz : 40_000);
    const input = speech(4);
    const output = await convertAll(voice.openStream(filePlan), input, 5000);
    expect(output.length).toBe((input.length * rateHz) / RATE);
    expect(await centsOff(output, rateHz)).toBeLessThan(15);
    // The output has the loudness of the speech, and is silent without speech.
    const levelAt = (t: number): number => {
      const part = output.subarray(t * rateHz, (t + 0.1) * rateHz);
      return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
    };
    expect(levelAt(0.6)).toBeCloseTo(0.245, 1);
    expect(levelAt(1.3)).toBeLessThan(0.01);
  });
});

describe('a stream in blocks', () => {
  let voice: RvcVoice;
  let steady: RvcVoice;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guise-rvc-'));
    folders.push(folder);
    voice = await openVoice({ 'voice.onnx': createTinyRvc(), 'encoder.onnx': createTinyEncoder() });
    await put({ 'voice.onnx': createTinyRvc({ hum: 'steady' }) });
    steady = await openRvcVoice(pool, await findFiles(), options);
  });

  it("equals one run of the whole when the network's outputs are equal", async () => {
    const input = speech(4);
    const whole = await convertAll(steady.openStream(filePlan), input, input.length);
    const blocks = await convertAll(steady.openStream(livePlan), input, 320);
    expect(measureLargestGap(whole, blocks)).toBeLessThan(2e-3);
  });

  it('is bit-identical for any size of input chunks', async () => {
    const input = speech(2);
    const one = await convertAll(voice.openStream(livePlan), input, 320);
    const two = await convertAll(voice.openStream(livePlan), input, 7777);
    expect(measureLargestGap(one, two)).toBe(0);
  });

  it('is continuous across blocks although the network restarts its phase in every window', async () => {
    const input = speech(4);
    const blocks = await convertAll(voice.openStream(livePlan), input, 320);
    expect(await centsOff(blocks, voice.rateHz)).toBeLessThan(15);
    // A jump appears as a second difference beyond any other in the audio.
    const edges = bends(blocks, voice.rateHz, true);
    const inside = bends(blocks, voice.rateHz, false);
    expect(edges / inside).toBeLessThan(1.3);
    const butted = await convertAll(voice.openStream({ ...livePlan, fadeFrames: 0 }), input, 320);
    expect(bends(butted, voice.rateHz, true) / inside).toBeGreaterThan(2);
  });

  it('has another rate and a raised pitch on request', async () => {
    const input = speech(3);
    const out = await convertAll(voice.openStream(livePlan, { transpose: 7 }, RATE), input, 320);
    expect(out.length).toBe(input.length);
    expect(await centsOff(out, RATE, 2 ** (7 / 12))).toBeLessThan(15);
  });
});

/** Returns the largest second difference near the borders of audio blocks, or away from them. */
function bends(output: Float32Array, rateHz: number, isAtBorder: boolean): number {
  const block = (livePlan.blockFrames * rateHz) / 100;
  const near = rateHz / 100;
  let max = 0;
  for (let index = 2; index < output.length; index += 1) {
    const t = index / rateHz;
    // Pauses begin and end with a jump of the speech itself.
    const isSpeech = isHeard(t - 0.06) && isHeard(t + 0.06) && t > 0.1;
    const distance = Math.min(index % block, block - (index % block));
    if (isSpeech && distance < near === isAtBorder) {
      const bend = output[index]! - 2 * output[index - 1]! + output[index - 2]!;
      max = Math.max(max, Math.abs(bend));
    }
  }
  return max;
}

describe('an export that takes one number of frames', () => {
  it('receives windows of that length', async () => {
    const voice = await openVoice({
      'voice.onnx': createTinyRvc({ onlyFrames: 200 }),
      'encoder.onnx': createTinyEncoder(),
    });
    const input = speech(4);
    const output = await convertAll(voice.openStream(livePlan), input, 320);
    expect(output.length).toBe((input.length * voice.rateHz) / RATE);
    expect(await centsOff(output, voice.rateHz)).toBeLessThan(15);
  });

  it('is refused when that number is too small', async () => {
    const files = {
      'voice.onnx': createTinyRvc({ onlyFrames: 8 }),
      'encoder.onnx': createTinyEncoder(),
    };
    await expect(openVoice(files)).rejects.toMatchObject({
      code: 'processing_failed',
      message: expect.stringContaining('voice.onnx'),
    });
  });
});

describe('networks that do not do what their interface declares', () => {
  it.each([
    [
      'infinite sound',
      { 'voice.onnx': createTinyRvc({ fault: 'infinite' }), 'e.onnx': createTinyEncoder() },
    ],
    [
      'truncated weights',
      { 'voice.onnx': createTinyRvc().slice(0, -400), 'e.onnx': createTinyEncoder() },
    ],
  ])('fail with a typed error that names them: %s', async (_, files) => {
    await put(files);
    const packs = await createPackRegistry(folder).listVoicePacks();
    const generator = packs.find(({ found }) => found.signature.kind === 'rvc');
    const set = generator === undefined ? null : findRvcFiles(generator, packs);
    if (set === null) {
      const { packs: listed } = await listPacks(folder);
      expect(listed.find(({ id }) => id === 'voice.onnx')?.note).toMatch(/voice\.onnx/);
    } else {
      await expect(openRvcVoice(pool, set, options)).rejects.toMatchObject({
        code: 'processing_failed',
        message: expect.stringContaining('voice.onnx'),
      });
    }
  });

  it('fail with a typed error when the encoder returns another shape', async () => {
    // The file leaves its output size open, so that only a run reveals it.
    const files = { 'voice.onnx': createTinyRvc(), 'vec.onnx': createTinyEncoder() };
    await put(files);
    const set = await findFiles();
    await put({ 'vec.onnx': createTinyEncoder({ size: 256 }) });
    const voice = await openRvcVoice(pool, set, options);
    const stream = voice.openStream(livePlan);
    await expect(stream.push(speech(1))).rejects.toMatchObject({
      code: 'processing_failed',
      message: expect.stringMatching(/vec\.onnx gives .*768/),
    });
  });
});

describe('the pitch of a voice', () => {
  it('is on the scale of the networks', () => {
    expect([0, 50, 100, 200, 440, 1100, 5000].map(toCoarsePitch)).toEqual([
      1, 1, 20, 54, 122, 255, 255,
    ]);
  });

  it('is that of RMVPE when the folder contains it', async () => {
    await put({
      'voice.onnx': createTinyRvc(),
      'encoder.onnx': createTinyEncoder(),
      'rmvpe.onnx': createTinySoundEstimator(),
    });
    const estimator = await openPitchEstimator(pool, await findFiles(), options);
    const input = speech(1.5);
    const pitch = await estimator.estimate(input);
    expect(pitch.length).toBe(150);
    expect(pitch[50]).toBe(321);
    expect(pitch[140]).toBe(0);
  });

  it('is estimated from a mel spectrum with the parameters of RMVPE', async () => {
    await put({
      'voice.onnx': createTinyRvc(),
      'encoder.onnx': createTinyEncoder(),
      'rmvpe.onnx': createTinyMelEstimator(),
    });
    const estimator = await openPitchEstimator(pool, await findFiles(), options);
    // 50 frames are no multiple of 32: the added silence is removed again.
    const tone = Float32Array.from(
      { length: 50 * 160 },
      (_, index) => 0.5 * Math.sin((2 * Math.PI * 500 * index) / RATE),
    );
    const pitch = await estimator.estimate(tone);
    expect(pitch.length).toBe(50);
    // 500 Hz lies in the band of 607.4 mel, the 26th of 128 between 49 and 2840 mel.
    const bin = 2 * 25 + 40;
    const hertz = 10 * 2 ** ((1997.3794 + 20 * bin) / 1200);
    for (const value of pitch) {
      expect(Math.abs(1200 * Math.log2(value / hertz))).toBeLessThan(30);
    }
    const silence = await estimator.estimate(new Float32Array(50 * 160));
    expect(Math.max(...silence)).toBe(0);
  });
});
