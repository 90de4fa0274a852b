import * as z from 'zod';

/**
 * What a file is looked at for: the face that would be put on others, the head that would be swapped, the portrait that
 * would speak, the people of a video, who of them would speak, or a voice.
 */
export const inspectionAimSchema = z.enum([
  'face',
  'head',
  'portrait',
  'people',
  'speaker',
  'voice',
]);

/** See {@link inspectionAimSchema}. */
export type InspectionAim = z.output<typeof inspectionAimSchema>;

/** Most faces that are shown of a file. */
export const maxShownFaces = 6;
/** Longest small picture of a face, as base64. */
const maxPictureChars = 14_000;

const inspectedFaceSchema = z.object({
  /** Height in pixels of the file. */
  heightPx: z.number().nonnegative(),
  /** How finely it is drawn, of a face of 160 pixels; null where too little of it is in the picture. */
  sharpness: z.number().nonnegative().nullable(),
  /** How far it is turned away, in degrees. */
  turnDegrees: z.number().nonnegative(),
  /** How far its lips are apart, as a fraction of the width of a mouth. */
  lipGap: z.number().nonnegative(),
  /** How light it is, 0..1; null where too little of it is in the picture. */
  light: z.number().min(0).max(1).nullable(),
  /** By how much one half of it is lighter than the other, 1 or more; null as `light`. */
  lightRatio: z.number().min(1).nullable(),
  /** A small JPEG, base64. */
  picture: z.string().max(maxPictureChars),
});

/** A face that was found. */
export type InspectedFace = z.output<typeof inspectedFaceSchema>;

/** Why a recording cannot be used as the sample of a voice. */
export const voiceFaultSchema = z.enum(['no_speech', 'little_speech', 'clipped', 'music']);

/** See {@link voiceFaultSchema}. */
export type VoiceFault = z.output<typeof voiceFaultSchema>;

/** What was found in a file. */
export const inspectionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('faces'),
    /** Frames that were looked at; 1 of a picture. */
    frames: z.int().nonnegative(),
    framesWithFace: z.int().nonnegative(),
    /** Faces of the picture, or of the frame with the most. */
    count: z.int().nonnegative(),
    /** Some of them, first the one that is used. */
    faces: z.array(inspectedFaceSchema).max(maxShownFaces),
  }),
  z.object({
    kind: z.literal('voice'),
    durationMs: z.number().nonnegative(),
    /** Null where it can be used. */
    fault: voiceFaultSchema.nullable(),
  }),
]);

/** See {@link inspectionSchema}. */
export type Inspection = z.output<typeof inspectionSchema>;
