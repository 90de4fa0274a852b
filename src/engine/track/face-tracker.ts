/**
 * Tracks faces from frame to frame.
 *
 *   free --found and confirmed--> tracked --mesh unsure and not found nearby, or a cut--> free
 *
 * A tracked face costs one run of the mesh network (two after a large movement); a frame is searched when no face is
 * tracked, right after one was lost, and periodically while there is capacity for more.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion } from '../pixels/region.ts';
import type { Detection } from './detection.ts';
import { createDetector, fullRangeLayout, shortRangeLayout } from './detector.ts';
import { createFaceEmbedder } from './face-embedder.ts';
import type { FaceModels } from './face-finder.ts';
import { createFaceLandmarker, type FaceLandmarker } from './face-landmarker.ts';
import { distanceOfRegions, MESH_MARGIN, setRegionOfMesh } from './face-region.ts';
import { createFaceSearch, type FaceSearch } from './face-search.ts';
import {
  createFaceTrack,
  overlapOfBoxes,
  setBoxOfMesh,
  type FaceTrack,
  type TrackedFace,
} from './face-track.ts';
import { createMeshFollower, type MeshFollower } from './mesh-follower.ts';
import { createHandWatch, type HandModels } from './hand-watch.ts';
import { createHeadPoseEstimator, type HeadPoseEstimator } from './head-pose.ts';
import { createIdentityLock, createNumbering, type IdentityLock } from './identity-lock.ts';
import { createLookahead, type Lookahead, type StreamFrame } from './lookahead.ts';
import { createMeshLandmarker } from './mesh-landmarker.ts';
import { createSceneWatch } from './scene-watch.ts';
import { createUprightCheck } from './upright-check.ts';

/** Networks of the tracker. */
export type TrackerModels = FaceModels & HandModels;

/** Options of a tracker; the defaults suit one camera. */
export interface TrackerOptions {
  /** Maximum faces tracked at a time (4); further ones are ignored. */
  readonly maxFaces?: number | undefined;
  /** Interval of searches for more faces while some are tracked (0.4 s), in stream time. */
  readonly searchIntervalUs?: number | undefined;
  /** The same while nobody of this scene is missing (equal by default), for new people. */
  readonly newcomerIntervalUs?: number | undefined;
  /**
   * Maximum successive frames in which a face that looks unchanged is only moved, when no later frames are passed in
   * (none): for live video.
   */
  readonly maxFollowedFrames?: number | undefined;
  /** True (the default) when people are identified, so that they keep their number when they come back. */
  readonly separatesPeople?: boolean | undefined;
}

/** Tracks the faces of one stream. */
export interface FaceTracker {
  /**
   * Returns the faces of the next frame. Times are stream times and increase; after a jump (back, or by more than a
   * second), a cut or a change of size detection starts again. The list and its entries are overwritten by the next
   * call. Passing in later frames as well saves work where faces move evenly.
   */
  track(
    frame: I420Frame,
    timestampUs: number,
    ahead?: readonly StreamFrame[],
  ): readonly TrackedFace[];
}

const DEFAULT_MAX_FACES = 4;
const DEFAULT_SEARCH_INTERVAL_US = 400_000;
const LONGEST_GAP_US = 1_000_000;
/** Confidence below which a tracked face is lost. */
const TRACKED_CONFIDENCE = 0.5;
/** Confidence from which a detected face is accepted. */
const NEW_CONFIDENCE = 0.7;
/** Distance below which regions are treated as equal, so that a static image gives a static mesh. */
const SAME_REGION_DISTANCE = 0.004;
/** Overlap from which boxes are the same face. */
const SAME_FACE_OVERLAP = 0.4;

/** Creates a tracker on loaded networks, which no other tracker may use at the same time. */
export function createFaceTracker(
  models: TrackerModels,
  options: TrackerOptions = {},
): FaceTracker {
  return new MeshTracker(models, options);
}

class MeshTracker implements FaceTracker {
  readonly #search: FaceSearch;
  readonly #placer: FaceLandmarker;
  readonly #lookahead: Lookahead;
  readonly #meshFollower: MeshFollower | null;
  readonly #poses: HeadPoseEstimator;
  readonly #identities: IdentityLock;
  readonly #hands;
  readonly #scene = createSceneWatch();
  readonly #tracks: readonly FaceTrack[];
  readonly #faces: FaceTrack[] = [];
  readonly #searchIntervalUs: number;
  readonly #newcomerIntervalUs: number;
  readonly #expected = createRegion();
  #nowUs = Number.NEGATIVE_INFINITY;
  #lastSearchUs = Number.NEGATIVE_INFINITY;
  #isThorough = false;
  /** Maximum faces at a time in this scene. */
  #max = 0;
  #width = 0;
  #height = 0;

  constructor(models: TrackerModels, options: TrackerOptions) {
    this.#search = createFaceSearch(
      createDetector(models.shortRange, shortRangeLayout),
      createDetector(models.fullRange, fullRangeLayout),
    );
    this.#placer = createFaceLandmarker(
      createMeshLandmarker(models.mesh),
      createUprightCheck(createDetector(models.shortRange, shortRangeLayout)),
    );
    this.#lookahead = createLookahead(this.#placer, models.canonicalFace.poseBasis.points);
    const { maxFollowedFrames = 0 } = options;
    this.#meshFollower = maxFollowedFrames === 0 ? null : createMeshFollower(maxFollowedFrames);
    this.#poses = createHeadPoseEstimator(models.canonicalFace);
    this.#searchIntervalUs = options.searchIntervalUs ?? DEFAULT_SEARCH_INTERVAL_US;
    this.#newcomerIntervalUs = options.newcomerIntervalUs ?? this.#searchIntervalUs;
    this.#tracks = Array.from({ length: options.maxFaces ?? DEFAULT_MAX_FACES }, () =>
      createFaceTrack(models.canonicalFace),
    );
    this.#hands = createHandWatch(models);
    this.#identities =
      options.separatesPeople === false
        ? createNumbering()
        : createIdentityLock(createFaceEmbedder(models.identity), this.#tracks);
  }

  track(
    frame: I420Frame,
    timestampUs: number,
    ahead: readonly StreamFrame[] = [],
  ): readonly TrackedFace[] {
    const elapsedUs = timestampUs - this.#nowUs;
    const isOtherSize = frame.width !== this.#width || frame.height !== this.#height;
    const isCut = this.#scene.isCut(frame);
    if (isCut || isOtherSize || elapsedUs <= 0 || elapsedUs > LONGEST_GAP_US) {
      this.#forget();
    }
    this.#width = frame.width;
    this.#height = frame.height;
    this.#nowUs = timestampUs;
    const countBefore = this.#countActive();
    for (const track of this.#tracks) {
      if (track.isActive) {
        track.isActive = this.#follow(track, frame, elapsedUs, ahead) && !this.#isDouble(track);
      }
    }
    this.#searchIfDue(frame, countBefore);
    this.#identities.review(frame, timestampUs);
    const faces = this.#listFaces();
    this.#hands.watch(frame, timestampUs, faces);
    return faces;
  }

  #forget(): void {
    for (const track of this.#tracks) {
      track.isActive = false;
    }
    this.#hands.reset();
    this.#max = 0;
    this.#lastSearchUs = Number.NEGATIVE_INFINITY;
  }

  #searchIfDue(frame: I420Frame, countBefore: number): void {
    const count = this.#countActive();
    const isComplete = count >= this.#max;
    const interval = isComplete ? this.#newcomerIntervalUs : this.#searchIntervalUs;
    const isDue = this.#nowUs - this.#lastSearchUs >= interval;
    if (count === 0 || count < countBefore || (isDue && count < this.#tracks.length)) {
      // A new scene is also searched for small faces, and after that every other time.
      this.#isThorough = this.#lastSearchUs === Number.NEGATIVE_INFINITY || !this.#isThorough;
      this.#lastSearchUs = this.#nowUs;
      this.#search.find(frame, this.#isThorough, (found) => {
        for (const detection of found) {
          this.#adopt(detection, frame);
        }
      });
    }
    this.#max = Math.max(this.#max, this.#countActive());
  }

  /** Updates a track with the frame; false when its face is gone. */
  #follow(
    track: FaceTrack,
    frame: I420Frame,
    elapsedUs: number,
    ahead: readonly StreamFrame[],
  ): boolean {
    const elapsedSeconds = elapsedUs / 1_000_000;
    const { centreX, centreY } = track.region;
    const now = { frame, timestampUs: this.#nowUs };
    const isKnown =
      ahead.length === 0 && this.#meshFollower !== null
        ? this.#meshFollower.follow(track, now)
        : this.#lookahead.locate(track, now, ahead);
    if (!isKnown) {
      copyRegion(track.region, this.#expected);
      this.#expected.centreX += track.speedX * elapsedSeconds;
      this.#expected.centreY += track.speedY * elapsedSeconds;
      const { rawPoints } = track;
      track.confidence = this.#placer.locate(frame, this.#expected, rawPoints, TRACKED_CONFIDENCE);
      if (track.confidence === 0 && !this.#trackNearby(track, frame)) {
        return false;
      }
      if (ahead.length > 0) {
        this.#lookahead.record(track, now);
      } else {
        this.#lookahead.reset(track);
        this.#meshFollower?.record(track, now);
      }
    }
    const faceSize = track.region.width / MESH_MARGIN;
    track.smoother.follow(track.rawPoints, elapsedUs, faceSize);
    this.#settle(track);
    track.speedX = limitSpeed((track.region.centreX - centreX) / elapsedSeconds, faceSize);
    track.speedY = limitSpeed((track.region.centreY - centreY) / elapsedSeconds, faceSize);
    track.isNew = false;
    return true;
  }

  /** Finds a face that left the expected position but not the neighbourhood. */
  #trackNearby(track: FaceTrack, frame: I420Frame): boolean {
    const [best] = this.#search.findNear(frame, track.region);
    if (best === undefined) {
      return false;
    }
    track.confidence = this.#placer.locateDetected(frame, best, track.rawPoints, NEW_CONFIDENCE);
    track.nextReviewUs = this.#nowUs;
    return track.confidence > 0;
  }

  /** Derives region, pose and box from the smoothed mesh. */
  #settle(track: FaceTrack): void {
    setRegionOfMesh(this.#expected, track.landmarks);
    if (distanceOfRegions(track.region, this.#expected) > SAME_REGION_DISTANCE) {
      copyRegion(this.#expected, track.region);
    }
    track.settledUs = this.#nowUs;
    this.#poses.estimate(track.pose, track.landmarks);
    setBoxOfMesh(track.box, track.landmarks);
  }

  /** Starts to track a detected face, unless it is tracked already. */
  #adopt(detection: Readonly<Detection>, frame: I420Frame): void {
    const track = this.#tracks.find(({ isActive }) => !isActive);
    if (track === undefined || this.#isFollowed(detection)) {
      return;
    }
    track.confidence = this.#placer.locateDetected(
      frame,
      detection,
      track.rawPoints,
      NEW_CONFIDENCE,
    );
    if (track.confidence === 0) {
      return;
    }
    this.#lookahead.reset(track);
    track.smoother.reset(track.rawPoints);
    setRegionOfMesh(track.region, track.landmarks);
    track.speedX = 0;
    track.speedY = 0;
    this.#settle(track);
    if (!this.#isDouble(track)) {
      this.#identities.admit(track, frame, this.#nowUs);
      track.isNew = true;
      track.isActive = true;
    }
  }

  #isFollowed(detection: Readonly<Detection>): boolean {
    return this.#tracks.some(
      ({ isActive, region }) =>
        isActive &&
        Math.hypot(region.centreX - detection.centreX, region.centreY - detection.centreY) <
          (region.width / MESH_MARGIN) * 0.5,
    );
  }

  /** Returns whether an active track has the same face, with a lower number if this track is active as well. */
  #isDouble(track: FaceTrack): boolean {
    for (const other of this.#tracks) {
      if (
        other !== track &&
        other.isActive &&
        (!track.isActive || other.id < track.id) &&
        overlapOfBoxes(other.box, track.box) > SAME_FACE_OVERLAP
      ) {
        return true;
      }
    }
    return false;
  }

  #countActive(): number {
    let count = 0;
    for (const { isActive } of this.#tracks) {
      count += isActive ? 1 : 0;
    }
    return count;
  }

  #listFaces(): readonly FaceTrack[] {
    this.#faces.length = 0;
    for (const track of this.#tracks) {
      if (track.isActive) {
        this.#faces.push(track);
      }
    }
    return this.#faces;
  }
}

/** Limits the predicted speed: small speeds are noise, and large ones do not predict the next frame. */
function limitSpeed(pixelsPerSecond: number, faceSize: number): number {
  const limit = faceSize * 5;
  return Math.abs(pixelsPerSecond) < faceSize * 0.25
    ? 0
    : Math.max(-limit, Math.min(limit, pixelsPerSecond));
}
