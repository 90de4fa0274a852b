import { createRegion, type Region } from '../pixels/region.ts';
import type { CanonicalFace } from './canonical-face.ts';
import { createHeadPose, type HeadPose } from './head-pose.ts';
import { createMeshSmoother, type MeshSmoother } from './mesh-smoother.ts';
import { MESH_POINT_COUNT } from './mesh-points.ts';

/** Where a face lies, upright, in pixels of the frame. */
export interface FaceBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A face in the current frame. The same objects are filled again by the next call: copy what has to last. */
export interface TrackedFace {
  /** Stays the same while the face is followed. */
  readonly id: number;
  /** Whether this is the first frame of the face under this id. */
  readonly isNew: boolean;
  /** How sure the network is that a face is there, 0..1. */
  readonly confidence: number;
  /** x, y (pixels of the frame) and z (same unit, smaller is nearer) of the 468 mesh points, smoothed. */
  readonly landmarks: Float32Array;
  /** The same as the network gave them in this frame. */
  readonly rawLandmarks: Float32Array;
  readonly pose: Readonly<HeadPose>;
  readonly box: Readonly<FaceBox>;
}

/** The memory of one face; made once and used again for other faces. */
export interface FaceTrack extends TrackedFace {
  id: number;
  isNew: boolean;
  isActive: boolean;
  confidence: number;
  readonly pose: HeadPose;
  readonly box: FaceBox;
  readonly smoother: MeshSmoother;
  /** The part of the last frame that the network saw. */
  readonly region: Region;
  /** Movement of the face per second of the stream, in pixels. */
  speedX: number;
  speedY: number;
}

export function createFaceTrack(face: CanonicalFace): FaceTrack {
  const smoother = createMeshSmoother(MESH_POINT_COUNT, face.poseBasis.points);
  return {
    id: 0,
    isNew: false,
    isActive: false,
    confidence: 0,
    landmarks: smoother.mesh,
    rawLandmarks: new Float32Array(MESH_POINT_COUNT * 3),
    pose: createHeadPose(),
    box: { left: 0, top: 0, width: 0, height: 0 },
    smoother,
    region: createRegion(),
    speedX: 0,
    speedY: 0,
  };
}

/** Sets `box` to the upright rectangle around a mesh (x, y, z per point). */
export function setBoxOfMesh(box: FaceBox, mesh: Float32Array): void {
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < mesh.length; at += 3) {
    minX = Math.min(minX, mesh[at]!);
    maxX = Math.max(maxX, mesh[at]!);
    minY = Math.min(minY, mesh[at + 1]!);
    maxY = Math.max(maxY, mesh[at + 1]!);
  }
  box.left = minX;
  box.top = minY;
  box.width = maxX - minX;
  box.height = maxY - minY;
}
