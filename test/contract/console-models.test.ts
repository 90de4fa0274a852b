/** The models of the user on the command line. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runConsole } from '../../src/service/console/run.ts';
import { putFiles, createTinyDiffusion } from '../media/packs/tiny-diffusion.ts';
import { createTinyRestorer, createTinySwapper } from '../media/packs/tiny-packs.ts';
import { createTinyEncoder, createTinyRvc } from '../media/packs/tiny-rvc.ts';
import { makeVowel, toWav } from '../service/voice-changer/sounds.ts';

let folder: string;
let out: string;
let err: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-console-models-'));
  [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const run = (command: string, ...args: readonly string[]): Promise<number> =>
  runConsole([command, ...args, '--data', join(folder, 'data')]);

/** A swapper without its other files, and a restorer. */
async function fill(): Promise<string> {
  const models = join(folder, 'models');
  await mkdir(join(models, 'more'), { recursive: true });
  await writeFile(
    join(models, 'hyperswap_1a_256.onnx'),
    createTinySwapper({ size: 256, sourceDims: [1, 512] }),
  );
  await writeFile(join(models, 'more', 'gfpgan_1.4.onnx'), createTinyRestorer(512, 1));
  return models;
}

it('lists the files of the folder with licence and use, and missing ones', async () => {
  const models = await fill();
  expect(await run('models', '--models', models)).toBe(0);
  expect(out).toMatch(/hyperswap_1a_256\.onnx +swapper .*ResearchRAIL.* not usable: .*ArcFace/);
  expect(out).toMatch(/more\/gfpgan_1\.4\.onnx +restorer .*Apache-2\.0.* usable/);
  out = '';
  expect(await run('models', '--models', models, '--json')).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ exists: true, packs: [{}, {}] });
  out = '';
  expect(await run('doctor', '--models', models, '--json')).toBe(0);
  expect(JSON.parse(out)).toContainEqual({
    what: 'models',
    state: 'note',
    text: expect.stringMatching(/^1 of 2 in .*ArcFace/),
  });
});

it('reports a missing folder, and reads the folder of the data by default', async () => {
  expect(await run('models')).toBe(0);
  expect(out).toBe('');
  expect(err).toContain(`${join(folder, 'data', 'models')} is not there`);
});

it('refuses a choice that cannot be used before a service starts or a file is sent', async () => {
  const models = await fill();
  const given = ['--models', models, '--swapper'];
  expect(await run('serve', ...given, 'gone.onnx')).toBe(1);
  expect(err).toContain('There is no model gone.onnx in the folder of models. (not_found)');
  expect(await run('serve', ...given, 'more/gfpgan_1.4.onnx')).toBe(1);
  expect(err).toContain('cannot be used as swapper');
  expect(await run('job', 'face-swap', ...given, 'hyperswap_1a_256.onnx')).toBe(1);
  expect(err).toContain('needs ArcFace as well');
  expect(await run('serve', '--models', models, '--restorer', 'more/gfpgan_1.4.onnx')).toBe(2);
  expect(err).toContain('only together with --swapper');
  const elsewhere = ['--base-url', 'http://127.0.0.1:9/api/v1', '--api-key', 'some-key'];
  expect(await run('job', 'face-swap', ...elsewhere, ...given, 'gone.onnx')).toBe(2);
  expect(err).toContain('this one runs already');
});

it('turns the voice of a recording into that of a model, or of the voice changer', async () => {
  const models = join(folder, 'models');
  await mkdir(models);
  await writeFile(join(models, 'anna.onnx'), createTinyRvc());
  await writeFile(join(models, 'vec-768-layer-12.onnx'), createTinyEncoder());
  const recording = join(folder, 'said.wav');
  await writeFile(recording, toWav(makeVowel(150, 2)));
  const convert = (...args: readonly string[]) => run('convert-voice', '--models', models, ...args);
  expect(await convert()).toBe(0);
  expect(out).toMatch(/clear-host .*\n/);
  expect(out).toMatch(/rvc:anna +Anna +RVC\. Licence: Unknown/);
  out = '';
  const file = join(folder, 'anna.wav');
  const [to, up] = [
    ['--to', 'rvc:anna'],
    ['--transpose', '12'],
  ] as const;
  expect(await convert(recording, ...to, ...up, '--out', file, '--json')).toBe(0);
  expect(JSON.parse(out)).toEqual({ out: file, seconds: 2, sampleRateHz: 40_000 });
  const wav = await readFile(file);
  const samples = new Int16Array(Uint8Array.from(wav.subarray(44)).buffer).subarray(8000, -8000);
  // A hum an octave up crosses zero 600 times a second.
  const crossings = samples.filter((value, at) => at > 0 && value < 0 !== samples[at - 1]! < 0);
  expect((crossings.length * 40_000) / samples.length / 600).toBeCloseTo(1, 1);
  const host = join(folder, 'host.mp3');
  expect(await convert(recording, '--to', 'clear-host', '--out', host)).toBe(0);
  expect((await readFile(host)).length).toBeGreaterThan(4000);
  expect(await convert(recording, '--to', 'nobody', '--out', file)).toBe(1);
  expect(err).toContain('There is no voice nobody');
  expect(await convert(recording, ...to, '--out', join(folder, 'a.flac'))).toBe(2);
  expect(await convert(join(folder, 'gone.wav'), ...to, '--out', file)).toBe(1);
}, 120_000);

it('shows the words of a prompt that are left to a diffusion model', async () => {
  const models = join(folder, 'models');
  await putFiles(join(models, 'sd'), createTinyDiffusion());
  const prompt = 'blur the background and make me a robot';
  const named = ['--models', models, '--diffusion', 'sd/unet/model.onnx'];
  expect(await runConsole(['instructions', prompt, ...named, '--json'])).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    steps: [{ kind: 'background_blur' }],
    not_offered: [],
    left_to_model: [{ words: 'me robot' }],
  });
  out = '';
  expect(await runConsole(['instructions', prompt, '--json'])).toBe(0);
  expect(JSON.parse(out)).not.toHaveProperty('left_to_model');
  out = '';
  expect(await runConsole(['instructions', prompt, '--video', '--json'])).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    not_offered: [{ says: expect.stringContaining('in pictures, not in videos') }],
  });
});

it('proposes words that would be understood', async () => {
  expect(await runConsole(['instructions', 'half my face in purple light', '--json'])).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ steps: [], did_you_mean: [{ words: 'purple light' }] });
  out = '';
  expect(await runConsole(['instructions', 'half my face in purple light'])).toBe(0);
  expect(out).toContain('did you mean    “purple light”: Lights people in a colour');
});
