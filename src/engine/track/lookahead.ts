/**
 * Saves most runs of the mesh network for a face that moves evenly: the network runs on a later frame first, and meshes
 * between that and the last result are interpolated and checked against their frames.
 *
 *   last (network) -- 1 -- 2 -- 3 -- later (network): each looks as expected -> one network run for all of them
 *                                                    one does not           -> a run for the frame half-way as well
 */
import { HD_PIXELS, type I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion } from '../pixels/region.ts';
import { createFaceQuickCheck, createFaceLuma } from './face-quick-check.ts';
import type { FaceLandmarker } from './face-landmarker.ts';
import { MESH_MARGIN } from './face-region.ts';
import type { FaceTrack } from './face-track.ts';
import { createSimilarity, fitSimilarity } from '../vision/similarity.ts';
import { LONGEST_STRIDE } from './landmarked-face.ts';

/** Frame with its time in the stream. */
export interface StreamFrame {
  readonly frame: I420Frame;
  readonly timestampUs: number;
}

/** Runs the mesh network on frames before their turn. */
export interface Lookahead {
  /**
   * Sets the raw points of a face by interpolation, or by a result that was computed ahead. Returns false when the
   * network has to run on this frame, followed by {@link record}. `ahead` are the next frames, in order.
   */
  locate(track: FaceTrack, now: StreamFrame, ahead: readonly StreamFrame[]): boolean;
  /** Stores the result of the network for this frame. */
  record(track: FaceTrack, now: StreamFrame): void;
  /** Removes the results of a track that is reused for another face. */
  reset(track: FaceTrack): void;
}

/** Maximum frames between two results, for a face whose expression changes, and for large frames. */
const USUAL_STRIDE = 6;
const LARGE_STRIDE = 4;
/** Confidence below which results ahead of time are not used. */
const MIN_CONFIDENCE = 0.8;
/** Maximum change of any point apart from the movement of the whole face, in fractions of its size. */
const MAX_CHANGE = 0.03;
/** Change below which a face keeps its expression, and its maximum for longer strides. */
const MAX_CALM_CHANGE = 0.012;
/** Maximum movement of the whole face, in fractions of its size. */
const MAX_MOVEMENT = 0.12;
/** Maximum time between two results, and that for a face that keeps its expression. */
const MAX_SPAN_US = 205_000;
const MAX_CALM_SPAN_US = 410_000;

/** Returns the number of later frames that a frame of a size waits for. */
export function countFramesAhead({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): number {
  return (width * height > HD_PIXELS ? LARGE_STRIDE : LONGEST_STRIDE) - 1;
}

/** Creates a lookahead with `placer`; `rigidPoints` are the points that move only with the whole head. */
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
      // The frame half-way is this one itself when the later result is for the next one.
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
    this.#quickCheck.read(frame, last.points, toSize(track), last.luma);
  }

  reset(track: FaceTrack): void {
    track.last.timestampUs = Number.NaN;
    track.spare.push(...track.later.splice(0));
    track.stride = USUAL_STRIDE - 1;
    track.isCalm = false;
  }

  /** Uses the result that was computed ahead for this frame. */
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

  /**
   * Runs the network on the frame `distance` ahead, or a nearer one if that is too late. False if there is no result.
   */
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
    this.#quickCheck.read(frame, located.points, toSize(track), located.luma);
    spare.pop();
    track.later.push(located);
    return true;
  }

  /** Interpolates the raw points between the last and the next result; false when the face in the frame differs. */
  #workOut(track: FaceTrack, { frame, timestampUs }: StreamFrame): boolean {
    const { last, rawPoints } = track;
    const next = track.later[track.later.length - 1];
    const faceSize = toSize(track);
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

  /**
   * Returns the maximum change of any point apart from the movement of the whole face, in fractions of its size;
   * infinite when that moves too far.
   */
  #measureChange(from: Float32Array, to: Float32Array, faceSize: number): number {
    fitSimilarity(this.#movement, from, to, this.#rigidPoints);
    const { a, b, shiftX, shiftY } = this.#movement;
    let maxChange = 0;
    let maxMovement = 0;
    for (let at = 0; at < from.length; at += 3) {
      const x = from[at];
      const y = from[at + 1];
      const movedX = a * x - b * y + shiftX;
      const movedY = b * x + a * y + shiftY;
      const changeX = to[at] - movedX;
      const changeY = to[at + 1] - movedY;
      maxChange = Math.max(maxChange, changeX * changeX + changeY * changeY);
      maxMovement = Math.max(maxMovement, (movedX - x) ** 2 + (movedY - y) ** 2);
    }
    return Math.sqrt(maxMovement) < MAX_MOVEMENT * faceSize
      ? Math.sqrt(maxChange) / faceSize
      : Number.POSITIVE_INFINITY;
  }
}

function toSize({ region }: FaceTrack): number {
  return region.width / MESH_MARGIN;
}

function mix(from: Float32Array, to: Float32Array, fraction: number, mixed: Float32Array): void {
  for (let at = 0; at < mixed.length; at += 1) {
    mixed[at] = from[at] + (to[at] - from[at]) * fraction;
  }
}
