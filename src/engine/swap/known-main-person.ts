import type { I420Frame } from '../pixels/frame.ts';
import { cosineSimilarity } from '../track/face-embedder.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { SAME_PERSON } from '../track/same-person.ts';
import type { ChosenPerson } from './chosen-person.ts';
import { createMainPerson } from './main-person.ts';

/** Embeddings of the main person of a clip, and of the people beside them; see `FaceEmbedder`. */
export interface MainPersonFacts {
  readonly own: Float32Array;
  readonly others: readonly Float32Array[];
}

/** Frames until a face that could not be identified is compared again. */
const SOON = 5;

/**
 * Follows the main person of a part of a clip like `createMainPerson`, but with embeddings from the whole clip. Each
 * tracker number is compared until its person is clear.
 */
export function createKnownMainPerson(
  { own, others }: MainPersonFacts,
  meter: Pick<FaceMeter, 'embed'>,
): ChosenPerson {
  const main = createMainPerson();
  const clear = new Set<number>();
  const againAt = new Map<number, number>();
  let index = 0;

  async function compare(frame: I420Frame, { id, landmarks }: TrackedFace): Promise<void> {
    const embedding = await meter.embed(frame, landmarks);
    const similarity = cosineSimilarity(own, embedding);
    const other = Math.max(...others.map((person) => cosineSimilarity(person, embedding)));
    if (Math.max(similarity, other) >= SAME_PERSON) {
      main.note(id, similarity >= other);
      clear.add(id);
    }
    againAt.set(id, index + SOON);
  }

  async function findAfter(
    frame: I420Frame,
    faces: readonly TrackedFace[],
    open: readonly TrackedFace[],
  ): Promise<TrackedFace | null> {
    for (const face of open) {
      await compare(frame, face);
    }
    return main.find(frame, faces);
  }

  return {
    find(frame, faces) {
      index += 1;
      const open = faces.filter(({ id }) => !clear.has(id) && (againAt.get(id) ?? 0) <= index);
      return open.length === 0 ? main.find(frame, faces) : findAfter(frame, faces, open);
    },
  };
}
