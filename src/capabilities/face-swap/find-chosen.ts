import { type ChosenPerson, createChosenPerson } from '../../engine/swap/chosen-person.ts';
import { findClipPeople } from '../../engine/swap/clip-people.ts';
import type { FaceMeter } from '../../engine/track/face-meter.ts';
import { requirePeople } from '../kit/swapped-people.ts';
import type { RunContext } from '../processor.ts';
import { readSwapRequest } from './open-swap.ts';

/** Returns the embeddings of the chosen people, one per face; null when none was chosen. Throws `face_not_detected`. */
export async function findChosen(
  context: RunContext,
  meter: FaceMeter,
): Promise<readonly Float32Array[] | null> {
  const { hints, signal } = context;
  if (hints?.person === undefined && hints?.other_face_keys === undefined) {
    return null;
  }
  const { path } = readSwapRequest(context).video;
  const { people } = await findClipPeople(path, { meter, signal, view: () => null });
  return requirePeople(people, hints, 'video_key').map(({ embedding }) => embedding);
}

/** Creates trackers of people by their embeddings. */
export function trackPeople(
  embeddings: readonly Float32Array[],
  meter: FaceMeter,
): readonly ChosenPerson[] {
  return embeddings.map((embedding) => createChosenPerson(embedding, meter));
}
