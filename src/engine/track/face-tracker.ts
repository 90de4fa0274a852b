/**
 * Follows faces from frame to frame.
 *
 *   free --found and confirmed--> followed --mesh unsure, not found nearby--> free
 *
 * A followed face costs one mesh (two when it moved far); a frame is searched when no face is followed,
 * right after one was lost, and now and then when there is room for more.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion, type Region } from '../pixels/region.ts';
import type { CanonicalFace } from './canonical-face.ts';
import type { Detection } from './detection.ts';
import { createFaceDetector, fullRangeLayout, shortRangeLayout } from './face-detector.ts';
import {
  distanceOfRegions,
  MESH_MARGIN,
  setRegionOfDetection,
  setRegionOfMesh,
} from './face-region.ts';
import { createFaceSearch } from './face-search.ts';
import { createFaceTrack, setBoxOfMesh, type FaceTrack, type TrackedFace } from './face-track.ts';
import type { FixedModel } from './fixed-model.ts';
import { createHeadPoseEstimator } from './head-pose.ts';
import { createMeshLandmarker } from './mesh-landmarker.ts';

/** What the tracker runs on. */
export interface TrackerModels {
  readonly shortRange: FixedModel;
  readonly fullRange: FixedModel;
  readonly mesh: FixedModel;
  readonly canonicalFace: CanonicalFace;
}

export interface TrackerOptions {
  /** Most faces that are followed at a time; further ones are not looked at. */
  readonly maxFaces?: number | undefined;
  /** How often a frame is searched for more faces while some are followed, in time of the stream. */
  readonly searchIntervalUs?: number | undefined;
}

/** Follows the faces of one stream. */
export interface FaceTracker {
  /**
   * The faces of the next frame. Times are of the stream and rise; after a jump (back, or by more than
   * a second) or a change of size everything is looked for again. The list and its entries are filled
   * again by the next call.
   */
  track(frame: I420Frame, timestampUs: number): readonly TrackedFace[];
}

const DEFAULT_MAX_FACES = 4;
const DEFAULT_SEARCH_INTERVAL_US = 400_000;
const LONGEST_GAP_US = 1_000_000;
/** A followed face is lost below this. */
const KEEP_CONFIDENCE = 0.5;
/** A found face is believed from here on. */
const NEW_CONFIDENCE = 0.7;
/** Regions further apart than this are looked at twice: the network is best when the face is in the middle. */
const SECOND_LOOK_DISTANCE = 0.1;
/** Regions closer than this are taken for the same, so that a picture that stands still gives a mesh that stands still. */
const SAME_REGION_DISTANCE = 0.004;
/** Faces smaller than this are nothing that could be worked with. */
const MIN_FACE_SIZE = 12;
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
  readonly #search;
  readonly #landmarker;
  readonly #poses;
  readonly #tracks: readonly FaceTrack[];
  readonly #faces: FaceTrack[] = [];
  readonly #searchIntervalUs: number;
  readonly #nextRegion = createRegion();
  readonly #seenRegion = createRegion();
  #lastId = 0;
  #lastUs = Number.NEGATIVE_INFINITY;
  #lastSearchUs = Number.NEGATIVE_INFINITY;
  #isThorough = false;
  #width = 0;
  #height = 0;

  constructor(models: TrackerModels, options: TrackerOptions) {
    this.#search = createFaceSearch(
      createFaceDetector(models.shortRange, shortRangeLayout),
      createFaceDetector(models.fullRange, fullRangeLayout),
    );
    this.#landmarker = createMeshLandmarker(models.mesh);
    this.#poses = createHeadPoseEstimator(models.canonicalFace);
    this.#searchIntervalUs = options.searchIntervalUs ?? DEFAULT_SEARCH_INTERVAL_US;
    this.#tracks = Array.from({ length: options.maxFaces ?? DEFAULT_MAX_FACES }, () =>
      createFaceTrack(models.canonicalFace),
    );
  }

  track(frame: I420Frame, timestampUs: number): readonly TrackedFace[] {
    const elapsedUs = timestampUs - this.#lastUs;
    const isOtherStream = frame.width !== this.#width || frame.height !== this.#height;
    if (isOtherStream || elapsedUs <= 0 || elapsedUs > LONGEST_GAP_US) {
      this.#forget();
    }
    this.#width = frame.width;
    this.#height = frame.height;
    this.#lastUs = timestampUs;
    let isOneLost = false;
    let count = 0;
    for (const track of this.#tracks) {
      if (track.isActive) {
        track.isActive = this.#follow(track, frame, elapsedUs) && !this.#isDouble(track);
        isOneLost ||= !track.isActive;
        count += track.isActive ? 1 : 0;
      }
    }
    const isDue = timestampUs - this.#lastSearchUs >= this.#searchIntervalUs;
    if (count === 0 || isOneLost || (isDue && count < this.#tracks.length)) {
      this.#lastSearchUs = timestampUs;
      this.#isThorough = !this.#isThorough;
      for (const detection of this.#search.find(frame, count > 0 && this.#isThorough)) {
        this.#take(detection, frame);
      }
    }
    return this.#listFaces();
  }

  #forget(): void {
    for (const track of this.#tracks) {
      track.isActive = false;
    }
    this.#lastSearchUs = Number.NEGATIVE_INFINITY;
  }

  /** Brings a track to the frame; false when its face is gone. */
  #follow(track: FaceTrack, frame: I420Frame, elapsedUs: number): boolean {
    const elapsedSeconds = elapsedUs / 1_000_000;
    copyRegion(track.region, this.#seenRegion);
    this.#seenRegion.centreX += track.speedX * elapsedSeconds;
    this.#seenRegion.centreY += track.speedY * elapsedSeconds;
    if (!this.#place(track, frame, KEEP_CONFIDENCE) && !this.#placeNearby(track, frame)) {
      return false;
    }
    const { centreX, centreY } = track.region;
    track.smoother.follow(track.rawLandmarks, elapsedUs, this.#seenRegion.width / MESH_MARGIN);
    this.#settle(track);
    const faceSize = track.region.width / MESH_MARGIN;
    track.speedX = limitSpeed((track.region.centreX - centreX) / elapsedSeconds, faceSize);
    track.speedY = limitSpeed((track.region.centreY - centreY) / elapsedSeconds, faceSize);
    track.isNew = false;
    return true;
  }

  /** Looks under `#seenRegion`, and once more around what it found when that lies elsewhere. */
  #place(track: FaceTrack, frame: I420Frame, minConfidence: number): boolean {
    const seen = this.#seenRegion;
    track.confidence = this.#landmarker.place(frame, seen, track.rawLandmarks);
    if (track.confidence < minConfidence) {
      return false;
    }
    setRegionOfMesh(this.#nextRegion, track.rawLandmarks);
    if (distanceOfRegions(seen, this.#nextRegion) > SECOND_LOOK_DISTANCE) {
      copyRegion(this.#nextRegion, seen);
      track.confidence = this.#landmarker.place(frame, seen, track.rawLandmarks);
      setRegionOfMesh(this.#nextRegion, track.rawLandmarks);
    }
    return track.confidence >= minConfidence && isPlausible(this.#nextRegion, seen, frame);
  }

  #placeNearby(track: FaceTrack, frame: I420Frame): boolean {
    const [nearest] = this.#search.findNear(frame, track.region);
    if (nearest === undefined) {
      return false;
    }
    setRegionOfDetection(this.#seenRegion, nearest);
    return this.#place(track, frame, NEW_CONFIDENCE);
  }

  /** Derives everything from the smoothed mesh. */
  #settle(track: FaceTrack): void {
    setRegionOfMesh(this.#nextRegion, track.landmarks);
    if (distanceOfRegions(track.region, this.#nextRegion) > SAME_REGION_DISTANCE) {
      copyRegion(this.#nextRegion, track.region);
    }
    this.#poses.estimate(track.pose, track.landmarks);
    setBoxOfMesh(track.box, track.landmarks);
  }

  /** Follows a face that was found, unless it is followed already. */
  #take(detection: Readonly<Detection>, frame: I420Frame): void {
    const track = this.#tracks.find(({ isActive }) => !isActive);
    if (track === undefined || this.#isFollowed(detection)) {
      return;
    }
    setRegionOfDetection(this.#seenRegion, detection);
    if (!this.#place(track, frame, NEW_CONFIDENCE)) {
      return;
    }
    track.smoother.reset(track.rawLandmarks);
    copyRegion(this.#nextRegion, track.region);
    track.speedX = 0;
    track.speedY = 0;
    this.#settle(track);
    if (!this.#isDouble(track)) {
      this.#lastId += 1;
      track.id = this.#lastId;
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

  /** Whether an older track follows the same face. */
  #isDouble(track: FaceTrack): boolean {
    return this.#tracks.some(
      (other) =>
        other !== track &&
        other.isActive &&
        other.id < track.id &&
        overlapOfBoxes(other.box, track.box) > SAME_FACE_OVERLAP,
    );
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

/** Whether a mesh can be that of a face under the region: of similar size, and in the picture. */
function isPlausible(found: Readonly<Region>, seen: Readonly<Region>, frame: I420Frame): boolean {
  const size = found.width / MESH_MARGIN;
  return (
    size >= MIN_FACE_SIZE &&
    found.width < seen.width * 1.6 &&
    found.width > seen.width * 0.5 &&
    found.centreX > -size / 4 &&
    found.centreY > -size / 4 &&
    found.centreX < frame.width + size / 4 &&
    found.centreY < frame.height + size / 4
  );
}

/** Small speeds are noise, large ones are no promise. */
function limitSpeed(pixelsPerSecond: number, faceSize: number): number {
  const limit = faceSize * 5;
  return Math.abs(pixelsPerSecond) < faceSize * 0.25
    ? 0
    : Math.max(-limit, Math.min(limit, pixelsPerSecond));
}

function overlapOfBoxes(a: TrackedFace['box'], b: TrackedFace['box']): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) {
    return 0;
  }
  const shared = width * height;
  return shared / (a.width * a.height + b.width * b.height - shared);
}
