import * as z from 'zod';
import { limits } from './api/limits.ts';
import { voiceIdSchema } from './api/voice-id.ts';
import { liveBackgrounds, liveParts } from './live-choice.ts';

/** Most presets that are kept. */
export const maxPresets = 100;

/** Maximum size of a preset file, its image included. */
export const maxPresetFileBytes = 32 * 1_048_576;

const deviceIdSchema = z.string().min(1).max(512).nullable();

/** Visual settings of a preset, beside the character. */
const lookFields = {
  prompt: z.string().max(limits.promptChars),
  part: z.enum(liveParts),
  background: z.enum(liveBackgrounds),
};

/** Voice settings of a preset. */
const presetVoiceSchema = z.object({
  voiceId: voiceIdSchema.nullable(),
  strength: z.number().min(0).max(1),
  noiseSuppression: z.boolean(),
  voiceGate: z.boolean(),
});

/** Settings that a preset applies together; null leaves a setting unchanged. */
export const presetSetupSchema = z.object({
  characterId: z.string().max(64).nullable(),
  ...lookFields,
  voice: presetVoiceSchema,
  cameraId: deviceIdSchema,
  microphoneId: deviceIdSchema,
});

/** See {@link presetSetupSchema}. */
export type PresetSetup = z.output<typeof presetSetupSchema>;

/** Longest name of a preset. */
export const maxPresetNameChars = 60;

/** Name of a preset: one line. */
export const presetNameSchema = z.string().trim().min(1).max(maxPresetNameChars);

/** A named setup. Its image is the one of its character, so that deleting a person leaves none here. */
export const presetSchema = z.object({
  id: z.string().max(64),
  name: presetNameSchema,
  setup: presetSetupSchema,
});

/** See {@link presetSchema}. */
export type Preset = z.output<typeof presetSchema>;

/** Pictures of an exported character, as Base64. */
const pictureSchema = z.base64().max(Math.ceil((maxPresetFileBytes * 4) / 3));

/**
 * File format of a preset: contains nothing specific to this computer, such as devices, and no image unless the
 * user included it. The number is the version of the format.
 */
export const presetFileSchema = z.strictObject({
  guise_preset: z.literal(1),
  name: presetNameSchema,
  character: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('built_in'), id: z.string().max(64) }),
      z.strictObject({
        kind: z.literal('picture'),
        name: z.string().trim().min(1).max(80),
        picture: pictureSchema,
      }),
    ])
    .nullable(),
  ...lookFields,
  voice: presetVoiceSchema.strict(),
});

/** See {@link presetFileSchema}. */
export type PresetFile = z.output<typeof presetFileSchema>;
