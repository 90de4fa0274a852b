import * as z from 'zod';
import { limbSchema, seamsSchema } from './limbs.ts';
import { placedJointsText } from './placed-joints.ts';

/**
 * Purpose of an inspection: the face that would be put on others, the head that would be swapped, the portrait
 * that would speak, the people of a video who may be swapped or made to speak, the body that would be moved,
 * the same body from the side or from behind, the driver of the motion, or a voice.
 */
export const inspectionAimSchema = z.enum([
  'face',
  'head',
  'portrait',
  'people',
  'speaker',
  'body',
  'body_side',
  'body_back',
  'driver',
  'voice',
]);

/** See {@link inspectionAimSchema}. */
export type InspectionAim = z.output<typeof inspectionAimSchema>;

/** Most faces that are shown of a file. */
export const maxShownFaces = 6;
/** Maximum length of a face thumbnail, as base64. */
const maxPictureChars = 14_000;
/** Longest example of a body, as base64. */
const maxExampleChars = 60_000;

const inspectedFaceSchema = z.object({
  /** Height in pixels of the file. */
  heightPx: z.number().nonnegative(),
  /** Sharpness at a face size of 160 pixels; null when too little of the face is in the image. */
  sharpness: z.number().nonnegative().nullable(),
  /** Angle by which the face is turned away, in degrees. */
  turnDegrees: z.number().nonnegative(),
  /** Gap between the lips, as a fraction of the mouth's width. */
  lipGap: z.number().nonnegative(),
  /** Brightness, 0..1; null when too little of the face is in the image. */
  light: z.number().min(0).max(1).nullable(),
  /** Brightness of the lighter half of the face over that of the darker one, 1 or more; null when `light` is. */
  lightRatio: z.number().min(1).nullable(),
  /** Contrast of a line across the bridge of the nose, as glasses cause, relative to the brightness there. */
  bridgeContrast: z.number().nonnegative(),
  /** A small JPEG, base64. */
  picture: z.string().max(maxPictureChars),
});

/** A face that was found. */
export type InspectedFace = z.output<typeof inspectedFaceSchema>;

const inspectedBodySchema = z.object({
  /** Limbs that are seen whole, so that they can move; of a clip, in most of its frames. */
  limbs: z.array(limbSchema),
  /** True when hips are visible; false for a bust. */
  hasHips: z.boolean(),
  /** Side of the body that the image shows. */
  direction: z.enum(['front', 'side', 'back']),
  /** Arms that touch the body in the image. */
  touching: z.array(limbSchema),
  /** Arms whose hand is hidden in the image. */
  hiddenHands: z.array(limbSchema),
  /** Tears of the person in the example; null for a clip. */
  seams: seamsSchema.nullable(),
  /** True when a skirt or coat covers both legs in the image. */
  hasSkirt: z.boolean(),
  /** Positions of the joints, detected or set by hand; null for a clip. */
  places: placedJointsText.nullable(),
  /** The person of the image in another pose, a small JPEG in base64; null for a clip. */
  example: z.string().max(maxExampleChars).nullable(),
});

/** A body that was found. */
export type InspectedBody = z.output<typeof inspectedBodySchema>;

/** Reasons why a recording cannot be used as a voice sample. */
export const voiceFaultSchema = z.enum(['no_speech', 'little_speech', 'clipped', 'music']);

/** See {@link voiceFaultSchema}. */
export type VoiceFault = z.output<typeof voiceFaultSchema>;

/** Result of an inspection. */
export const inspectionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('faces'),
    /** Inspected frames; 1 for an image. */
    frames: z.int().nonnegative(),
    framesWithFace: z.int().nonnegative(),
    /** Faces in the image, or people in the inspected frames. */
    count: z.int().nonnegative(),
    /** Some of them; the first is used unless another is chosen by its number. */
    faces: z.array(inspectedFaceSchema).max(maxShownFaces),
  }),
  z.object({
    kind: z.literal('bodies'),
    /** Inspected frames; 1 for an image. */
    frames: z.int().nonnegative(),
    framesWithBody: z.int().nonnegative(),
    /** Of those, frames in which the body is seen from the side or from behind. */
    turnedFrames: z.int().nonnegative(),
    /** People in the image, or in the frame with the most. */
    count: z.int().nonnegative(),
    /** The largest body; null when none was found. */
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
