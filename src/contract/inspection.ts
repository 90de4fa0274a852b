import * as z from 'zod';
import { limbSchema, seamsSchema } from './limbs.ts';
import { placedJointsText } from './placed-joints.ts';

/**
 * What a file is looked at for: the face that would be put on others, the head that would be swapped, the portrait that
 * would speak, the people of a video, who of them would speak, the body that would be moved, the driver whose motion it
 * would be, or a voice.
 */
export const inspectionAimSchema = z.enum([
  'face',
  'head',
  'portrait',
  'people',
  'speaker',
  'body',
  'driver',
  'voice',
]);

/** See {@link inspectionAimSchema}. */
export type InspectionAim = z.output<typeof inspectionAimSchema>;

/** Most faces that are shown of a file. */
export const maxShownFaces = 6;
/** Longest small picture of a face, as base64. */
const maxPictureChars = 14_000;
/** Longest example of a body, as base64. */
const maxExampleChars = 60_000;

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
  /** Brightness of the lighter half of the face over that of the darker one, 1 or more; null when `light` is. */
  lightRatio: z.number().min(1).nullable(),
  /** How hard a line crosses the bridge of its nose, as glasses do; by the light there. */
  bridgeContrast: z.number().nonnegative(),
  /** A small JPEG, base64. */
  picture: z.string().max(maxPictureChars),
});

/** A face that was found. */
export type InspectedFace = z.output<typeof inspectedFaceSchema>;

const inspectedBodySchema = z.object({
  /** Limbs that are seen whole, so that they can move; of a clip, in most of its frames. */
  limbs: z.array(limbSchema),
  /** Whether hips are seen; else it is a bust. */
  hasHips: z.boolean(),
  /** From where a picture shows it. */
  direction: z.enum(['front', 'side', 'back']),
  /** Arms of a picture that lie against the body. */
  touching: z.array(limbSchema),
  /** Arms of a picture whose hand is not seen. */
  hiddenHands: z.array(limbSchema),
  /** How torn the person of a picture is in the example; null of a clip. */
  seams: seamsSchema.nullable(),
  /** Whether a skirt or coat hangs over both legs of a picture. */
  hasSkirt: z.boolean(),
  /** Where the joints of a picture were found, or set by hand; null of a clip. */
  places: placedJointsText.nullable(),
  /** The person of a picture in another pose, a small JPEG in base64; null of a clip. */
  example: z.string().max(maxExampleChars).nullable(),
});

/** A body that was found. */
export type InspectedBody = z.output<typeof inspectedBodySchema>;

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
    /** Faces of the picture, or people in those frames. */
    count: z.int().nonnegative(),
    /** Some of them, first the one that is used, unless another is chosen by its number. */
    faces: z.array(inspectedFaceSchema).max(maxShownFaces),
  }),
  z.object({
    kind: z.literal('bodies'),
    /** Frames that were looked at; 1 of a picture. */
    frames: z.int().nonnegative(),
    framesWithBody: z.int().nonnegative(),
    /** Of those, seen from the side or from behind. */
    turnedFrames: z.int().nonnegative(),
    /** People of the picture, or of the frame with the most. */
    count: z.int().nonnegative(),
    /** The largest one; null where nobody was found. */
    body: inspectedBodySchema.nullable(),
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
