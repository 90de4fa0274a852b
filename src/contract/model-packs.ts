import * as z from 'zod';
import { packKinds } from '../base/pack-kinds.ts';

/** Path of a pack inside the folder of models, with `/`. */
const packId = z.string().min(1).max(1024);

/** Selected packs; null is Guise's own engine. */
export const packChoiceSchema = z.object({
  /** Swaps the face. */
  swapper: packId.nullable().default(null),
  /** Restores its detail; works only together with a swapper. */
  restorer: packId.nullable().default(null),
  /** Keep hands and hair in front; work only together with a swapper. */
  occluders: z.array(packId).max(4).default([]),
  /** Predicts mouth shapes from audio, for avatars and lip sync. */
  soundToMouth: packId.nullable().default(null),
  /** Paints mouths for lip sync. */
  mouthPainter: packId.nullable().default(null),
  /** Animates portraits of avatars. */
  portraitAnimator: packId.nullable().default(null),
  /** Detects the joints of people who are moved, and of those whose motion is followed. */
  poseEstimator: packId.nullable().default(null),
  /** Segments the body parts of a person who is moved. */
  humanParser: packId.nullable().default(null),
  /** Edits images by the words that no step of Guise handles. */
  diffusion: packId.nullable().default(null),
  /** Separates people from their surroundings in prompt edits of images and videos. */
  matting: packId.nullable().default(null),
});

/** See {@link packChoiceSchema}. */
export type PackChoice = z.output<typeof packChoiceSchema>;

/** The default choice of models. */
export const builtInChoice: PackChoice = packChoiceSchema.parse({});

/** Returns whether a selection contains a pack that runs by itself, so that its speed can be measured. */
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

/** Last measured time of the diffusion model for one image on this computer. */
export const packSpeedSchema = z
  .object({ diffusion: packId, pictureMs: z.number().nonnegative() })
  .nullable();

/** Model folder, with the selected packs. */
export const packSetupSchema = z.strictObject({
  folder: z.string().min(1),
  choice: packChoiceSchema,
});

/** See {@link packSetupSchema}. */
export type PackSetup = z.output<typeof packSetupSchema>;

const packEntrySchema = z.object({
  id: z.string(),
  /** Null when the file is not recognised. */
  kind: z.enum(packKinds).nullable(),
  /** Model family, in one word; null when the file is not recognised. */
  family: z.string().nullable(),
  label: z.string(),
  sizeBytes: z.number().nonnegative(),
  licence: z.object({ text: z.string(), use: z.enum(['open', 'non_commercial', 'unknown']) }),
  isUsable: z.boolean(),
  /** Reason when it is unusable, or a remark. */
  note: z.string().nullable(),
});

/** A file of the folder of models. */
export type ListedPack = z.output<typeof packEntrySchema>;

/** Content of the model folder. */
export const listedPacksSchema = z.object({
  folder: z.string(),
  exists: z.boolean(),
  packs: z.array(packEntrySchema),
  note: z.string().nullable(),
});

/** See {@link listedPacksSchema}. */
export type ListedPacks = z.output<typeof listedPacksSchema>;

/** Speed of the selected packs on this machine, and the provider they ran on. */
export const measuredPacksSchema = z.object({
  /** Time for one face of one frame of 720p; null when no model swaps faces. */
  frameMs: z.number().nonnegative().nullable(),
  /** Time for an image at the model's input size, by its words; null when no model edits images. */
  pictureMs: z.number().nonnegative().nullable(),
  /** Provider of each pack, time of one run in milliseconds, and the reason why nothing faster was used. */
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
