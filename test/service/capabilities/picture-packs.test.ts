import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureChoice } from '../../../src/capabilities/kit/measure-choice.ts';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import { builtInChoice } from '../../../src/contract/model-packs.ts';
import { readStill } from '../../../src/engine/io/video/stills.ts';
import { putFiles, createTinyDiffusion } from '../../media/packs/tiny-diffusion.ts';
import { createTinyMatting, createTinyRvm } from '../../media/packs/tiny-matting.ts';
import { frankStill } from '../../media/support/stills.ts';
import { writeFaceClip } from './face-clips.ts';
import { openSwapWorld, type SwapWorld } from './swap-world.ts';

const TIMEOUT_MS = 300_000;
/** Scheduler of models that need two steps. */
const quick = { _class_name: 'EulerDiscreteScheduler', timestep_spacing: 'trailing' };
const still = frankStill('02159');

let world: SwapWorld;
let folder: string;
let models: string;
let image_key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-picture-packs-'));
  models = join(folder, 'models');
  await mkdir(models);
  await putFiles(join(models, 'sd'), createTinyDiffusion({ scheduler: quick }));
  await putFiles(join(models, 'fill'), createTinyDiffusion({ channels: 9 }));
  await putFiles(join(models, 'broken'), createTinyDiffusion({ scheduler: quick }));
  await writeFile(join(models, 'modnet.onnx'), createTinyMatting({ size: 'side' }));
  await writeFile(join(models, 'rvm.onnx'), createTinyRvm());
  world = await openSwapWorld();
  image_key = await world.upload(still);
}, TIMEOUT_MS);

afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

function choose(choice: Partial<typeof builtInChoice>): void {
  world.service.core.context.packs.set({
    folder: models,
    choice: { ...builtInChoice, ...choice },
  });
}

async function change(prompt: string, name: string) {
  const { id } = await world.client.submitReimagineImage({
    body: { image_keys: [image_key], prompt },
  });
  const job = await world.ended(id);
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  const { report } = await world.details(id);
  const image = await readStill(await world.fetchResult(job, name));
  return { picture: image, job, report: jobReportSchema.parse(report) };
}

const submit = (prompt: string) =>
  world.client.submitReimagineImage({ body: { image_keys: [image_key], prompt } });

it(
  'words without a step are refused without a model, and passed to a chosen one',
  async () => {
    const prompt = 'put a hat on her head';
    choose({});
    await expect(submit(prompt)).rejects.toMatchObject({ code: 'invalid_input' });
    choose({ diffusion: 'gone/unet/model.onnx' });
    await expect(submit(prompt)).rejects.toMatchObject({ code: 'invalid_input' });
    choose({ diffusion: 'sd/unet/model.onnx' });
    const { picture: image, report, job } = await change(prompt, 'hat.png');
    const before = await readStill(still);
    expect(image).toMatchObject({ width: before.width, height: before.height });
    expect(image.pixels).not.toEqual(before.pixels);
    expect(report.engine.name).toBe('Model packs');
    expect(report.engine.models[0]).toMatch(/^Diffusion, text encoder \(sd\/text_encoder/);
    expect(report.engine.models.join()).toMatch(/Stable Diffusion \(sd\/unet\/model\.onnx, CPU, /);
    expect(report.engine.reason).toContain('Stable Diffusion was told: “put a hat on her head”.');
    expect(report.prompt).toMatchObject({ understood: [], notOffered: [], notUnderstood: [] });
    expect(report.prompt?.byModel[0]?.words).toContain('hat');
    expect(job.notes ?? []).toEqual([]);
    // A repeated request returns the same image.
    const again = await change(prompt, 'again.png');
    expect(again.picture.pixels).toEqual(image.pixels);
  },
  TIMEOUT_MS,
);

it(
  'steps apply what they support, and an inpainting model changes only its part',
  async () => {
    choose({ diffusion: 'fill/unet/model.onnx' });
    await expect(submit('make him twenty years older')).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const { picture: image, report } = await change('put her on a beach', 'beach.png');
    const before = await readStill(still);
    const { width, height } = before;
    const middle = (Math.round(height * 0.5) * width + Math.round(width * 0.5)) * 4;
    expect([...image.pixels.subarray(middle, middle + 4)]).toEqual([
      ...before.pixels.subarray(middle, middle + 4),
    ]);
    expect(image.pixels).not.toEqual(before.pixels);
    expect(report.engine.models.join()).toContain('fill/unet/model.onnx');
    choose({ diffusion: 'sd/unet/model.onnx' });
    const both = await change('make it warmer and put a hat on her head', 'both.png');
    expect(both.report.engine.name).toBe('Picture engine and model packs');
    expect(both.report.prompt?.understood).toHaveLength(1);
    expect(both.report.prompt?.byModel).toHaveLength(1);
  },
  TIMEOUT_MS,
);

it(
  'a failing model is reported, and the steps continue without it',
  async () => {
    choose({ diffusion: 'broken/unet/model.onnx' });
    // Its header is valid and its weights are missing.
    const whole = createTinyDiffusion()['vae_decoder/model.onnx'];
    await writeFile(join(models, 'broken/vae_decoder/model.onnx'), damage(whole));
    const { report, job } = await change('make it warmer and put a hat on her head', 'warm.png');
    expect(report.engine.name).toBe('Picture engine');
    expect(report.engine.reason).toContain('Stable Diffusion was chosen and could not be used.');
    expect(job.notes?.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['not_offered', 'fallback_engine']),
    );
    const { id } = await submit('put a hat on her head');
    expect(await world.ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'processing_failed' },
    });
  },
  TIMEOUT_MS,
);

it(
  'people are found by the chosen network, in pictures and in videos',
  async () => {
    choose({});
    const plain = await change('blur the background', 'plain.png');
    choose({ matting: 'modnet.onnx' });
    const { picture: image, report } = await change('blur the background', 'blurred.png');
    expect(image.pixels).not.toEqual(plain.picture.pixels);
    expect(report.engine.models[0]).toMatch(/^MODNet \(modnet\.onnx, CPU, .*Apache-2\.0/);
    choose({ matting: 'rvm.onnx' });
    const clip = join(folder, 'clip.mp4');
    await writeFaceClip(clip, { width: 160, height: 120, frames: 4 });
    const video_key = await world.upload(clip);
    const { id } = await world.client.submitReimagineVideo({
      // Its weights find nobody, and a job of which nothing was done fails.
      body: { video_key, prompt: 'blur the background and make it warmer' },
    });
    expect(await world.ended(id)).toMatchObject({ status: 'succeeded', error: null });
    const { engine } = jobReportSchema.parse((await world.details(id)).report);
    expect(engine.models[0]).toMatch(/^Robust Video Matting \(rvm\.onnx, CPU, .*GPL-3\.0/);
    // A pack that no step needs is not opened.
    const warm = await change('make it warmer', 'warmer.png');
    expect(warm.report.engine).toMatchObject({ name: 'Picture engine', reason: null });
  },
  TIMEOUT_MS,
);

it('a choice is measured for the form with a whole picture and a frame', async () => {
  const choice = { ...builtInChoice, diffusion: 'sd/unet/model.onnx', matting: 'modnet.onnx' };
  const { pictureMs, frameMs, packs } = await measureChoice({ folder: models, choice });
  expect(pictureMs).toBeGreaterThan(0);
  expect(frameMs).toBeNull();
  expect(packs.map(({ label }) => label)).toEqual([
    'Diffusion, text encoder',
    'Stable Diffusion',
    'Diffusion, VAE encoder',
    'Diffusion, VAE decoder',
    'MODNet',
  ]);
}, 60_000);

/** The same model with an unknown operator. */
function damage(content: Uint8Array | string | undefined): Uint8Array {
  const text = Buffer.from(content ?? '').toString('latin1');
  return Buffer.from(text.replace('ConvTranspose', 'ConvTranspoze'), 'latin1');
}
