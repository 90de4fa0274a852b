/**
 * Who is to be seen in a clip. The app offers them to choose from, and a job finds the chosen one again by the same few
 * frames: all that has to be said of somebody is their number.
 */
import { probeMedia } from '../io/probe.ts';
import { openVideoReader } from '../io/video-reader.ts';
import type { I420Frame } from '../pixels/frame.ts';
import { likenessOf } from '../track/face-embedder.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { isSeenWell, SAME_PERSON } from '../track/same-person.ts';
import { weighFace } from './main-person.ts';

/** Somebody of a clip, by the frame that shows them best. */
export interface ClipPerson<View> {
  /** See `FaceEmbedder`. */
  readonly embedding: Float32Array;
  /** What was made of that frame. */
  readonly view: View;
}

/** What a few frames of a clip show. */
export interface ClipPeople<View> {
  /** Frames that were looked at. */
  readonly frames: number;
  readonly framesWithFace: number;
  /** First whoever is large, near the middle and in many of these frames. */
  readonly people: readonly ClipPerson<View>[];
}

/** How a clip is looked through. */
export interface PeopleSearch<View> {
  readonly meter: Pick<FaceMeter, 'find' | 'embed'>;
  /** Makes something of a face while its frame is there; `scale` is how many pixels of the file are one of the frame. */
  readonly view: (frame: I420Frame, face: TrackedFace, scale: number) => Promise<View> | View;
  readonly signal?: AbortSignal | undefined;
}

/** Lines of the frames: faces that matter are found, and an hour of video is looked through in seconds. */
const SHORT_SIDE = 540;
/** Where in a clip it is looked first, and where when nobody was seen there; as fractions of its length. */
const PLACES = [0.1, 0.3, 0.5, 0.7, 0.9];
const MORE_PLACES = [0.02, 0.2, 0.4, 0.6, 0.8, 0.97];

interface Found<View> {
  embedding: Float32Array;
  view: View;
  /** What the frame that shows them best is about them, and all frames are together. */
  best: number;
  prominence: number;
}

/** Looks for people at a few places of a clip; the same clip gives the same list. Throws `unsupported_format`. */
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

/** Adds who is to be seen at a time. Returns how many faces there are; nothing where the clip has no frame then. */
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
  // What ends before its stated length has no frame there.
  const reader = await openVideoReader(path, options).catch(() => null);
  try {
    const taken = (await reader?.next()) ?? null;
    if (taken === null) {
      return [];
    }
    const { picture } = taken;
    const scale = Math.max(1, shortSidePx / Math.min(picture.width, picture.height));
    const faces = await search.meter.find(picture);
    const beside: Found<View>[] = [];
    for (const face of faces) {
      const seen: SeenFace<View> = {
        embedding: await search.meter.embed(picture, face.landmarks),
        weight: weighFace(picture, face.box),
        isWell: isSeenWell(face),
        view: () => search.view(picture, face, scale),
      };
      beside.push(...(await addFace(found, seen, beside)));
    }
    return [faces.length];
  } finally {
    await reader?.close();
  }
}

/** A face of the frame that is there. */
interface SeenFace<View> {
  readonly embedding: Float32Array;
  readonly weight: number;
  readonly isWell: boolean;
  readonly view: () => Promise<View> | View;
}

/** Counts a face for whoever it is, somebody new where it is nobody known. Returns them; nothing where that cannot be told. */
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
  // A face that is hardly seen may be one of those that are known, unless they are all beside it.
  if (!isWell && beside.length < found.length) {
    return [];
  }
  const person = { embedding, view: await view(), best: weight, prominence: weight };
  found.push(person);
  return [person];
}

/** Who of those that were seen before is like this; nobody is beside themselves. */
function findAlike<View>(
  found: readonly Found<View>[],
  embedding: Float32Array,
  beside: readonly Found<View>[],
): Found<View> | null {
  const others = found.filter((person) => !beside.includes(person));
  const [nearest] = others
    .map((person) => ({ person, likeness: likenessOf(person.embedding, embedding) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  return nearest !== undefined && nearest.likeness >= SAME_PERSON ? nearest.person : null;
}
