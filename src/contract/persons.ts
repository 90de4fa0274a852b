/** What of a person a file shows or sounds like. */
export type PersonPart = 'face' | 'voice';

const parts: Readonly<Record<string, PersonPart>> = {
  face_key: 'face',
  voice_sample_key: 'voice',
};

/**
 * What of a person is in the file of a field, for which the user has to say that the person agrees; null
 * for other fields.
 */
export function personOf(field: string): PersonPart | null {
  return parts[field] ?? null;
}
