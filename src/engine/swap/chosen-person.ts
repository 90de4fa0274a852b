import type { I420Frame } from '../pixels/frame.ts';
import { cosineSimilarity } from '../track/face-embedder.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { isSeenWell, OTHER_PERSON, SAME_PERSON } from '../track/same-person.ts';

/** Follows one person in a video with several people. */
export interface ChosenPerson {
  /**
   * Returns their face in the next frame, or null when it is absent; a promise when a face has to be compared first.
   */
  find(
    frame: I420Frame,
    faces: readonly TrackedFace[],
  ): TrackedFace | null | Promise<TrackedFace | null>;
}

/** Frames until a face is compared again: one that could not be identified, and one of another person. */
const SOON = 5;
const LATER = 50;

/** Result of comparing a tracker number with the person. */
interface Comparison {
  /** Null while the face cannot be identified. */
  readonly similarity: number | null;
  /** Frame from which it is compared again while the person is not found. */
  readonly againAt: number;
}

/**
 * Follows the person of an embedding; each tracker number is compared once, and again while the person is not found.
 */
export function createChosenPerson(
  person: Float32Array,
  meter: Pick<FaceMeter, 'embed'>,
): ChosenPerson {
  const known = new Map<number, Comparison>();
  let index = 0;

  const findOwn = (faces: readonly TrackedFace[]): TrackedFace | null => {
    const [best] = faces
      .map((face) => ({ face, similarity: known.get(face.id)?.similarity ?? 0 }))
      .toSorted((a, b) => b.similarity - a.similarity);
    return best !== undefined && best.similarity >= SAME_PERSON ? best.face : null;
  };

  const compare = async (frame: I420Frame, face: TrackedFace): Promise<void> => {
    const similarity = cosineSimilarity(person, await meter.embed(frame, face.landmarks));
    const isSure = similarity >= SAME_PERSON || (similarity < OTHER_PERSON && isSeenWell(face));
    known.set(face.id, {
      similarity: isSure ? similarity : null,
      againAt: index + (isSure ? LATER : SOON),
    });
  };

  const compareAll = async (
    frame: I420Frame,
    faces: readonly TrackedFace[],
    open: readonly TrackedFace[],
  ): Promise<TrackedFace | null> => {
    for (const face of open) {
      await compare(frame, face);
    }
    return findOwn(faces);
  };

  return {
    find(frame, faces) {
      index += 1;
      const own = findOwn(faces);
      const open = faces.filter(({ id }) => {
        const face = known.get(id);
        return face === undefined || (own === null && face.againAt <= index);
      });
      return open.length === 0 ? own : compareAll(frame, faces, open);
    },
  };
}
