import { openVideoReader } from '../io/video/video-reader.ts';
import { cosineSimilarity } from '../track/face-embedder.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import { isSeenWell, OTHER_PERSON, SAME_PERSON } from '../track/same-person.ts';
import type { MainPersonFacts } from './known-main-person.ts';
import { weighFace } from './main-person.ts';

/** Search for the main person of a clip. */
export interface MainPersonSearch {
  readonly mime?: string | undefined;
  readonly meter: Pick<FaceMeter, 'find' | 'embed'>;
  /** Times of the searched frames, in addition to some at the beginning. */
  readonly timesUs: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

/** Short side of the searched frames. */
const SHORT_SIDE = 540;
/** Times at which faces usually first appear; the first frame with a face decides. */
const BEGINNING_US = [0, 200_000, 500_000, 1_000_000, 2_000_000, 4_000_000];

interface SeenFace {
  readonly embedding: Float32Array;
  readonly weight: number;
  readonly isWell: boolean;
}

/**
 * Finds the main person of a clip, whose face is largest and nearest to the middle when faces first appear, and the
 * people beside them in frames of the whole clip. Returns null when nobody is beside them, so that every face is
 * theirs, and when no face is found. The same clip gives the same answer.
 */
export async function findMainPerson(
  path: string,
  search: MainPersonSearch,
): Promise<MainPersonFacts | null> {
  let own: Float32Array | null = null;
  const others: Float32Array[] = [];
  for (const timeUs of [...BEGINNING_US, ...search.timesUs]) {
    if (own !== null && BEGINNING_US.includes(timeUs)) {
      continue;
    }
    const faces = await listFaces(path, timeUs, search);
    own ??= faces.toSorted((a, b) => b.weight - a.weight)[0]?.embedding ?? null;
    others.push(...(own === null ? [] : listBeside(faces, own, others)));
  }
  return own === null || others.length === 0 ? null : { own, others };
}

/** Lists the new people of a frame who are surely not the main person, in frames that contain the main person. */
function listBeside(
  faces: readonly SeenFace[],
  own: Float32Array,
  known: readonly Float32Array[],
): readonly Float32Array[] {
  const isLike = (embedding: Float32Array, person: Float32Array): boolean =>
    cosineSimilarity(embedding, person) >= SAME_PERSON;
  if (!faces.some(({ embedding }) => isLike(embedding, own))) {
    return [];
  }
  return faces
    .filter(({ embedding, isWell }) => isWell && cosineSimilarity(embedding, own) < OTHER_PERSON)
    .map(({ embedding }) => embedding)
    .filter((embedding) => !known.some((person) => isLike(embedding, person)));
}

async function listFaces(
  path: string,
  startUs: number,
  { mime, meter, signal }: MainPersonSearch,
): Promise<readonly SeenFace[]> {
  signal?.throwIfAborted();
  const options = { mime, startUs, maxShortSide: SHORT_SIDE, framesAhead: 1 };
  // A clip that is damaged there, or ends before, has no frame.
  const reader = await openVideoReader(path, { ...options, memory: 'shared' }).catch(() => null);
  try {
    const frame = (await reader?.next()) ?? null;
    if (frame === null) {
      return [];
    }
    const seen: SeenFace[] = [];
    for (const face of await meter.find(frame.planes)) {
      seen.push({
        embedding: await meter.embed(frame.planes, face.landmarks),
        weight: weighFace(frame.planes, face.box),
        isWell: isSeenWell(face),
      });
    }
    return seen;
  } finally {
    await reader?.close();
  }
}
