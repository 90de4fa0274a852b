/**
 * Keeps the number of a face with its person.
 *
 *   found --clearly visible--> identified --reviewed, similar--> identified
 *     |                     |--similar to another--> gets that number (both are exchanged, if both are there)
 *     '--not clearly visible, or nobody known--> provisional --clearly visible--> identified (known or own number)
 *
 * At most one embedding is computed per frame, besides that of a face that appears.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { EMBEDDING_SIZE, type FaceEmbedder } from './face-embedder.ts';
import { overlapOfBoxes, type FaceTrack } from './face-track.ts';
import { createIdentityGallery } from './identity-gallery.ts';
import { isSeenWell, OTHER_PERSON, SAME_PERSON } from './same-person.ts';

/** Numbers the faces of one stream. */
export interface IdentityLock {
  /** Numbers a newly detected face. */
  admit(track: FaceTrack, frame: I420Frame, nowUs: number): void;
  /** Compares one face with its number, when one is due. Call once per frame. */
  review(frame: I420Frame, nowUs: number): void;
}

/** Interval after a successful review; it doubles after each, up to the maximum. */
const REVIEW_INTERVAL_US = 2_000_000;
const LONGEST_REVIEW_INTERVAL_US = 8_000_000;
/** Interval after a doubtful review, and for a face without one. */
const SOON_US = 200_000;
const MAX_DOUBTS = 3;
/** Overlap of boxes from which faces may have exchanged their numbers. */
const CROSSING_OVERLAP = 0.02;

/** Numbers faces in the order they appear, without identification. */
export function createNumbering(): IdentityLock {
  let lastId = 0;
  return {
    admit(track) {
      lastId += 1;
      track.id = lastId;
    },
    review() {},
  };
}

/** Creates a lock for `tracks`, which it renumbers; `embedder` is its own. */
export function createIdentityLock(
  embedder: FaceEmbedder,
  tracks: readonly FaceTrack[],
): IdentityLock {
  return new EmbeddingLock(embedder, tracks);
}

class EmbeddingLock implements IdentityLock {
  readonly #embedder: FaceEmbedder;
  readonly #tracks: readonly FaceTrack[];
  readonly #gallery = createIdentityGallery();
  readonly #embedding = new Float32Array(EMBEDDING_SIZE);
  #lastId = 0;

  constructor(embedder: FaceEmbedder, tracks: readonly FaceTrack[]) {
    this.#embedder = embedder;
    this.#tracks = tracks;
  }

  admit(track: FaceTrack, frame: I420Frame, nowUs: number): void {
    track.id = 0;
    track.isCrossing = false;
    track.doubts = 0;
    track.isIdentified = false;
    if (this.#gallery.isEmpty()) {
      // The face is new in any case, so the first frame does not wait for its embedding.
      track.id = this.#newId();
      track.nextReviewUs = nowUs;
    } else if (isSeenWell(track)) {
      this.#embedder.embed(frame, track.rawLandmarks, this.#embedding);
      this.#identify(track, this.#findFree() ?? this.#newId(), nowUs);
    } else {
      track.id = this.#newId();
      track.nextReviewUs = nowUs + SOON_US;
    }
  }

  review(frame: I420Frame, nowUs: number): void {
    markCrossings(this.#tracks, nowUs);
    const track = findDue(this.#tracks, nowUs);
    if (track === null) {
      return;
    }
    this.#embedder.embed(frame, track.rawLandmarks, this.#embedding);
    if (track.isIdentified) {
      this.#compare(track, nowUs);
    } else {
      this.#identify(track, this.#findFree() ?? track.id, nowUs);
    }
  }

  #compare(track: FaceTrack, nowUs: number): void {
    const own = this.#gallery.similarity(track.id, this.#embedding) ?? 0;
    if (own >= SAME_PERSON) {
      this.#identify(track, track.id, nowUs);
      return;
    }
    const min = Math.max(SAME_PERSON, own + 0.1);
    const other = this.#gallery.find(this.#embedding, min, (id) => id !== track.id);
    if (other !== null) {
      const holder = this.#holderOf(other);
      if (holder !== undefined) {
        holder.id = track.id;
        holder.isNew = true;
        holder.nextReviewUs = nowUs;
      }
      this.#identify(track, other, nowUs);
      return;
    }
    track.doubts += own < OTHER_PERSON ? 1 : 0;
    track.nextReviewUs = nowUs + SOON_US;
    if (track.doubts >= MAX_DOUBTS) {
      this.#identify(track, this.#newId(), nowUs);
    }
  }

  #identify(track: FaceTrack, id: number, nowUs: number): void {
    const isItself = track.isIdentified && track.id === id && track.doubts === 0;
    const interval = isItself ? track.reviewIntervalUs * 2 : REVIEW_INTERVAL_US;
    track.reviewIntervalUs = Math.min(interval, LONGEST_REVIEW_INTERVAL_US);
    track.isNew ||= track.id !== id;
    track.id = id;
    track.isIdentified = true;
    track.doubts = 0;
    track.nextReviewUs = nowUs + track.reviewIntervalUs;
    this.#gallery.note(id, this.#embedding, nowUs);
  }

  /** Returns the number of the person of the last embedding; null when nobody matches or the number is in use. */
  #findFree(): number | null {
    return this.#gallery.find(
      this.#embedding,
      SAME_PERSON,
      (id) => this.#holderOf(id) === undefined,
    );
  }

  #holderOf(id: number): FaceTrack | undefined {
    return this.#tracks.find((track) => track.isActive && track.id === id);
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

/** Makes faces that have just separated due for review. */
function markCrossings(tracks: readonly FaceTrack[], nowUs: number): void {
  for (const track of tracks) {
    if (!track.isActive) {
      continue;
    }
    let isCrossing = false;
    for (const other of tracks) {
      isCrossing ||=
        other !== track &&
        other.isActive &&
        overlapOfBoxes(track.box, other.box) > CROSSING_OVERLAP;
    }
    if (track.isCrossing && !isCrossing) {
      track.nextReviewUs = nowUs;
    }
    track.isCrossing = isCrossing;
  }
}

/** Returns the face that has waited longest; faces that touch are skipped, as each is in the other's crop. */
function findDue(tracks: readonly FaceTrack[], nowUs: number): FaceTrack | null {
  let due: FaceTrack | null = null;
  for (const track of tracks) {
    if (
      track.isActive &&
      !track.isNew &&
      !track.isCrossing &&
      track.nextReviewUs <= (due?.nextReviewUs ?? nowUs) &&
      isSeenWell(track)
    ) {
      due = track;
    }
  }
  return due;
}
