import { AppError } from '../../../base/errors.ts';
import type { DiffusionSet } from '../diffusion-files/diffusion-set.ts';
import { countRuns, type DiffusionPlan } from './diffusion-plan.ts';
import { createGaussian } from './gaussian.ts';
import type { PromptEncoder, PromptMeaning } from './prompt-encoder.ts';
import { createScheduler } from './scheduler.ts';
import type { Planes } from './tiles.ts';
import type { Unet } from './unet.ts';
import type { Vae } from './vae.ts';

/** Request to change an image. */
export interface DiffusionRequest {
  /** Red, green and blue of -1..1; sides are multiples of 8. */
  readonly image: Planes;
  /** Mask of models of kind `fill`: 1 where new content goes, one value per pixel; null means everywhere. */
  readonly mask: Float32Array | null;
  readonly prompt: string;
  readonly negative: string;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  /** Receives the progress, 0..1, rising. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** Called when the first step begins and when the last has ended. */
  readonly onStage?: ((stage: 'steps' | 'decoding') => void) | undefined;
}

/** Loaded parts of a model. */
interface DiffusionNetworks {
  readonly set: DiffusionSet;
  readonly encodePrompt: PromptEncoder;
  readonly predict: Unet;
  readonly vae: Vae;
}

/** Weight of text encoding, image encoding and decoding in the progress, in steps. */
const OTHER_STEPS = 3;

/** Runs all steps of a plan. Throws the errors of the networks, and the reason of the signal between any two runs. */
export async function denoise(
  networks: DiffusionNetworks,
  plan: DiffusionPlan,
  request: DiffusionRequest,
): Promise<{ readonly image: Planes; readonly dropped: number }> {
  const { vae, set } = networks;
  const { image, signal, onProgress } = request;
  const { firstStep } = countRuns(plan, set);
  const total = plan.steps - firstStep + OTHER_STEPS;
  const meanings = await readPrompts(networks, plan, request);
  onProgress?.(1 / total);
  const seen = await vae.encode(image, signal);
  const shown = await showBeside(networks, request, seen);
  onProgress?.(2 / total);
  const scheduler = createScheduler(set.scheduler, plan.steps);
  const gaussian = createGaussian(request.seed);
  const makeNoise = (): Float32Array<ArrayBuffer> => gaussian(seen.values.length);
  const isFromNoise = plan.strength >= 1;
  let latents = isFromNoise
    ? scheduler.begin(makeNoise())
    : scheduler.addNoise(scale(seen.values, vae.scaling), makeNoise(), firstStep);
  request.onStage?.('steps');
  for (let step = firstStep; step < plan.steps; step += 1) {
    signal?.throwIfAborted();
    const prediction = await predict(networks, {
      plan,
      meanings,
      shown,
      size: seen,
      latents: scheduler.scaleInput(latents, step),
      timestep: scheduler.timesteps[step] ?? 0,
      signal,
    });
    latents = scheduler.advance(prediction, latents, { step, makeNoise });
    onProgress?.((step - firstStep + OTHER_STEPS) / total);
  }
  signal?.throwIfAborted();
  request.onStage?.('decoding');
  const made = await vae.decode({ ...seen, values: latents }, signal);
  if (made.values.some((value) => !Number.isFinite(value))) {
    throw new AppError(
      'processing_failed',
      'The model gave numbers that are none. Some exports in half precision do; one in full precision may work.',
    );
  }
  return { image: made, dropped: meanings.wanted.dropped };
}

interface Meanings {
  readonly wanted: PromptMeaning;
  /** Negative prompt; null when the network runs without guidance. */
  readonly avoided: PromptMeaning | null;
}

async function readPrompts(
  { encodePrompt, set }: DiffusionNetworks,
  plan: DiffusionPlan,
  { prompt, negative, signal }: DiffusionRequest,
): Promise<Meanings> {
  const { runsPerStep } = countRuns(plan, set);
  return {
    wanted: await encodePrompt(prompt, signal),
    avoided: runsPerStep > 1 ? await encodePrompt(negative, signal) : null,
  };
}

/**
 * Returns the channels that a network takes beside the latents: none, the image, or a mask and the image without its
 * masked part.
 */
async function showBeside(
  { set, vae }: DiffusionNetworks,
  { image, mask, signal }: DiffusionRequest,
  seen: Planes,
): Promise<readonly Float32Array[]> {
  if (set.kind === 'describe') {
    return [];
  }
  if (set.kind === 'instruct') {
    // InstructPix2Pix was trained with unscaled image latents.
    return [seen.values];
  }
  const pixels = image.width * image.height;
  const isNew = (at: number): boolean => mask === null || mask[at]! >= 0.5;
  const values = image.values.map((value, at) => (isNew(at % pixels) ? 0 : value));
  const kept = await vae.encode({ ...image, values }, signal);
  const small = Float32Array.from({ length: seen.width * seen.height }, (_, at) => {
    const [x, y] = [(at % seen.width) * 8 + 4, Math.floor(at / seen.width) * 8 + 4];
    return isNew(y * image.width + x) ? 1 : 0;
  });
  return [small, scale(kept.values, vae.scaling)];
}

interface Prediction {
  readonly plan: DiffusionPlan;
  readonly meanings: Meanings;
  readonly shown: readonly Float32Array[];
  readonly size: { readonly width: number; readonly height: number };
  readonly latents: Float32Array;
  readonly timestep: number;
  readonly signal: AbortSignal | undefined;
}

/** Runs the network for each prompt in sequence: one batch would take as long on a CPU, and three times the memory. */
async function predict(
  { predict: run, set }: DiffusionNetworks,
  { plan, meanings, shown, size, latents, timestep, signal }: Prediction,
): Promise<Float32Array<ArrayBuffer>> {
  const { wanted, avoided } = meanings;
  const { width, height } = size;
  const predictNoise = (
    meaning: PromptMeaning,
    beside: readonly Float32Array[],
  ): Promise<Float32Array<ArrayBuffer>> => {
    signal?.throwIfAborted();
    const question = { width, height, timestep, meaning, guidance: plan.guidance };
    return run({ ...question, shown: [latents, ...beside] }, signal);
  };
  const whole = await predictNoise(wanted, shown);
  if (avoided === null) {
    return whole;
  }
  const plain = await predictNoise(avoided, shown);
  if (set.kind !== 'instruct') {
    return whole.map((value, at) => plain[at]! + plan.guidance * (value - plain[at]!));
  }
  const blind = await predictNoise(
    avoided,
    shown.map(({ length }) => new Float32Array(length)),
  );
  return whole.map((value, at) => {
    const [none, image] = [blind[at]!, plain[at]!];
    return none + plan.pictureGuidance * (image - none) + plan.guidance * (value - image);
  });
}

function scale(values: Float32Array<ArrayBuffer>, factor: number): Float32Array<ArrayBuffer> {
  return values.map((value) => value * factor);
}
