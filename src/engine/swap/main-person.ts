import type { I420Frame } from '../pixels/frame.ts';
import type { FaceBox, TrackedFace } from '../track/face-track.ts';

/** Finds the main person of a video in every frame. */
export interface MainPerson {
  /** Returns the face of the main person; null when it is absent. */
  find(
    frame: Pick<I420Frame, 'width' | 'height'>,
    faces: readonly TrackedFace[],
  ): TrackedFace | null;
  /** Sets whether a tracker number is the main person's, if that is known otherwise. */
  note(id: number, isOwn: boolean): void;
}

/** Minimum fraction of its weight that a face far from the middle keeps. */
const MIN_FRACTION = 0.1;

/**
 * Creates a main person: the one whose face is largest and nearest to the middle when faces first appear. Trackers
 * sometimes give a person a new number, after a turned head or a hand: a face without the main person beside it is
 * taken for the main person, unless it was seen beside them before.
 */
export function createMainPerson(): MainPerson {
  const own = new Set<number>();
  const others = new Set<number>();
  let lastId: number | null = null;

  const isOwn = ({ id }: TrackedFace): boolean => own.has(id);
  const canBeOwn = ({ id }: TrackedFace): boolean => !others.has(id);

  return {
    find(frame, faces) {
      const main =
        faces.find(({ id }) => id === lastId) ??
        findWeightiest(frame, faces, isOwn) ??
        findWeightiest(frame, faces, canBeOwn);
      if (main === null) {
        return null;
      }
      lastId = main.id;
      own.add(main.id);
      for (const { id } of faces) {
        if (!own.has(id)) {
          others.add(id);
        }
      }
      return main;
    },
    note(id, isOwn) {
      (isOwn ? own : others).add(id);
      (isOwn ? others : own).delete(id);
      if (!isOwn && lastId === id) {
        lastId = null;
      }
    },
  };
}

function findWeightiest(
  frame: Pick<I420Frame, 'width' | 'height'>,
  faces: readonly TrackedFace[],
  isWanted: (face: TrackedFace) => boolean,
): TrackedFace | null {
  let found: TrackedFace | null = null;
  let max = 0;
  for (const face of faces) {
    const weight = weighFace(frame, face.box);
    if (isWanted(face) && weight > max) {
      max = weight;
      found = face;
    }
  }
  return found;
}

/**
 * Returns the prominence of a face in a frame: its area in square pixels, reduced with the distance from the middle.
 */
export function weighFace(
  { width, height }: Pick<I420Frame, 'width' | 'height'>,
  box: Readonly<FaceBox>,
): number {
  const x = (box.left + box.width / 2) / width - 0.5;
  const y = (box.top + box.height / 2) / height - 0.5;
  return box.width * box.height * Math.max(MIN_FRACTION, 1 - Math.hypot(x, y));
}
