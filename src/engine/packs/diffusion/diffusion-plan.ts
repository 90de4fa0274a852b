import type { DiffusionSet } from '../diffusion-files/diffusion-set.ts';

/** Sampling settings of a model. */
export interface DiffusionPlan {
  /** Number of steps from pure noise; image-to-image runs a part of them. */
  readonly steps: number;
  /** Strength of the change, 0..1; 1 starts from pure noise. */
  readonly strength: number;
  /** Guidance scale of the prompt; values up to 1 run the network once per step. */
  readonly guidance: number;
  /** Guidance scale of the image, for models of kind `instruct`. */
  readonly pictureGuidance: number;
}

const usual = { steps: 25, strength: 0.6, guidance: 7.5, pictureGuidance: 1.5 } as const;

/** Returns the settings that the authors of each kind of model recommend. */
export function planDiffusion({ kind, scheduler, unet }: DiffusionSet): DiffusionPlan {
  if (kind === 'instruct') {
    return { ...usual, steps: 20, strength: 1 };
  }
  if (kind === 'fill') {
    return { ...usual, strength: 1 };
  }
  if (scheduler.name === 'LCMScheduler') {
    // A network without a guidance input has the guidance distilled into it.
    const guidance = unet.ports.guidance === null ? 1 : 8;
    return { ...usual, steps: 8, guidance };
  }
  // Turbo models take one to four steps and were trained without guidance.
  const isTurbo = scheduler.name.startsWith('Euler') && scheduler.timestep_spacing === 'trailing';
  return isTurbo ? { ...usual, steps: 4, strength: 0.5, guidance: 0 } : usual;
}

/** Returns the first step that runs, and the runs of the network per step. */
export function countRuns(
  { steps, strength, guidance }: DiffusionPlan,
  { kind, unet }: Pick<DiffusionSet, 'kind' | 'unet'>,
): { readonly firstStep: number; readonly runsPerStep: number } {
  const isGuided = guidance > 1 && unet.ports.guidance === null;
  return {
    firstStep: strength >= 1 ? 0 : steps - Math.max(1, Math.floor(steps * strength)),
    runsPerStep: kind === 'instruct' ? 3 : isGuided ? 2 : 1,
  };
}
