/** Removes noise from latents step by step, with the scheduler that a network was trained with. */
import type { SchedulerConfig } from '../diffusion-files/scheduler-config.ts';

type Latents = Float32Array<ArrayBuffer>;

/** Sampler of one image. Its functions do not change their arguments. */
interface Scheduler {
  /** Timesteps that the network takes, falling. */
  readonly timesteps: readonly number[];
  /** Returns the latents of pure noise before the first step. */
  begin(noise: Latents): Latents;
  /** Returns the latents of an image with the noise of a step. */
  addNoise(latents: Latents, noise: Latents, step: number): Latents;
  /** Scales latents to the network's input. */
  scaleInput(latents: Latents, step: number): Latents;
  /** Returns the latents after a step from the network's prediction; stochastic samplers call `makeNoise`. */
  advance(prediction: Latents, latents: Latents, at: StepMoment): Latents;
}

/** Index of a step with its source of noise. */
interface StepMoment {
  readonly step: number;
  readonly makeNoise: () => Latents;
}

/**
 * Creates a scheduler for this number of steps. PNDM and DPM-Solver run as DDIM: they differ only in how few steps they
 * need.
 */
export function createScheduler(config: SchedulerConfig, steps: number): Scheduler {
  const kept = accumulate(config);
  switch (config.name) {
    case 'LCMScheduler':
      return createConsistency(config, kept, steps);
    case 'EulerDiscreteScheduler':
    case 'EulerAncestralDiscreteScheduler':
      return createEuler(config, kept, steps);
    case 'DDIMScheduler':
    case 'PNDMScheduler':
    case 'DPMSolverMultistepScheduler':
      return createDdim(config, kept, steps);
  }
}

/** Returns the fraction of the image's variance that is left after each training step: ᾱ of Ho et al. 2020. */
function accumulate(config: SchedulerConfig): Float64Array {
  const { num_train_timesteps: count, beta_start: first, beta_end: last, isLinear } = config;
  const kept = new Float64Array(count);
  let product = 1;
  for (let at = 0; at < count; at += 1) {
    const fraction = at / (count - 1);
    const root = Math.sqrt(first) + (Math.sqrt(last) - Math.sqrt(first)) * fraction;
    product *= 1 - (isLinear ? first + (last - first) * fraction : root * root);
    kept[at] = product;
  }
  return kept;
}

function spread(config: SchedulerConfig, steps: number): number[] {
  const { num_train_timesteps: count, steps_offset: offset, name } = config;
  // Default spacing of each scheduler in `diffusers`.
  const usual = name === 'DDIMScheduler' || name === 'PNDMScheduler' ? 'leading' : 'linspace';
  const each = (compute: (index: number) => number): number[] =>
    Array.from({ length: steps }, (_, index) => compute(index));
  switch (config.timestep_spacing ?? usual) {
    case 'trailing':
      return each((index) => Math.round(count - (index * count) / steps) - 1);
    case 'linspace':
      return each((index) => (steps === 1 ? 0 : ((steps - 1 - index) * (count - 1)) / (steps - 1)));
    case 'leading': {
      const gap = Math.floor(count / steps);
      return each((index) => Math.min(count - 1, (steps - 1 - index) * gap + offset));
    }
  }
}

function mix(first: Latents, weight: number, second: Latents, other: number): Latents {
  const mixed = new Float32Array(first.length);
  for (let at = 0; at < mixed.length; at += 1) {
    mixed[at] = first[at]! * weight + second[at]! * other;
  }
  return mixed;
}

/** Returns the clean latents that a prediction implies, where `left` is ᾱ of the step. */
function toClean(
  prediction: Latents,
  latents: Latents,
  left: number,
  isVelocity: boolean,
): Latents {
  const [signal, noise] = [Math.sqrt(left), Math.sqrt(1 - left)];
  return isVelocity
    ? mix(latents, signal, prediction, -noise)
    : mix(latents, 1 / signal, prediction, -noise / signal);
}

/** Scheduler functions for latents whose variance stays 1, so that inputs need no scaling (Song et al. 2021). */
function preserveVariance(
  timesteps: readonly number[],
  keptAt: (step: number) => number,
): Omit<Scheduler, 'advance'> {
  return {
    timesteps,
    begin: (noise) => noise,
    addNoise: (latents, noise, step) =>
      mix(latents, Math.sqrt(keptAt(step)), noise, Math.sqrt(1 - keptAt(step))),
    scaleInput: (latents) => latents,
  };
}

/** Implements DDIM, formula 12 of Song et al. 2021 with a noise variance of 0. */
function createDdim(config: SchedulerConfig, kept: Float64Array, steps: number): Scheduler {
  const { num_train_timesteps: count, set_alpha_to_one: isWhole, isVelocity } = config;
  const timesteps = spread(config, steps).map(Math.round);
  const gap = Math.floor(count / steps);
  const keptAt = (step: number): number => kept[timesteps[step]!]!;
  return {
    ...preserveVariance(timesteps, keptAt),
    advance(prediction, latents, { step }) {
      const now = keptAt(step);
      const before = timesteps[step]! - gap;
      const next = before >= 0 ? kept[before]! : isWhole ? 1 : kept[0]!;
      const clean = toClean(prediction, latents, now, isVelocity);
      const noise = isVelocity
        ? mix(prediction, Math.sqrt(now), latents, Math.sqrt(1 - now))
        : prediction;
      return mix(clean, Math.sqrt(next), noise, Math.sqrt(1 - next));
    },
  };
}

/**
 * Implements Euler sampling: algorithm 2 of Karras et al. 2022 without its corrections, and ancestral sampling as in
 * Crowson's k-diffusion.
 */
function createEuler(config: SchedulerConfig, kept: Float64Array, steps: number): Scheduler {
  const { isVelocity, name } = config;
  const isAncestral = name === 'EulerAncestralDiscreteScheduler';
  const timesteps = spread(config, steps);
  const sigmas = [...timesteps.map((time) => interpolateSigma(kept, time)), 0];
  const first = sigmas[0]!;
  const isLeading = config.timestep_spacing === 'leading';
  return {
    timesteps,
    begin: (noise) => mix(noise, isLeading ? Math.sqrt(first * first + 1) : first, noise, 0),
    addNoise: (latents, noise, step) => mix(latents, 1, noise, sigmas[step]!),
    scaleInput: (latents, step) => mix(latents, 1 / Math.sqrt(sigmas[step]! ** 2 + 1), latents, 0),
    advance(prediction, latents, { step, makeNoise }) {
      const [now, next] = [sigmas[step]!, sigmas[step + 1]!];
      const clean = isVelocity
        ? mix(prediction, -now / Math.sqrt(now * now + 1), latents, 1 / (now * now + 1))
        : mix(latents, 1, prediction, -now);
      const up = isAncestral
        ? Math.sqrt(Math.max(0, (next ** 2 * (now ** 2 - next ** 2)) / now ** 2))
        : 0;
      const down = Math.sqrt(Math.max(0, next ** 2 - up ** 2));
      const moved = mix(latents, down / now, clean, 1 - down / now);
      return up > 0 ? mix(moved, 1, makeNoise(), up) : moved;
    },
  };
}

/** Returns the noise level of a timestep, relative to an image of variance 1; interpolates between training steps. */
function interpolateSigma(kept: Float64Array, time: number): number {
  const sigma = (step: number): number => Math.sqrt((1 - kept[step]!) / kept[step]!);
  const low = Math.floor(time);
  const high = Math.min(kept.length - 1, low + 1);
  return sigma(low) + (sigma(high) - sigma(low)) * (time - low);
}

/** Data deviation in the boundary condition of latent consistency models, as they were trained. */
const BOUNDARY = 0.5;

/**
 * Implements latent consistency sampling (Luo et al. 2023): each step predicts the clean latents and adds less noise
 * again.
 */
function createConsistency(config: SchedulerConfig, kept: Float64Array, steps: number): Scheduler {
  const { num_train_timesteps: count, timestep_scaling: scale, isVelocity } = config;
  const original = Math.max(steps, Math.min(count, config.original_inference_steps));
  const gap = Math.floor(count / original);
  const taught = Array.from({ length: original }, (_, at) => (original - at) * gap - 1);
  const timesteps = Array.from(
    { length: steps },
    (_, step) => taught[Math.floor((step * original) / steps)]!,
  );
  const keptAt = (step: number): number => kept[timesteps[step]!]!;
  return {
    ...preserveVariance(timesteps, keptAt),
    advance(prediction, latents, { step, makeNoise }) {
      const scaled = timesteps[step]! * scale;
      const root = scaled * scaled + BOUNDARY * BOUNDARY;
      const clean = toClean(prediction, latents, keptAt(step), isVelocity);
      const guess = mix(clean, scaled / Math.sqrt(root), latents, BOUNDARY ** 2 / root);
      if (step + 1 >= steps) {
        return guess;
      }
      const next = keptAt(step + 1);
      return mix(guess, Math.sqrt(next), makeNoise(), Math.sqrt(1 - next));
    },
  };
}
