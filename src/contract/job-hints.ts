import * as z from 'zod';
import { fileKey, text, createIntegerField } from './api/fields.ts';
import { limits } from './api/limits.ts';
import { maxShownFaces } from './inspection.ts';
import { placedJointsText } from './placed-joints.ts';

/** Number of a person found in a clip or image, counted from 1 in the order of the inspection. */
export const personNumber = z.int().min(1).max(maxShownFaces);

/** Maximum people of one clip or image who get a face beside the chosen one. */
export const maxOtherFaces = 3;

/**
 * Hints for a job beside its request. The REST API has no field for them: the app passes them to the service of
 * this computer over the private channel, and other services never get them.
 */
export const jobHintsSchema = z.strictObject({
  /** Words of the recording, verbatim. */
  transcript: text(limits.avatarScriptChars, 'What is said in the recording.').optional(),
  /** Used length of the video, from its start. */
  max_duration_sec: createIntegerField(
    limits.faceSwapDurationSec,
    'Caps the used length.',
  ).optional(),
  person: personNumber.optional(),
  /**
   * Faces for further people: the first goes on the person listed after the chosen one, and so on around the
   * list.
   */
  other_face_keys: z
    .array(fileKey('images', 'A photo of one face.'))
    .min(1)
    .max(maxOtherFaces)
    .optional(),
  joints: placedJointsText.optional(),
  /** The same character from other sides: shown where the driver turns there. */
  side_key: fileKey('images', 'The character from the side.').optional(),
  back_key: fileKey('images', 'The character from behind.').optional(),
});

/** See {@link jobHintsSchema}. */
export type JobHints = z.output<typeof jobHintsSchema>;

/** The name of a hint. */
export type HintName = keyof JobHints;

/**
 * Returns the number of the person who gets the face at position `index` of `other_face_keys`, in a list of `count`
 * people of whom `person` was chosen.
 */
export function toOtherPerson(index: number, person: number, count: number): number {
  return ((person + index) % count) + 1;
}
