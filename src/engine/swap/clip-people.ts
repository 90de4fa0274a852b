/**
 * Lists the people of a clip. The app offers them for selection, and a job finds the selected one again in the same few
 * frames, so that a number identifies a person.
 */
import { probeMedia } from '../io/video/probe.ts';
import { openVideoReader } from '../io/video/video-reader.ts';
import type { I420Frame } from '../pixels/frame.ts';
import { cosineSimilarity } from '../track/face-embedder.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { isSeenWell, SAME_PERSON } from '../track/same-person.ts';
import { weighFace } from './main-person.ts';

/** Person of a clip, with the frame that shows them best. */
export interface ClipPerson<View> {
  /** See `FaceEmbedder`. */
  readonly embedding: Float32Array;
  /** View that was made of that frame. */
  readonly view: View;
}

/** People in a few frames of a clip. */
export interface ClipPeople<View> {
  /** Number of searched frames. */
  readonly frames: number;
  readonly framesWithFace: number;
  /** Ordered by prominence: large faces, near the middle and in many frames, come first. */
  readonly people: readonly ClipPerson<View>[];
}

/** Search for people in a clip. */
export interface PeopleSearch<View> {
  readonly meter: Pick<FaceMeter, 'find' | 'embed'>;
  /** Makes a view of a face while its frame is available; `scale` is the number of file pixels per frame pixel. */
  readonly view: (frame: I420Frame, face: TrackedFace, scale: number) => Promise<View> | View;
  readonly signal?: AbortSignal | undefined;
}

/** Short side of the searched frames: prominent faces are still found, and an hour of video is searched in seconds. */
const SHORT_SIDE = 540;
/** Times of the searched frames, and of further ones if nobody was found, as fractions of the duration. */
const PLACES = [0.1, 0.3, 0.5, 0.7, 0.9];
const MORE_PLACES = [0.02, 0.2, 0.4, 0.6, 0.8, 0.97];

interface Found<View> {
  embedding: Float32Array;
  view: View;
  /** Prominence in the best frame, and its sum over all frames. */
  best: number;
  prominence: number;
}

/** Searches for people at a few times of a clip; the same clip gives the same list. Throws `unsupported_format`. */
export async function findClipPeople<View>(
  path: string,
  search: PeopleSearch<View>,
): Promise<ClipPeople<View>> {
  const { durationUs, video } = await probeMedia(path);
  const shortSidePx = Math.min(video?.shown.width ?? 0, video?.shown.height ?? 0);
  const found: Found<View>[] = [];
  const faces: number[] = [];
  for (const places of [PLACES, MORE_PLACES]) {
    if (found.length === 0) {
      for (const place of places) {
        const startUs = Math.floor(place * durationUs);
        faces.push(...(await searchFrame(path, { startUs, shortSidePx, search, found })));
      }
    }
  }
  const people = found.toSorted((a, b) => b.prominence - a.prominence);
  return {
    frames: faces.length,
    framesWithFace: faces.filter((count) => count > 0).length,
    people,
  };
}

/**
 * Adds the people of the frame at a time. Returns a list with the number of faces, which is empty when the clip has no
 * frame there.
 */
async function searchFrame<View>(
  path: string,
  place: {
    readonly startUs: number;
    readonly shortSidePx: number;
    readonly search: PeopleSearch<View>;
    readonly found: Found<View>[];
  },
): Promise<readonly number[]> {
  const { startUs, shortSidePx, search, found } = place;
  search.signal?.throwIfAborted();
  const options = { startUs, maxShortSide: SHORT_SIDE, framesAhead: 1, memory: 'shared' } as const;
  // A clip that ends before its stated duration has no frame there.
  const reader = await openVideoReader(path, options).catch(() => null);
  try {
    const taken = (await reader?.next()) ?? null;
    if (taken === null) {
      return [];
    }
    const { planes } = taken;
    const scale = Math.max(1, shortSidePx / Math.min(planes.width, planes.height));
    const faces = await search.meter.find(planes);
    const beside: Found<View>[] = [];
    for (const face of faces) {
      const seen: SeenFace<View> = {
        embedding: await search.meter.embed(planes, face.landmarks),
        weight: weighFace(planes, face.box),
        isWell: isSeenWell(face),
        view: () => search.view(planes, face, scale),
      };
      beside.push(...(await addFace(found, seen, beside)));
    }
    return [faces.length];
  } finally {
    await reader?.close();
  }
}

/** Face of the current frame. */
interface SeenFace<View> {
  readonly embedding: Float32Array;
  readonly weight: number;
  readonly isWell: boolean;
  readonly view: () => Promise<View> | View;
}

/**
 * Adds a face to its person, or to a new one. Returns a list with that person, which is empty when the face cannot be
 * identified.
 */
async function addFace<View>(
  found: Found<View>[],
  { embedding, weight, isWell, view }: SeenFace<View>,
  beside: readonly Found<View>[],
): Promise<readonly Found<View>[]> {
  const known = findAlike(found, embedding, beside);
  if (known !== null) {
    known.prominence += weight;
    if (isWell && weight > known.best) {
      Object.assign(known, { embedding, view: await view(), best: weight });
    }
    return [known];
  }
  // A badly visible face may be one of the known people, unless all of them are beside it.
  if (!isWell && beside.length < found.length) {
    return [];
  }
  const person = { embedding, view: await view(), best: weight, prominence: weight };
  found.push(person);
  return [person];
}

/** Returns the most similar known person, or null; people in the same frame are excluded. */
function findAlike<View>(
  found: readonly Found<View>[],
  embedding: Float32Array,
  beside: readonly Found<View>[],
): Found<View> | null {
  const others = found.filter((person) => !beside.includes(person));
  const [nearest] = others
    .map((person) => ({ person, similarity: cosineSimilarity(person.embedding, embedding) }))
    .toSorted((a, b) => b.similarity - a.similarity);
  return nearest !== undefined && nearest.similarity >= SAME_PERSON ? nearest.person : null;
}
