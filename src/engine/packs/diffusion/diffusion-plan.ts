import type { DiffusionSet } from '../diffusion-files/diffusion-set.ts';

/** How a model is run on a picture. */
export interface DiffusionPlan {
  /** Steps from nothing but noise; pictures that are begun from take a part of them. */
  readonly steps: number;
  /** How far a picture may go from what it was, 0..1; 1 begins from noise alone. */
  readonly strength: number;
  /** How strongly the prompt counts; 1 and less asks the network once a step. */
  readonly guidance: number;
  /** How strongly the picture counts, of models that take instructions. */
  readonly pictureGuidance: number;
}

const usual = { steps: 25, strength: 0.6, guidance: 7.5, pictureGuidance: 1.5 } as const;

/** What the makers of each kind of model run it with. */
export function planDiffusion({ kind, scheduler, unet }: DiffusionSet): DiffusionPlan {
  if (kind === 'instruct') {
    return { ...usual, steps: 20, strength: 1 };
  }
  if (kind === 'fill') {
    return { ...usual, strength: 1 };
  }
  if (scheduler.name === 'LCMScheduler') {
    // A network that does not take the guidance as an input has it within.
    const guidance = unet.ports.guidance === null ? 1 : 8;
    return { ...usual, steps: 8, guidance };
  }
  // Turbo models go from noise to a picture in one to four steps and were taught without guidance.
  const isTurbo = scheduler.name.startsWith('Euler') && scheduler.timestep_spacing === 'trailing';
  return isTurbo ? { ...usual, steps: 4, strength: 0.5, guidance: 0 } : usual;
}

/** The first step that is done, and how often the network is asked for one. */
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
