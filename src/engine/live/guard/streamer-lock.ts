import type { I420Frame } from '../../pixels/frame.ts';
import {
  createFaceEmbedder,
  EMBEDDING_SIZE,
  cosineSimilarity,
  normalise,
} from '../../track/face-embedder.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { FixedModel } from '../../track/fixed-model.ts';

/** Role of a face: the streamer, another person, or not known yet. */
export type FaceRole = 'streamer' | 'bystander' | 'unknown';

/** Recognises the streamer by their face. Ids are those of the tracker; each new id is checked. */
export interface StreamerLock {
  /** Updates the roles; must be called once per frame, with all its faces, before `roleOf`. */
  review(frame: I420Frame, faces: readonly TrackedFace[], nowUs: number): void;
  roleOf(id: number): FaceRole;
  /** Forgets the ids, which belong to other people from now on; the streamer's embedding stays. */
  forgetNumbers(): void;
  /** Makes the next person the streamer. */
  unlock(): void;
}

/** Minimum cosine similarity of one person's embeddings, and the value below which they are another person's. */
const SAME_PERSON = 0.62;
const OTHER_PERSON = 0.5;
/** Weight of a new embedding in the streamer's mean. */
const LEARNING_RATE = 0.2;
/** Delay until an undecided face is checked again, and until one taken for another person is. */
const RETRY_US = 200_000;
const SECOND_OPINION_US = 2_000_000;
/** Maximum turn (radians) and minimum width (pixels) of a face that can be recognised. */
const MAX_ANGLE = 0.6;
const MIN_FACE_SIZE = 40;
/** Maximum number of known ids; the oldest is dropped. */
const MAX_NUMBERS = 32;

interface KnownNumber {
  role: FaceRole;
  nextCheckUs: number;
}

/** Creates a lock with its own network; every new id costs 10 ms. */
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
    const similarity = cosineSimilarity(embedding, streamer);
    if (similarity >= SAME_PERSON) {
      known.role = 'streamer';
      for (let index = 0; index < EMBEDDING_SIZE; index += 1) {
        streamer[index]! += (embedding[index]! - streamer[index]!) * LEARNING_RATE;
      }
      normalise(streamer);
    } else if (similarity < OTHER_PERSON) {
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
      const isPresent = faces.some(({ id }) => numbers.get(id)?.role === 'streamer');
      for (const face of faces) {
        const { role, nextCheckUs } = know(face.id);
        const isOpen = role === 'unknown' || (role === 'bystander' && !isPresent);
        if (isOpen && nowUs >= nextCheckUs && isSeenWell(face)) {
          check(frame, face, nowUs);
          return; // One check per frame.
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

/** Returns the largest and most central of the clearly visible faces; null if there is none. */
function findMain(frame: I420Frame, faces: readonly TrackedFace[]): TrackedFace | null {
  let main: TrackedFace | null = null;
  let max = 0;
  for (const face of faces) {
    const { box } = face;
    const x = (box.left + box.width / 2) / frame.width - 0.5;
    const y = (box.top + box.height / 2) / frame.height - 0.5;
    const weight = box.width * box.height * Math.max(0.1, 1 - Math.hypot(x, y));
    if (isSeenWell(face) && weight > max) {
      max = weight;
      main = face;
    }
  }
  return main;
}
