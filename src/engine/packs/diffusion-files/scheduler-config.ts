import { join } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../../base/errors.ts';
import { readSideJson } from '../voice-files/side-file.ts';

/** Supported schedulers, by the class names that `diffusers` writes into their configuration. */
const schedulerNames = [
  'DDIMScheduler',
  'PNDMScheduler',
  'DPMSolverMultistepScheduler',
  'EulerDiscreteScheduler',
  'EulerAncestralDiscreteScheduler',
  'LCMScheduler',
] as const;

const noiseStep = z.number().positive().lt(1);

/** Noise schedule that a network was trained with, and the settings of its sampler. */
const schedulerConfigSchema = z.object({
  _class_name: z.string().default('DDIMScheduler'),
  num_train_timesteps: z.int().min(10).max(10_000).default(1000),
  beta_start: noiseStep.default(0.000_85),
  beta_end: noiseStep.default(0.012),
  beta_schedule: z.string().default('scaled_linear'),
  prediction_type: z.string().default('epsilon'),
  timestep_spacing: z.enum(['leading', 'trailing', 'linspace']).optional(),
  steps_offset: z.int().min(0).max(100).default(0),
  set_alpha_to_one: z.boolean().default(true),
  original_inference_steps: z.int().min(1).max(1000).default(50),
  timestep_scaling: z.number().positive().default(10),
});

/** Parsed configuration, see {@link schedulerConfigSchema}. */
type RawConfig = z.output<typeof schedulerConfigSchema>;

/** Configuration of a supported scheduler. */
export interface SchedulerConfig extends Omit<
  RawConfig,
  '_class_name' | 'beta_schedule' | 'prediction_type'
> {
  readonly name: (typeof schedulerNames)[number];
  readonly isLinear: boolean;
  /** True when the network predicts velocity (`v_prediction`) instead of noise. */
  readonly isVelocity: boolean;
}

/**
 * Reads the scheduler configuration of a model's folder. Throws `unsupported_format` when it is missing, cannot be read
 * or names an unsupported scheduler.
 */
export async function readSchedulerConfig(folder: string): Promise<SchedulerConfig> {
  const found = await readSideJson(join(folder, 'scheduler', 'scheduler_config.json'));
  if (found === null) {
    throw createRefusal('It needs scheduler/scheduler_config.json beside its folders.');
  }
  return toSchedulerConfig(found);
}

/** Parses the content of a scheduler configuration. */
export function toSchedulerConfig(content: unknown): SchedulerConfig {
  const parsed = schedulerConfigSchema.safeParse(content);
  if (!parsed.success) {
    throw createRefusal('Its scheduler_config.json holds values that no scheduler has.');
  }
  const {
    _class_name: given,
    beta_schedule: schedule,
    prediction_type: kind,
    ...rest
  } = parsed.data;
  const name = schedulerNames.find((known) => known === given);
  if (name === undefined) {
    throw createRefusal(`Its scheduler ${given.slice(0, 60)} is not known.`);
  }
  if (schedule !== 'linear' && schedule !== 'scaled_linear') {
    throw createRefusal(`Its schedule of noise ${schedule.slice(0, 60)} is not known.`);
  }
  if (kind !== 'epsilon' && kind !== 'v_prediction') {
    throw createRefusal(`Its prediction ${kind.slice(0, 60)} is not known.`);
  }
  return { ...rest, name, isLinear: schedule === 'linear', isVelocity: kind === 'v_prediction' };
}

function createRefusal(text: string): AppError {
  return new AppError('unsupported_format', text);
}
