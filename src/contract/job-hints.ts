import * as z from 'zod';
import { fileKey, text, integerField } from './api/fields.ts';
import { limits } from './api/limits.ts';
import { maxShownFaces } from './inspection.ts';
import { placedJointsText } from './placed-joints.ts';

/** Who of the people that were found in a clip or picture: their number, counted from 1 in the order of the inspection. */
export const personNumber = z.int().min(1).max(maxShownFaces);

/** Most people of one clip or picture who get a face beside the chosen one. */
export const maxOtherFaces = 3;

/**
 * What may be said of a job beside its request. The REST API has no place for it: the app gives it to the service of this
 * computer over the private channel, and other services never get it.
 */
export const jobHintsSchema = z.strictObject({
  /** What is said in the recording, word for word. */
  transcript: text(limits.avatarScriptChars, 'What is said in the recording.').optional(),
  /** How much of the video is used, from its start on. */
  max_duration_sec: integerField(limits.faceSwapDurationSec, 'Caps the used length.').optional(),
  person: personNumber.optional(),
  /** Faces for further people: the first goes on whoever is listed after the chosen one, and so on around the list. */
  other_face_keys: z
    .array(fileKey('images', 'A photo of one face.'))
    .min(1)
    .max(maxOtherFaces)
    .optional(),
  joints: placedJointsText.optional(),
});

/** See {@link jobHintsSchema}. */
export type JobHints = z.output<typeof jobHintsSchema>;

/** The name of a hint. */
export type HintName = keyof JobHints;

/** Number of the person who gets the face at a place of `other_face_keys`, in a list of `count` people, of whom `person` was chosen. */
export function toOtherPerson(place: number, person: number, count: number): number {
  return ((person + place) % count) + 1;
}
