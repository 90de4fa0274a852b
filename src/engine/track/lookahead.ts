/**
 * Spares most meshes of a face that moves evenly: the mesh of a later frame is placed first, and those between it and the
 * last one are worked out and checked against their pictures.
 *
 *   last (placed) -- 1 -- 2 -- 3 -- later (placed): each looks as expected -> one network run for all of them
 *                                                   one does not           -> the frame half-way is placed as well
 */
import { HD_PIXELS, type I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion } from '../pixels/region.ts';
import { createFaceQuickCheck, createFaceLuma } from './face-quick-check.ts';
import type { FaceLandmarker } from './face-landmarker.ts';
import { MESH_MARGIN } from './face-region.ts';
import type { FaceTrack } from './face-track.ts';
import { createSimilarity, fitSimilarity } from '../vision/similarity.ts';
import { LONGEST_STRIDE } from './landmarked-face.ts';

/** A frame with its time in the stream. */
export interface StreamFrame {
  readonly frame: I420Frame;
  readonly timestampUs: number;
}

/** Looks at frames before their turn. */
export interface Lookahead {
  /**
   * Sets the raw points of a face from what was placed before and after. False when they must be placed in this frame, which
   * {@link record} is told of then. `ahead` are the frames that follow, in order.
   */
  locate(track: FaceTrack, now: StreamFrame, ahead: readonly StreamFrame[]): boolean;
  /** Notes that the raw points of a face were placed in this frame. */
  record(track: FaceTrack, now: StreamFrame): void;
  /** Forgets what was placed, for a track that takes up another face. */
  reset(track: FaceTrack): void;
}

/** Most frames from one mesh to the next of a face whose expression changes, and of pictures that take much memory. */
const USUAL_STRIDE = 6;
const LARGE_STRIDE = 4;
/** Confidence below which a face is not believed ahead of its turn. */
const MIN_CONFIDENCE = 0.8;
/** Most that any point may change beside the movement of the whole face, in fractions of its size. */
const MAX_CHANGE = 0.03;
/** The same for a face that keeps its expression. */
const MAX_CALM_CHANGE = 0.012;
/** Most that the whole face may move, in fractions of its size. */
const MAX_MOVEMENT = 0.12;
/** Longer ago is another moment, and for a face that keeps its expression. */
const MAX_SPAN_US = 205_000;
const MAX_CALM_SPAN_US = 410_000;

/** How many frames a frame of a size waits for. */
export function countFramesAhead({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): number {
  return (width * height > HD_PIXELS ? LARGE_STRIDE : LONGEST_STRIDE) - 1;
}

/** Looks with `placer`; `rigidPoints` are the points that move only with the whole head. */
export function createLookahead(placer: FaceLandmarker, rigidPoints: Uint16Array): Lookahead {
  return new MeshLookahead(placer, rigidPoints);
}

class MeshLookahead implements Lookahead {
  readonly #placer: FaceLandmarker;
  readonly #rigidPoints: Uint16Array;
  readonly #quickCheck = createFaceQuickCheck();
  readonly #expected = createRegion();
  readonly #expectedLuma = createFaceLuma();
  readonly #movement = createSimilarity();

  constructor(placer: FaceLandmarker, rigidPoints: Uint16Array) {
    this.#placer = placer;
    this.#rigidPoints = rigidPoints;
  }

  locate(track: FaceTrack, now: StreamFrame, ahead: readonly StreamFrame[]): boolean {
    const { later } = track;
    const next = later.at(-1);
    if (next !== undefined && next.timestampUs <= now.timestampUs) {
      return this.#adoptLater(track, now.timestampUs);
    }
    if (Number.isNaN(track.last.timestampUs)) {
      return false;
    }
    if (
      next === undefined &&
      !this.#trackAhead(track, ahead, Math.min(track.stride, ahead.length))
    ) {
      return false;
    }
    for (;;) {
      if (this.#workOut(track, now)) {
        return true;
      }
      const distance = ahead.findIndex(
        ({ timestampUs }) => timestampUs === later[later.length - 1].timestampUs,
      );
      track.stride = Math.max(1, (distance + 1) >> 1);
      // The frame half-way, which is this one itself when the placed one is the next.
      if (!this.#trackAhead(track, ahead, (distance + 1) >> 1)) {
        return false;
      }
    }
  }

  record(track: FaceTrack, { frame, timestampUs }: StreamFrame): void {
    const { last, rawPoints, confidence } = track;
    last.points.set(rawPoints);
    last.confidence = confidence;
    last.timestampUs = timestampUs;
    this.#quickCheck.read(frame, last.points, sizeOf(track), last.luma);
  }

  reset(track: FaceTrack): void {
    track.last.timestampUs = Number.NaN;
    track.spare.push(...track.later.splice(0));
    track.stride = USUAL_STRIDE - 1;
    track.isCalm = false;
  }

  /** Takes what was placed in this frame ahead of its turn. */
  #adoptLater(track: FaceTrack, nowUs: number): boolean {
    const located = track.later.pop();
    if (located?.timestampUs !== nowUs) {
      this.reset(track);
      return false;
    }
    track.spare.push(track.last);
    track.last = located;
    track.rawPoints.set(located.points);
    track.confidence = located.confidence;
    track.stride = Math.min(track.stride + 1, (track.isCalm ? LONGEST_STRIDE : USUAL_STRIDE) - 1);
    return true;
  }

  /** Places the face in the frame so many frames ahead. */
  #trackAhead(track: FaceTrack, ahead: readonly StreamFrame[], distance: number): boolean {
    const { last, spare } = track;
    const longest = track.isCalm ? MAX_CALM_SPAN_US : MAX_SPAN_US;
    let at = distance - 1;
    while (at >= 0 && ahead[at].timestampUs - last.timestampUs > longest) {
      at -= 1;
    }
    const located = spare.at(-1);
    if (at < 0 || located === undefined) {
      return false;
    }
    const { frame, timestampUs } = ahead[at];
    const seconds = (timestampUs - track.settledUs) / 1_000_000;
    copyRegion(track.region, this.#expected);
    this.#expected.centreX += track.speedX * seconds;
    this.#expected.centreY += track.speedY * seconds;
    located.confidence = this.#placer.locate(frame, this.#expected, located.points, MIN_CONFIDENCE);
    if (located.confidence === 0) {
      track.stride = Math.max(1, track.stride >> 1);
      return false;
    }
    located.timestampUs = timestampUs;
    this.#quickCheck.read(frame, located.points, sizeOf(track), located.luma);
    spare.pop();
    track.later.push(located);
    return true;
  }

  /** Sets the raw points to what lies between the last and the next that were placed; false when the face is not like that. */
  #workOut(track: FaceTrack, { frame, timestampUs }: StreamFrame): boolean {
    const { last, rawPoints } = track;
    const next = track.later[track.later.length - 1];
    const faceSize = sizeOf(track);
    const change = this.#measureChange(last.points, next.points, faceSize);
    track.isCalm = change < MAX_CALM_CHANGE;
    if (change > (track.stride < USUAL_STRIDE ? MAX_CHANGE : MAX_CALM_CHANGE)) {
      return false;
    }
    const fraction = (timestampUs - last.timestampUs) / (next.timestampUs - last.timestampUs);
    mix(last.points, next.points, fraction, rawPoints);
    mix(last.luma, next.luma, fraction, this.#expectedLuma);
    if (!this.#quickCheck.settle(frame, rawPoints, faceSize, this.#expectedLuma)) {
      return false;
    }
    track.confidence = Math.min(last.confidence, next.confidence);
    return true;
  }

  /** The most that any point changes beside the movement of the whole face, in fractions of its size; endless when that moves too far. */
  #measureChange(from: Float32Array, to: Float32Array, faceSize: number): number {
    fitSimilarity(this.#movement, from, to, this.#rigidPoints);
    const { a, b, shiftX, shiftY } = this.#movement;
    let mostChange = 0;
    let mostMovement = 0;
    for (let at = 0; at < from.length; at += 3) {
      const x = from[at];
      const y = from[at + 1];
      const movedX = a * x - b * y + shiftX;
      const movedY = b * x + a * y + shiftY;
      const changeX = to[at] - movedX;
      const changeY = to[at + 1] - movedY;
      mostChange = Math.max(mostChange, changeX * changeX + changeY * changeY);
      mostMovement = Math.max(mostMovement, (movedX - x) ** 2 + (movedY - y) ** 2);
    }
    return Math.sqrt(mostMovement) < MAX_MOVEMENT * faceSize
      ? Math.sqrt(mostChange) / faceSize
      : Number.POSITIVE_INFINITY;
  }
}

function sizeOf({ region }: FaceTrack): number {
  return region.width / MESH_MARGIN;
}

function mix(from: Float32Array, to: Float32Array, fraction: number, mixed: Float32Array): void {
  for (let at = 0; at < mixed.length; at += 1) {
    mixed[at] = from[at] + (to[at] - from[at]) * fraction;
  }
}
