import { type FrontalShape, toFrontalShape } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { measureMouth } from '../mouth/measures.ts';
import type { ClipFace, TrackedClip } from './tracked-clip.ts';

/** Person whose lips are moved. */
export interface ClipSpeaker {
  /** Face in every frame of the clip; null where it is not visible. */
  readonly faces: readonly (ClipFace | null)[];
  /** Frontal face shapes, where the face is visible. */
  readonly shapes: readonly (FrontalShape | null)[];
  /** Maximum number of people visible at a time. */
  readonly people: number;
  /** Reason for the choice of this person. */
  readonly reason: 'only_person' | 'speaks_most' | 'most_prominent';
}

/** Standard deviation of the lip gap, in widths, up to which a mouth does not speak. */
const SILENT_MOTION = 0.02;

interface Person {
  readonly id: number;
  /** Sum of face widths as fractions of the frame's width. */
  presence: number;
  readonly opens: number[];
}

/**
 * Chooses the speaker: the person with the highest product of presence (size and time) and mouth motion. Null without a
 * face.
 */
export function chooseSpeaker(clip: TrackedClip, canonicalFace: CanonicalFace): ClipSpeaker | null {
  const people = listPeople(clip, canonicalFace);
  const [best] = people.toSorted((a, b) => computeScore(b) - computeScore(a));
  if (best === undefined) {
    return null;
  }
  const ownIds = findOwnIds(clip, best.id);
  const faces = clip.frames.map(
    (frame) => frame.faces.find(({ id }) => ownIds[frame.scene]?.has(id) === true) ?? null,
  );
  const shapes = faces.map((face) => face && toFrontalShape(face, canonicalFace));
  const isOnly = people.length === 1 || clip.frames.every((frame) => frame.faces.length < 2);
  const isSpeaking = computeDeviation(best.opens) > SILENT_MOTION;
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

function computeScore({ presence, opens }: Person): number {
  return presence * (SILENT_MOTION + computeDeviation(opens));
}

/**
 * Returns the speaker's track ids per scene. Trackers change a person's id now and then, after a turned head or a hand:
 * an id that never appears beside the speaker's in a scene with it is the speaker's too.
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
    // With two such ids it is unknown which one is the speaker's.
    return new Set(others.length <= 2 ? [id, ...others] : [id]);
  });
}

/** Returns the maximum number of people visible at once: track ids count some people twice. */
function countPeople({ frames }: TrackedClip): number {
  return frames.reduce((max, { faces }) => Math.max(max, faces.length), 0);
}

function computeDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length));
}
