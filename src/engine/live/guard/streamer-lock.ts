import type { I420Frame } from '../../pixels/frame.ts';
import {
  createFaceEmbedder,
  EMBEDDING_SIZE,
  likenessOf,
  normalise,
} from '../../track/face-embedder.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { FixedModel } from '../../track/fixed-model.ts';

/** Role of a face: the streamer, another person, or not known yet. */
export type FaceRole = 'streamer' | 'bystander' | 'unknown';

/** Knows the streamer from others. Numbers are those of the tracker; a number that is new is looked at. */
export interface StreamerLock {
  /** Call once per frame, with all its faces, before asking for roles. */
  review(frame: I420Frame, faces: readonly TrackedFace[], nowUs: number): void;
  roleOf(id: number): FaceRole;
  /** Numbers mean other people from here on; the streamer is known by the looks. */
  forgetNumbers(): void;
  /** The next person is the streamer. */
  unlock(): void;
}

/** Least similarity of two embeddings of one person. */
const SAME_PERSON = 0.62;
const OTHER_PERSON = 0.5;
/** How much a picture of the streamer counts in what is known of them. */
const LEARNING_RATE = 0.2;
/** A face that could not be told is looked at again after this, one taken for somebody else after that. */
const RETRY_US = 200_000;
const SECOND_OPINION_US = 2_000_000;
/** Faces turned further than this (radians) or smaller than this (pixels) are not told apart. */
const MAX_ANGLE = 0.6;
const MIN_FACE_SIZE = 40;
/** Most numbers that are kept; the oldest goes. */
const MAX_NUMBERS = 32;

interface KnownNumber {
  role: FaceRole;
  nextCheckUs: number;
}

/** A lock on a network of its own: 10 ms for every number that is new. */
export function createStreamerLock(identity: FixedModel): StreamerLock {
  const embedder = createFaceEmbedder(identity);
  const embedding = new Float32Array(EMBEDDING_SIZE);
  const streamer = new Float32Array(EMBEDDING_SIZE);
  const numbers = new Map<number, KnownNumber>();
  let isLocked = false;

  const know = (id: number): KnownNumber => {
    let known = numbers.get(id);
    if (known === undefined) {
      known = { role: 'unknown', nextCheckUs: 0 };
      numbers.set(id, known);
      const [oldest] = numbers.keys();
      if (numbers.size > MAX_NUMBERS && oldest !== undefined) {
        numbers.delete(oldest);
      }
    }
    return known;
  };

  const lockOn = (frame: I420Frame, face: TrackedFace): void => {
    embedder.embed(frame, face.rawLandmarks, streamer);
    know(face.id).role = 'streamer';
    isLocked = true;
  };

  const check = (frame: I420Frame, face: TrackedFace, nowUs: number): void => {
    const known = know(face.id);
    embedder.embed(frame, face.rawLandmarks, embedding);
    const likeness = likenessOf(embedding, streamer);
    if (likeness >= SAME_PERSON) {
      known.role = 'streamer';
      for (let index = 0; index < EMBEDDING_SIZE; index += 1) {
        streamer[index]! += (embedding[index]! - streamer[index]!) * LEARNING_RATE;
      }
      normalise(streamer);
    } else if (likeness < OTHER_PERSON) {
      known.role = 'bystander';
      known.nextCheckUs = nowUs + SECOND_OPINION_US;
    } else {
      known.nextCheckUs = nowUs + RETRY_US;
    }
  };

  return {
    review(frame, faces, nowUs) {
      if (!isLocked) {
        const main = findMain(frame, faces);
        if (main !== null) {
          lockOn(frame, main);
        }
        return;
      }
      const isHere = faces.some(({ id }) => numbers.get(id)?.role === 'streamer');
      for (const face of faces) {
        const { role, nextCheckUs } = know(face.id);
        const isOpen = role === 'unknown' || (role === 'bystander' && !isHere);
        if (isOpen && nowUs >= nextCheckUs && isSeenWell(face)) {
          check(frame, face, nowUs);
          return; // One look a frame.
        }
      }
    },
    roleOf: (id) => numbers.get(id)?.role ?? 'unknown',
    forgetNumbers() {
      numbers.clear();
    },
    unlock() {
      numbers.clear();
      isLocked = false;
    },
  };
}

function isSeenWell({ pose, box, isNew }: TrackedFace): boolean {
  return (
    !isNew &&
    Math.abs(pose.yaw) < MAX_ANGLE &&
    Math.abs(pose.pitch) < MAX_ANGLE &&
    box.width >= MIN_FACE_SIZE
  );
}

/** The face that is largest and nearest to the middle, of those that are seen well. */
function findMain(frame: I420Frame, faces: readonly TrackedFace[]): TrackedFace | null {
  let main: TrackedFace | null = null;
  let most = 0;
  for (const face of faces) {
    const { box } = face;
    const x = (box.left + box.width / 2) / frame.width - 0.5;
    const y = (box.top + box.height / 2) / frame.height - 0.5;
    const weight = box.width * box.height * Math.max(0.1, 1 - Math.hypot(x, y));
    if (isSeenWell(face) && weight > most) {
      most = weight;
      main = face;
    }
  }
  return main;
}
