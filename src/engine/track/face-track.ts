import { createRegion, type Region } from '../pixels/region.ts';
import type { CanonicalFace } from './canonical-face.ts';
import { HAND_VALUES, MAX_HANDS } from './hand-points.ts';
import { createHeadPose, type HeadPose } from './head-pose.ts';
import { createLandmarkedFace } from './landmarked-face.ts';
import { LONGEST_STRIDE } from './landmarked-face.ts';
import type { LandmarkedFace } from './landmarked-face.ts';
import { createMeshSmoother, type MeshSmoother } from './mesh-smoother.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from './mesh-points.ts';

/** Upright bounding box of a face, in pixels of the frame. */
export interface FaceBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Face in the current frame. The same objects are overwritten by the next call: copy data that has to last. */
export interface TrackedFace {
  /** Number of the person, which stays while they are away, if the tracker can identify them. */
  readonly id: number;
  /** True when this person was not tracked here in the previous frame: state derived over time has to be reset. */
  readonly isNew: boolean;
  /** Confidence of the network that a face is there, 0..1. */
  readonly confidence: number;
  /** x, y (pixels of the frame) and z (same unit, smaller is nearer) of the 468 mesh points, smoothed. */
  readonly landmarks: Float32Array;
  /** The same for both irises, left one first: middle, right, top, left, bottom of each. */
  readonly iris: Float32Array;
  /** Unsmoothed mesh points of this frame. */
  readonly rawLandmarks: Float32Array;
  readonly pose: Readonly<HeadPose>;
  readonly box: Readonly<FaceBox>;
  /** Hands that may cover a part of the face. */
  readonly hands: Readonly<NearHands>;
}

/** Hands in front of a face. */
export interface NearHands {
  count: number;
  /** x and y (pixels of the frame) of the {@link HAND_POINT_COUNT} joints of each. */
  readonly points: Float32Array;
}

/** State of one face, which is reused for other faces. */
export interface FaceTrack extends TrackedFace {
  id: number;
  isNew: boolean;
  isActive: boolean;
  confidence: number;
  readonly pose: HeadPose;
  readonly box: FaceBox;
  readonly hands: NearHands;
  /** Unsmoothed mesh and irises. */
  readonly rawPoints: Float32Array;
  /** Last result of the network, and results for later frames, the nearest at the end; see `Lookahead`. */
  last: LandmarkedFace;
  readonly later: LandmarkedFace[];
  readonly spare: LandmarkedFace[];
  /** Number of frames by which the network runs ahead. */
  stride: number;
  /** True when the face kept its expression between the last two results of the network. */
  isCalm: boolean;
  /** Number of frames since the last result of the network in which the mesh was only moved; see `MeshFollower`. */
  followedFrames: number;
  /** Time of the region. */
  settledUs: number;
  readonly smoother: MeshSmoother;
  /** Region where the face is expected in the next frame, without its movement. */
  readonly region: Region;
  /** Speed of the face per second of the stream, in pixels. */
  speedX: number;
  speedY: number;
  /** True when the number is confirmed to be that of the person. */
  isIdentified: boolean;
  /** Stream time of the next identity check. */
  nextReviewUs: number;
  /** Interval from the last identity check to the next. */
  reviewIntervalUs: number;
  /** Number of checks since the last success in which the face matched neither its number nor another person. */
  doubts: number;
  /** True when the face touches another one now, so that their numbers may be exchanged. */
  isCrossing: boolean;
}

/** Creates the state for a face of a stream. */
export function createFaceTrack(face: CanonicalFace): FaceTrack {
  const pointCount = MESH_POINT_COUNT + IRIS_POINT_COUNT;
  const smoother = createMeshSmoother(pointCount, face.poseBasis.points);
  const rawPoints = new Float32Array(pointCount * 3);
  return {
    id: 0,
    isNew: false,
    isActive: false,
    confidence: 0,
    landmarks: smoother.mesh.subarray(0, MESH_POINT_COUNT * 3),
    iris: smoother.mesh.subarray(MESH_POINT_COUNT * 3),
    rawLandmarks: rawPoints.subarray(0, MESH_POINT_COUNT * 3),
    rawPoints,
    last: createLandmarkedFace(pointCount * 3),
    later: [],
    spare: Array.from({ length: LONGEST_STRIDE - 1 }, () => createLandmarkedFace(pointCount * 3)),
    stride: 1,
    isCalm: false,
    followedFrames: 0,
    settledUs: 0,
    pose: createHeadPose(),
    box: { left: 0, top: 0, width: 0, height: 0 },
    hands: createNearHands(),
    smoother,
    region: createRegion(),
    speedX: 0,
    speedY: 0,
    isIdentified: false,
    nextReviewUs: 0,
    reviewIntervalUs: 0,
    doubts: 0,
    isCrossing: false,
  };
}

/** Value for trackers without hands. */
export const noHands: Readonly<NearHands> = { count: 0, points: new Float32Array(0) };

/** Creates memory for the hands of a face. */
export function createNearHands(): NearHands {
  return { count: 0, points: new Float32Array(MAX_HANDS * HAND_VALUES) };
}

/** Sets `box` to the upright rectangle around a mesh (x, y, z per point). */
export function setBoxOfMesh(box: FaceBox, mesh: Float32Array): void {
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < mesh.length; at += 3) {
    minX = Math.min(minX, mesh[at]);
    maxX = Math.max(maxX, mesh[at]);
    minY = Math.min(minY, mesh[at + 1]);
    maxY = Math.max(maxY, mesh[at + 1]);
  }
  box.left = minX;
  box.top = minY;
  box.width = maxX - minX;
  box.height = maxY - minY;
}

/** Returns the intersection over union of two boxes. */
export function overlapOfBoxes(a: Readonly<FaceBox>, b: Readonly<FaceBox>): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) {
    return 0;
  }
  const shared = width * height;
  return shared / (a.width * a.height + b.width * b.height - shared);
}
