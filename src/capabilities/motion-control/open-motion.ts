import { limits } from '../../contract/api/limits.ts';
import type { StillAnimation } from '../../engine/body/clip/still-animation.ts';
import { openRunBody, type RunBody } from '../kit/body-packs.ts';
import { readInput, findPlacedJoints, requireFile } from '../kit/inputs.ts';
import { openBodyModels, openWarmTracker } from '../kit/models.ts';
import type { ProgressTracker } from '../kit/progress-tracker.ts';
import type { RunContext } from '../processor.ts';
import { motionControl } from './definition.ts';

/** Approximate weight of each phase in the work. */
export const motionWeights = { reading: 4, preparing: 40, rendering: 54, finishing: 2 };

/** Opened models of an animation. */
export interface OpenedMotion {
  /** Animation options without the output path. */
  readonly animation: Omit<StillAnimation, 'outputPath'>;
  readonly packs: RunBody;
  readonly close: () => void;
}

/** Returns the images of the character from other sides. */
function readFurther(context: RunContext): StillAnimation['additional'] {
  const { side_key: side, back_key: back } = context.hints ?? {};
  return {
    side: side === undefined ? undefined : requireFile(context, side),
    back: back === undefined ? undefined : requireFile(context, back),
  };
}

/** Returns the length of the clip that is tracked, in microseconds. */
export function readTrackedUs(context: RunContext): number {
  const { video_key: key, max_duration_sec: maxSec } = readInput(context, motionControl.operation);
  const { durationMs = Infinity } = requireFile(context, key).facts;
  const max = maxSec ?? limits.motionControlDurationSec.max;
  return Math.min(max, Math.ceil(durationMs / 1000)) * 1e6;
}

/** Opens networks and packs, which the caller closes. */
export async function openMotion(
  context: RunContext,
  clock: ProgressTracker,
): Promise<OpenedMotion> {
  const { signal } = context;
  const input = readInput(context, motionControl.operation);
  clock.enter('reading');
  const { tracker, folder } = await openWarmTracker(signal);
  signal.throwIfAborted();
  const packs = await openRunBody(context.packs, signal);
  const files = {
    image: requireFile(context, input.image_key),
    video: requireFile(context, input.video_key),
    additional: readFurther(context),
    placed: findPlacedJoints(context),
    maxDurationUs: readTrackedUs(context),
  };
  // No call between opening and returning may throw: the models would stay open.
  const models = await openBodyModels(folder);
  const animation = {
    ...files,
    orientation: input.character_orientation,
    keepsSound: input.keep_original_sound,
    models: { ...models, refine: packs.refinePose, parse: packs.parse },
    tracker,
    signal,
    onProgress: (phase: 'preparing' | 'rendering', fraction: number) =>
      clock.advanceWithin(phase, fraction),
  };
  return { animation, packs, close: () => models.close() };
}
