import * as z from 'zod';
import { liveChoiceSchema, liveHeights, liveRates } from './live-choice.ts';

/** The screens of the first run in their order. */
export const onboardingSteps = ['devices', 'speed', 'privacy', 'sample'] as const;

/** One of {@link onboardingSteps}. */
export type OnboardingStep = (typeof onboardingSteps)[number];

/** Progress of the first run; the next start of the app continues there. */
export const onboardingSchema = z.object({
  /** True when the first run was finished or skipped, so that it no longer opens by itself. */
  isOver: z.boolean().catch(false).default(false),
  step: z.enum(onboardingSteps).catch('devices').default('devices'),
  /** Measured capability of this computer; null before the measurement. */
  speed: z
    .object({
      heightP: z.literal(liveHeights),
      fps: z.literal(liveRates),
      /** Frames per second received at this size; null when the measured time was too short. */
      measuredFps: z.number().nonnegative().nullable(),
    })
    .nullable()
    .catch(null)
    .default(null),
  /** Settings that a measurement changed temporarily, as they were before; null while there are none. */
  beforeSpeed: liveChoiceSchema
    .pick({ heightP: true, fps: true, hasSwappedPreview: true, hasAutoSize: true })
    .nullable()
    .catch(null)
    .default(null),
  /** Job that makes the sample; null before it was started. */
  sampleJobId: z.string().max(64).nullable().catch(null).default(null),
});

/** See {@link onboardingSchema}. */
export type OnboardingChoice = z.output<typeof onboardingSchema>;
