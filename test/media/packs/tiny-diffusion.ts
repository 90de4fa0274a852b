/** Diffusion models with the names, types and shapes of inputs of the real ones, and minimal weights. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toHalf } from '../../../src/engine/packs/run/half.ts';
import { createRandom } from '../../support/random.ts';
import { type Dim, FLOAT, HALF, INT32, INT64, INT8, TinyModel } from './tiny-model.ts';

/** Properties of a tiny diffusion model. */
export interface TinyDiffusion {
  readonly channels?: 4 | 8 | 9;
  readonly isLarge?: boolean;
  readonly isHalf?: boolean;
  /** Keeps the weights of the network that guesses noise in 8 bits. */
  readonly isInt8?: boolean;
  /** Has the guidance scale as an input. */
  readonly hasGuidance?: boolean;
  /** Exports as scripts before `optimum` did: samples instead of distributions, open channels, 64-bit words. */
  readonly isOld?: boolean;
  /** Keeps a weight of the network that guesses noise in a second file. */
  readonly hasOutsideWeights?: boolean;
  /** Side of the only size of latents that the VAE accepts; any by default. */
  readonly vaeSide?: number;
  readonly scheduler?: Readonly<Record<string, unknown>>;
}

/** The noise that Stable Diffusion was taught with. */
export const trained = {
  num_train_timesteps: 1000,
  beta_start: 0.000_85,
  beta_end: 0.012,
  beta_schedule: 'scaled_linear',
  steps_offset: 1,
  set_alpha_to_one: false,
} as const;

/** A network with floats of one precision. */
class Graph extends TinyModel {
  readonly type: number;
  readonly #random = createRandom(7);
  readonly #isInt8: boolean;

  constructor(isHalf: boolean, isInt8 = false) {
    super();
    this.type = isHalf ? HALF : FLOAT;
    this.#isInt8 = isInt8;
  }

  numbers(dims: readonly number[], values: readonly number[]): string {
    return this.type === HALF
      ? this.weight(dims, HALF, new Uint8Array(Uint16Array.from(values, toHalf).buffer))
      : this.floats(dims, values);
  }

  random(dims: readonly number[], scale: number): string {
    const count = dims.reduce((product, dim) => product * dim, 1);
    if (this.#isInt8) {
      const bytes = Uint8Array.from({ length: count }, () => this.#random() * 256);
      const scaled = this.floats([], [scale / 128]);
      return this.node('DequantizeLinear', [this.weight(dims, INT8, bytes), scaled]);
    }
    return this.numbers(
      dims,
      Array.from({ length: count }, () => (this.#random() * 2 - 1) * scale),
    );
  }
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789.,');

/** The words of a tiny tokenizer: letters, and two that are put together. */
export const tinyVocabulary: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ...letters,
    ...letters.map((letter) => `${letter}</w>`),
    'th',
    'the</w>',
    '<|startoftext|>',
    '<|endoftext|>',
  ].map((word, number) => [word, number]),
);

/** Pairs of {@link tinyVocabulary}. */
export const tinyMerges = '#version: 0.2\nt h\nth e</w>\n';

const width = { first: 16, second: 24 } as const;

/** Files of a tiny diffusion model by their path in its folder. */
export function createTinyDiffusion(
  options: TinyDiffusion = {},
): Record<string, Uint8Array | string> {
  const { channels = 4, isLarge = false, isOld = false, scheduler = {} } = options;
  const config = { _class_name: 'DDIMScheduler', ...trained, ...scheduler };
  const files: Record<string, Uint8Array | string> = {
    'text_encoder/model.onnx': createTinyTextEncoder(options, false),
    'unet/model.onnx': createTinyUnet(options),
    'unet/config.json': JSON.stringify({ in_channels: channels }),
    'vae_encoder/model.onnx': createTinyEncoder(options),
    'vae_decoder/model.onnx': createTinyDecoder(options),
    'tokenizer/vocab.json': JSON.stringify(tinyVocabulary),
    'tokenizer/merges.txt': tinyMerges,
    'scheduler/scheduler_config.json': JSON.stringify(config),
  };
  if (isLarge) {
    files['text_encoder_2/model.onnx'] = createTinyTextEncoder(options, true);
    files['tokenizer_2/vocab.json'] = JSON.stringify(tinyVocabulary);
    files['tokenizer_2/merges.txt'] = tinyMerges;
    files['tokenizer_2/special_tokens_map.json'] = JSON.stringify({ pad_token: 'a' });
  }
  if (options.hasOutsideWeights === true) {
    files['unet/model.onnx_data'] = new Uint8Array(Float32Array.of(0.5).buffer);
  }
  if (isOld) {
    delete files['unet/config.json'];
    const name = channels === 8 ? 'StableDiffusionInstructPix2PixPipeline' : 'OnnxPipeline';
    files['model_index.json'] = JSON.stringify({ _class_name: name });
  }
  return files;
}

/** Writes files into a folder of models, under a name. */
export async function putFiles(
  folder: string,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

function createTinyTextEncoder(
  { isHalf, isLarge, isOld }: TinyDiffusion,
  isSecond: boolean,
): Uint8Array {
  const model = new Graph(isHalf === true);
  const size = isSecond ? width.second : width.first;
  const type = isOld === true ? INT64 : INT32;
  const ids = model.input('input_ids', ['batch', isOld === true ? 77 : 'sequence'], type);
  const words = Object.keys(tinyVocabulary).length;
  const hidden = model.node('Gather', [model.random([words, size], 1), ids]);
  const dims = ['batch', 77, size];
  model.output('last_hidden_state', hidden, dims, model.type);
  const mean = model.node('ReduceMean', [hidden], { axes: [1], keepdims: 0 });
  model.output(isSecond ? 'text_embeds' : 'pooler_output', mean, ['batch', size], model.type);
  if (isLarge === true) {
    model.output('hidden_states.0', hidden, dims, model.type);
    model.output('hidden_states.1', model.node('Tanh', [hidden]), dims, model.type);
    model.output('hidden_states.2', hidden, dims, model.type);
  }
  return model.finish();
}

/** Predicts noise from its latents, the timestep and the embedding of the prompt. */
function createTinyUnet(options: TinyDiffusion): Uint8Array {
  const { channels = 4, isHalf = false, isLarge = false, isOld = false } = options;
  const model = new Graph(isHalf, options.isInt8);
  const { type } = model;
  const dim: Dim = isOld ? 'channels' : channels;
  const sample = model.input('sample', ['batch', dim, 'height', 'width'], type);
  const timestep = model.input('timestep', isOld ? ['batch'] : [], isOld ? FLOAT : INT64);
  const meaning = isLarge ? width.first + width.second : width.first;
  const states = model.input('encoder_hidden_states', ['batch', 'sequence', meaning], type);
  const seen = model.node('Conv', [sample, model.random([8, channels, 3, 3], 0.2)], {
    pads: [1, 1, 1, 1],
  });
  const spoken = model.node('ReduceMean', [states], { axes: [1], keepdims: 0 });
  const when = model.node('Cast', [timestep], { to: type });
  let sum = model.node('Add', [
    model.node('MatMul', [spoken, model.random([meaning, 8], 0.6)]),
    model.node('Mul', [
      when,
      model.numbers(
        [1, 8],
        Array.from({ length: 8 }, () => 0.000_5),
      ),
    ]),
  ]);
  const add = (name: string, count: number, scale: number): void => {
    const input = model.input(name, ['batch', count], type);
    sum = model.node('Add', [sum, model.node('MatMul', [input, model.random([count, 8], scale)])]);
  };
  if (isLarge) {
    add('text_embeds', width.second, 0.1);
    add('time_ids', 6, 0.0001);
  }
  if (options.hasGuidance === true) {
    add('timestep_cond', 256, 0.01);
  }
  if (options.hasOutsideWeights === true) {
    sum = model.node('Mul', [sum, model.outside([1], 'model.onnx_data')]);
  }
  const place = model.node('Unsqueeze', [sum, model.integers([2, 3])]);
  const mixed = model.node('Tanh', [model.node('Add', [seen, place])]);
  const out = model.node('Conv', [mixed, model.random([4, 8, 3, 3], 0.25)], {
    pads: [1, 1, 1, 1],
  });
  model.output('out_sample', out, ['batch', 4, 'height', 'width'], type);
  return model.finish();
}

/** The mean of every 8 by 8 pixels in three latents; the fourth is nothing. */
function createTinyEncoder({ isHalf = false, isOld = false, vaeSide }: TinyDiffusion): Uint8Array {
  const model = new Graph(isHalf);
  const picture = model.input(
    'sample',
    vaeSide !== undefined
      ? ['batch', 3, vaeSide * 8, vaeSide * 8]
      : isOld
        ? ['batch', 'channels', 'height', 'width']
        : ['batch', 3, 'height', 'width'],
    model.type,
  );
  const latents = isOld ? 4 : 8;
  const weights = Array.from({ length: latents * 3 * 64 }, (_, at) => {
    const [out, colour] = [Math.floor(at / 192), Math.floor(at / 64) % 3];
    return out === colour ? 1 / 64 : 0;
  });
  const mean = model.node('Conv', [picture, model.numbers([latents, 3, 8, 8], weights)], {
    strides: [8, 8],
  });
  model.output(
    isOld ? 'latent_sample' : 'latent_parameters',
    mean,
    ['batch', latents, 'h', 'w'],
    model.type,
  );
  return model.finish();
}

/** Three latents as colours of 8 by 8 pixels. */
function createTinyDecoder({ isHalf = false, vaeSide }: TinyDiffusion): Uint8Array {
  const model = new Graph(isHalf);
  const latents = model.input(
    'latent_sample',
    ['batch', 4, vaeSide ?? 'h', vaeSide ?? 'w'],
    model.type,
  );
  const weights = Array.from({ length: 4 * 3 * 64 }, (_, at) => {
    const [from, colour] = [Math.floor(at / 192), Math.floor(at / 64) % 3];
    return from === colour ? 1 : 0;
  });
  const picture = model.node('ConvTranspose', [latents, model.numbers([4, 3, 8, 8], weights)], {
    strides: [8, 8],
  });
  const clipped = model.node('Tanh', [picture]);
  model.output('sample', clipped, ['batch', 3, 'height', 'width'], model.type);
  return model.finish();
}
