import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  type OpenedDiffusion,
  openDiffusion,
} from '../../../src/engine/packs/diffusion/open-diffusion.ts';
import type { DiffusionRequest } from '../../../src/engine/packs/diffusion/denoise.ts';
import { createPackRegistry, listPacks } from '../../../src/engine/packs/pack-registry.ts';
import { preparePackWork } from './pack-work.ts';
import { putFiles, type TinyDiffusion, createTinyDiffusion } from './tiny-diffusion.ts';
import { TinyModel } from './tiny-model.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const work = preparePackWork<OpenedDiffusion>();

/** Every kind of model, as its exports are. */
const kinds: Readonly<Record<string, TinyDiffusion>> = {
  'Stable Diffusion': {},
  'an old export': { isOld: true, scheduler: { _class_name: 'PNDMScheduler' } },
  'half precision': { isHalf: true, scheduler: { _class_name: 'EulerAncestralDiscreteScheduler' } },
  'weights of 8 bits': { isInt8: true },
  'weights in a second file': { hasOutsideWeights: true },
  'latent consistency': { hasGuidance: true, scheduler: { _class_name: 'LCMScheduler' } },
  InstructPix2Pix: { channels: 8, scheduler: { _class_name: 'EulerAncestralDiscreteScheduler' } },
  'an old InstructPix2Pix': { channels: 8, isOld: true },
  inpainting: { channels: 9 },
  'XL, turbo': {
    isLarge: true,
    scheduler: { _class_name: 'EulerAncestralDiscreteScheduler', timestep_spacing: 'trailing' },
  },
};

async function put(options: TinyDiffusion = {}, name = 'sd'): Promise<void> {
  await putFiles(join(work.folder, name), createTinyDiffusion(options));
}

async function findMain() {
  return (await listPacks(work.folder)).packs.find(({ kind }) => kind === 'diffusion');
}

async function open(options: TinyDiffusion = {}): Promise<OpenedDiffusion> {
  await put(options);
  const [pack] = await createPackRegistry(work.folder).listDiffusionPacks();
  work.opened = await openDiffusion(work.pool, pack!, { providers: ['cpu'] });
  return work.opened;
}

const [WIDTH, HEIGHT] = [96, 64];
const picture = {
  width: WIDTH,
  height: HEIGHT,
  values: Float32Array.from({ length: 3 * WIDTH * HEIGHT }, (_, at) => Math.sin(at / 99) / 2),
};
const request: DiffusionRequest = {
  image: picture,
  mask: null,
  prompt: 'make the hair blue',
  negative: 'ugly',
  seed: 11,
};

function difference(first: ArrayLike<number>, second: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < first.length; at += 1) {
    sum += Math.abs(first[at]! - second[at]!);
  }
  return sum / first.length;
}

describe('the list of models', () => {
  it('recognises diffusion models and their parts by shape', async () => {
    await put({ channels: 8 }, 'pix2pix');
    await put({ hasGuidance: true, hasOutsideWeights: true }, 'deep/lcm');
    await put({ isLarge: true }, 'xl');
    await put({ channels: 9, isHalf: true }, 'fill');
    const { packs } = await listPacks(work.folder);
    const mains = packs.filter(({ kind }) => kind === 'diffusion');
    expect(mains.map(({ id, label, isUsable, note }) => [id, label, isUsable, note])).toEqual([
      ['deep/lcm/unet/model.onnx', 'Latent consistency model', true, null],
      ['fill/unet/model.onnx', 'Stable Diffusion, inpainting', true, null],
      ['pix2pix/unet/model.onnx', 'InstructPix2Pix', true, null],
      ['xl/unet/model.onnx', 'Stable Diffusion XL', true, null],
    ]);
    const parts = packs.filter(({ kind }) => kind === 'diffusion_part');
    expect(new Set(parts.map(({ label }) => label))).toEqual(
      new Set(['Diffusion, text encoder', 'Diffusion, VAE encoder', 'Diffusion, VAE decoder']),
    );
    expect(parts).toHaveLength(13);
    expect(packs).toHaveLength(17);
  });

  it.each([
    ['text_encoder/model.onnx', 'put text_encoder/model.onnx beside its folder'],
    ['vae_encoder/model.onnx', 'put vae_encoder/model.onnx beside'],
    ['vae_decoder/model.onnx', 'put vae_decoder/model.onnx beside'],
    ['tokenizer/merges.txt', 'put tokenizer/vocab.json, tokenizer/merges.txt beside'],
    ['scheduler/scheduler_config.json', 'needs scheduler/scheduler_config.json'],
  ])('reports that %s is missing', async (name, text) => {
    await put();
    await rm(join(work.folder, 'sd', name));
    const main = await findMain();
    expect(main).toMatchObject({ isUsable: false });
    expect(main?.note).toContain(text);
    expect(await createPackRegistry(work.folder).listDiffusionPacks()).toEqual([]);
  });

  it('names the missing text encoder of an XL model', async () => {
    await put({ isLarge: true });
    await rm(join(work.folder, 'sd/text_encoder_2/model.onnx'));
    expect((await findMain())?.note).toContain('put text_encoder_2/model.onnx beside');
  });

  it.each([
    ['scheduler/scheduler_config.json', '{"_class_name":"HeunDiscreteScheduler"}', 'HeunDiscrete'],
    ['scheduler/scheduler_config.json', '{', 'scheduler_config.json is no JSON'],
    ['tokenizer/vocab.json', '[1]', 'is not that of CLIP'],
    ['tokenizer/vocab.json', '{"a":1}', 'is not that of CLIP'],
    ['vae_decoder/model.onnx', 'Not found.', 'put vae_decoder/model.onnx beside'],
    ['text_encoder/model.onnx', '', 'put text_encoder/model.onnx beside'],
  ])('reports the fault of a broken %s', async (name, content, text) => {
    await put();
    await writeFile(join(work.folder, 'sd', name), content);
    expect(await findMain()).toMatchObject({ isUsable: false });
    expect((await findMain())?.note).toContain(text);
  });

  it('refuses a network that lost its second file, is broken, or has unknown inputs', async () => {
    await put({ hasOutsideWeights: true });
    await rm(join(work.folder, 'sd/unet/model.onnx_data'));
    const find = async () =>
      (await listPacks(work.folder)).packs.find(({ id }) => id === 'sd/unet/model.onnx');
    expect((await find())?.note).toContain('weights is missing: model.onnx_data');
    await writeFile(join(work.folder, 'sd/unet/model.onnx'), 'Not found.');
    expect((await find())?.note).toContain('no ONNX model');
    const model = new TinyModel();
    const sample = model.input('sample', [1, 13, 8, 8]);
    model.input('timestep', [1]);
    model.input('encoder_hidden_states', [1, 77, 16]);
    model.output('out_sample', sample, [1, 4, 8, 8]);
    await writeFile(join(work.folder, 'sd/unet/model.onnx'), model.finish());
    expect((await find())?.note).toContain('takes 13 channels');
  });

  it('finds parts that lie in one folder', async () => {
    const files = Object.entries(createTinyDiffusion()).map(
      ([name, content]): [string, typeof content] =>
        name.endsWith('model.onnx') ? [name.replace('/model', ''), content] : [name, content],
    );
    await putFiles(join(work.folder, 'flat'), Object.fromEntries(files));
    expect(await findMain()).toMatchObject({ id: 'flat/unet.onnx', isUsable: true });
  });
});

describe('a diffusion model', () => {
  it.each(Object.entries(kinds))(
    'changes a picture by the prompt, deterministically: %s',
    async (_, options) => {
      const model = await open(options);
      const fractions: number[] = [];
      const first = await model.run({
        ...request,
        onProgress: (fraction) => fractions.push(fraction),
      });
      const { values } = first.image;
      expect(first.image).toMatchObject({ width: WIDTH, height: HEIGHT });
      expect(values).toHaveLength(picture.values.length);
      expect(values.every((value) => Math.abs(value) < 1.001)).toBe(true);
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
      expect(fractions.at(-1)).toBeLessThan(1);
      const again = await model.run(request);
      expect(difference(values, again.image.values)).toBe(0);
      const other = await model.run({ ...request, prompt: 'zzz' });
      expect(difference(values, other.image.values)).toBeGreaterThan(1e-4);
      const seeded = await model.run({ ...request, seed: 12 });
      expect(difference(values, seeded.image.values)).toBeGreaterThan(1e-3);
      const main = model.facts().find(({ kind }) => kind === 'diffusion');
      expect(main).toMatchObject({ provider: 'cpu' });
      expect(main!.runMs).toBeGreaterThan(0);
    },
  );

  it('starts from the picture', async () => {
    const model = await open();
    const run = async (level: number) => {
      const values = new Float32Array(picture.values.length).fill(level);
      const { image: made } = await model.run({ ...request, image: { ...picture, values } });
      return made.values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    expect((await run(0.8)) - (await run(-0.8))).toBeGreaterThan(0.03);
  });

  it('ignores the content of the mask when it fills', async () => {
    const model = await open({ channels: 9 });
    const pixels = WIDTH * HEIGHT;
    const mask = Float32Array.from({ length: pixels }, (_, at) => (at % WIDTH < 48 ? 1 : 0));
    const run = async (values: Float32Array<ArrayBuffer>) =>
      (await model.run({ ...request, mask, image: { ...picture, values } })).image.values;
    const inside = picture.values.map((value, at) => (mask[at % pixels] === 1 ? -value : value));
    const outside = picture.values.map((value, at) => (mask[at % pixels] === 1 ? value : -value));
    const made = await run(picture.values);
    expect(difference(made, await run(inside))).toBe(0);
    expect(difference(made, await run(outside))).toBeGreaterThan(1e-4);
  });

  it('processes large pictures in tiles, without seams', async () => {
    const model = await open();
    const large = { width: 720, height: 552 };
    const values = new Float32Array(3 * large.width * large.height).fill(0.3);
    const { image: made } = await model.run({ ...request, image: { ...large, values } });
    expect(made).toMatchObject(large);
    expect(made.values.every((value) => Number.isFinite(value))).toBe(true);
  });

  it('processes tiles when its VAE takes one small size', async () => {
    const { image: free } = await (await open()).run(request);
    work.opened?.close();
    await rm(join(work.folder, 'sd'), { recursive: true });
    const { image: made } = await (await open({ vaeSide: 8 })).run(request);
    expect(made).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(difference(made.values, free.values)).toBeLessThan(1e-3);
  });

  it('stops between two steps at an abort', async () => {
    const model = await open();
    const abort = new AbortController();
    const reason = new Error('not wanted any more');
    let steps = 0;
    const running = model.run({
      ...request,
      signal: abort.signal,
      onProgress: () => {
        steps += 1;
        if (steps === 4) {
          abort.abort(reason);
        }
      },
    });
    await expect(running).rejects.toBe(reason);
    expect(steps).toBe(4);
  });

  it('is measured by a run of each network', async () => {
    const model = await open();
    expect(await model.measure(64, 64)).toBeGreaterThan(0);
  });

  it('reports how much of a prompt did not fit', async () => {
    const model = await open();
    const { dropped } = await model.run({ ...request, prompt: 'the '.repeat(80) });
    expect(dropped).toBe(5);
  });
});
