/**
 * Follows faces from frame to frame.
 *
 *   free --found and confirmed--> followed --mesh unsure and not found nearby, or a cut--> free
 *
 * A followed face costs one mesh (two when it moved far); a frame is searched when no face is followed,
 * right after one was lost, and now and then when there is room for more.
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

/** What the tracker runs on. */
export type TrackerModels = FaceModels & HandModels;

/** How a tracker works; every setting has a default that suits one camera. */
export interface TrackerOptions {
  /** Most faces that are followed at a time (4); further ones are not looked at. */
  readonly maxFaces?: number | undefined;
  /** How often a frame is searched for more faces while some are followed (0.4 s), in time of the stream. */
  readonly searchIntervalUs?: number | undefined;
  /** The same while nobody of this scene is missing (as often as else): for who is new. */
  readonly newcomerIntervalUs?: number | undefined;
  /**
   * In how many frames in a row a face that looks as before is only moved, when no frames that come next are handed in
   * (none): for live pictures.
   */
  readonly mostFollowedFrames?: number | undefined;
  /** Whether people are told apart (yes), so that they keep their number when they come back. */
  readonly separatesPeople?: boolean | undefined;
}

/** Follows the faces of one stream. */
export interface FaceTracker {
  /**
   * The faces of the next frame. Times are of the stream and rise; after a jump (back, or by more than
   * a second), a cut or a change of size everything is looked for again. The list and its entries are
   * filled again by the next call. Handing in frames that come next as well spares work where faces move evenly.
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
/** A followed face is lost below this. */
const TRACKED_CONFIDENCE = 0.5;
/** A found face is believed from here on. */
const NEW_CONFIDENCE = 0.7;
/** Regions closer than this are taken for the same, so that a picture that stands still gives a mesh that stands still. */
const SAME_REGION_DISTANCE = 0.004;
/** Boxes that share more than this are the same face. */
const SAME_FACE_OVERLAP = 0.4;

/** A tracker on loaded networks. They are called in turn, so no other tracker may share them meanwhile. */
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
  /** Most faces at a time in this scene. */
  #most = 0;
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
    const { mostFollowedFrames = 0 } = options;
    this.#meshFollower = mostFollowedFrames === 0 ? null : createMeshFollower(mostFollowedFrames);
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
    this.#most = 0;
    this.#lastSearchUs = Number.NEGATIVE_INFINITY;
  }

  #searchIfDue(frame: I420Frame, countBefore: number): void {
    const count = this.#countActive();
    const isComplete = count >= this.#most;
    const interval = isComplete ? this.#newcomerIntervalUs : this.#searchIntervalUs;
    const isDue = this.#nowUs - this.#lastSearchUs >= interval;
    if (count === 0 || count < countBefore || (isDue && count < this.#tracks.length)) {
      // A new scene is searched for small faces too, and after that every other time.
      this.#isThorough = this.#lastSearchUs === Number.NEGATIVE_INFINITY || !this.#isThorough;
      this.#lastSearchUs = this.#nowUs;
      this.#search.find(frame, this.#isThorough, (found) => {
        for (const detection of found) {
          this.#adopt(detection, frame);
        }
      });
    }
    this.#most = Math.max(this.#most, this.#countActive());
  }

  /** Brings a track to the frame; false when its face is gone. */
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

  /** Finds a face that left the expected place without leaving the neighbourhood. */
  #trackNearby(track: FaceTrack, frame: I420Frame): boolean {
    const [best] = this.#search.findNear(frame, track.region);
    if (best === undefined) {
      return false;
    }
    track.confidence = this.#placer.locateDetected(frame, best, track.rawPoints, NEW_CONFIDENCE);
    track.nextReviewUs = this.#nowUs;
    return track.confidence > 0;
  }

  /** Derives everything from the smoothed mesh. */
  #settle(track: FaceTrack): void {
    setRegionOfMesh(this.#expected, track.landmarks);
    if (distanceOfRegions(track.region, this.#expected) > SAME_REGION_DISTANCE) {
      copyRegion(this.#expected, track.region);
    }
    track.settledUs = this.#nowUs;
    this.#poses.estimate(track.pose, track.landmarks);
    setBoxOfMesh(track.box, track.landmarks);
  }

  /** Follows a face that was found, unless it is followed already. */
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

  /** Whether a track before it in the list follows the same face. */
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

/** Small speeds are noise, large ones are no promise. */
function limitSpeed(pixelsPerSecond: number, faceSize: number): number {
  const limit = faceSize * 5;
  return Math.abs(pixelsPerSecond) < faceSize * 0.25
    ? 0
    : Math.max(-limit, Math.min(limit, pixelsPerSecond));
}
