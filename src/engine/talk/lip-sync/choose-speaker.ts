import { type FrontalShape, toFrontalShape } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { measureMouth } from '../mouth/measures.ts';
import type { ClipFace, TrackedClip } from './tracked-clip.ts';

/** The person whose lips are moved. */
export interface ClipSpeaker {
  /** Their face in every frame of the clip; null where it is not to be seen. */
  readonly faces: readonly (ClipFace | null)[];
  /** Their face from the front, where it is to be seen. */
  readonly shapes: readonly (FrontalShape | null)[];
  /** People in the clip. */
  readonly people: number;
  /** Why it is this person. */
  readonly reason: 'only_person' | 'speaks_most' | 'most_prominent';
}

/** A mouth that moves so little (widths, standard deviation) does not speak. */
const SILENT_MOTION = 0.02;

interface Person {
  readonly id: number;
  /** Sum of the widths of their faces, by that of the picture. */
  presence: number;
  readonly opens: number[];
}

/** Finds who speaks: of all who are in the picture large and long, the one whose mouth moves most. Null without a face. */
export function chooseSpeaker(clip: TrackedClip, canonicalFace: CanonicalFace): ClipSpeaker | null {
  const people = listPeople(clip, canonicalFace);
  const [best] = people.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  if (best === undefined) {
    return null;
  }
  const ownIds = findOwnIds(clip, best.id);
  const faces = clip.frames.map(
    (frame) => frame.faces.find(({ id }) => ownIds[frame.scene]?.has(id) === true) ?? null,
  );
  const shapes = faces.map((face) => face && toFrontalShape(face, canonicalFace));
  const isOnly = people.length === 1 || clip.frames.every((frame) => frame.faces.length < 2);
  const isSpeaking = deviation(best.opens) > SILENT_MOTION;
  return {
    faces,
    shapes,
    people: countPeople(clip),
    reason: isOnly ? 'only_person' : isSpeaking ? 'speaks_most' : 'most_prominent',
  };
}

function listPeople({ frames, size }: TrackedClip, canonicalFace: CanonicalFace): Person[] {
  const people = new Map<number, Person>();
  for (const { faces } of frames) {
    for (const face of faces) {
      const person = people.get(face.id) ?? { id: face.id, presence: 0, opens: [] };
      people.set(face.id, person);
      person.presence += face.box.width / size.width;
      if (!face.isCovered) {
        person.opens.push(measureMouth(toFrontalShape(face, canonicalFace)).open);
      }
    }
  }
  return [...people.values()];
}

function scoreOf({ presence, opens }: Person): number {
  return presence * (SILENT_MOTION + deviation(opens));
}

/**
 * Numbers of the speaker in every scene. Trackers give a person another number now and then, after a turned head or a hand: one
 * that is never beside the speaker in a scene that has them is theirs.
 */
function findOwnIds({ frames }: TrackedClip, id: number): readonly ReadonlySet<number>[] {
  const scenes: { readonly all: Set<number>; readonly beside: Set<number> }[] = [];
  for (const { scene, faces } of frames) {
    const known = (scenes[scene] ??= { all: new Set(), beside: new Set() });
    const isThere = faces.some((face) => face.id === id);
    for (const face of faces) {
      known.all.add(face.id);
      if (face.id !== id && isThere) {
        known.beside.add(face.id);
      }
    }
  }
  return Array.from(scenes, (known) => {
    if (known === undefined || !known.all.has(id)) {
      return new Set([id]);
    }
    const others = [...known.all].filter((other) => !known.beside.has(other));
    // With two of them free, nobody knows which is the speaker's.
    return new Set(others.length <= 2 ? [id, ...others] : [id]);
  });
}

/** The most that are seen at a time: numbers that a tracker gives count some twice. */
function countPeople({ frames }: TrackedClip): number {
  return frames.reduce((most, { faces }) => Math.max(most, faces.length), 0);
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length));
}
