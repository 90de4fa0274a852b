import * as z from 'zod';

/** Path of a pack inside the folder of models, with `/`. */
const packId = z.string().min(1).max(1024);

/** Which packs are to be used; null is the engine that comes with Guise. */
export const packChoiceSchema = z.object({
  /** What puts the face in. */
  swapper: packId.nullable().default(null),
  /** What restores its detail; works only together with a swapper. */
  restorer: packId.nullable().default(null),
  /** What keeps hands and hair in front; works only together with a swapper. */
  occluders: z.array(packId).max(4).default([]),
  /** What hears mouths of avatars and lip sync. */
  soundToMouth: packId.nullable().default(null),
  /** What paints mouths of lip sync. */
  mouthPainter: packId.nullable().default(null),
  /** What moves portraits of avatars. */
  portraitAnimator: packId.nullable().default(null),
  /** What places the joints of people that are moved, and of those whose motion is followed. */
  poseEstimator: packId.nullable().default(null),
  /** What tells the parts of a person apart who is moved. */
  humanParser: packId.nullable().default(null),
  /** What changes pictures by those words that no step of Guise does. */
  diffusion: packId.nullable().default(null),
  /** What tells people from their surroundings where pictures and videos are changed by words. */
  matting: packId.nullable().default(null),
});

/** See {@link packChoiceSchema}. */
export type PackChoice = z.output<typeof packChoiceSchema>;

/** The choice of somebody who chose nothing. */
export const builtInChoice: PackChoice = packChoiceSchema.parse({});

/** Whether there is anything in a choice that runs by itself, so that its speed can be measured. */
export function isMeasurable({
  swapper,
  soundToMouth,
  mouthPainter,
  portraitAnimator,
  poseEstimator,
  humanParser,
  diffusion,
  matting,
}: PackChoice): boolean {
  return [
    swapper,
    soundToMouth,
    mouthPainter,
    portraitAnimator,
    poseEstimator,
    humanParser,
    diffusion,
    matting,
  ].some((id) => id !== null);
}

/** How long a picture takes the model that changes pictures, as it was measured last on this computer. */
export const packSpeedSchema = z
  .object({ diffusion: packId, pictureMs: z.number().nonnegative() })
  .nullable();

/** The folder of models, and what is chosen of it. */
export const packSetupSchema = z.strictObject({
  folder: z.string().min(1),
  choice: packChoiceSchema,
});

/** See {@link packSetupSchema}. */
export type PackSetup = z.output<typeof packSetupSchema>;

const packEntrySchema = z.object({
  id: z.string(),
  /** Null when the file is not recognised. */
  kind: z
    .enum([
      'embedder',
      'converter',
      'swapper',
      'restorer',
      'occluder',
      'parser',
      'speaker',
      'voice',
      'encoder',
      'estimator',
      'sound_to_mouth',
      'mouth_painter',
      'portrait_animator',
      'animator_part',
      'pose_estimator',
      'human_parser',
      'diffusion',
      'diffusion_part',
      'matting',
    ])
    .nullable(),
  /** Whose model it is, in one word; null when the file is not recognised. */
  family: z.string().nullable(),
  label: z.string(),
  sizeBytes: z.number().nonnegative(),
  licence: z.object({ text: z.string(), use: z.enum(['open', 'non_commercial', 'unknown']) }),
  isUsable: z.boolean(),
  /** Why not, or what should be known of it. */
  note: z.string().nullable(),
});

/** A file of the folder of models. */
export type ListedPack = z.output<typeof packEntrySchema>;

/** What lies in the folder of models. */
export const listedPacksSchema = z.object({
  folder: z.string(),
  exists: z.boolean(),
  packs: z.array(packEntrySchema),
  note: z.string().nullable(),
});

/** See {@link listedPacksSchema}. */
export type ListedPacks = z.output<typeof listedPacksSchema>;

/** How fast a choice is on this machine, and what it ran on. */
export const measuredPacksSchema = z.object({
  /** One face of one frame of 720p; null where no model swaps faces. */
  frameMs: z.number().nonnegative().nullable(),
  /** A picture of the size that the model sees, by its words; null where no model changes pictures. */
  pictureMs: z.number().nonnegative().nullable(),
  /** What each pack runs on, with one run in milliseconds, and why not on something faster. */
  packs: z.array(
    z.object({
      label: z.string(),
      provider: z.string(),
      runMs: z.number().nonnegative(),
      note: z.string().nullable(),
    }),
  ),
});

/** See {@link measuredPacksSchema}. */
export type MeasuredPacks = z.output<typeof measuredPacksSchema>;
