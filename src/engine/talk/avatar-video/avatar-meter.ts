/** Looks at finished frames of an avatar with the networks, as somebody would who did not draw them. */
import { toFrontalShape } from '../../face/shape/face-shape.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion } from '../../pixels/region.ts';
import { createFaceEmbedder, embedFace, likenessOf } from '../../track/face-embedder.ts';
import type { FaceModels } from '../../track/face-finder.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import { createHeadPose, createHeadPoseEstimator } from '../../track/head-pose.ts';
import { createMeshLandmarker } from '../../track/mesh-landmarker.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { measureMouth } from '../mouth/measures.ts';
import type { Portrait } from './read-portrait.ts';

/** What was measured of an avatar. */
export interface AvatarQuality {
  /** Sounds with closed lips that were looked at, and at how many the lips met. */
  readonly closures: { readonly count: number; readonly closed: number };
  /** Mean cosine of embeddings between frames and the portrait; null when none was compared. */
  readonly likeness: number | null;
}

/** Measures frames. */
export interface AvatarMeter {
  /** Looks whether lips meet. `mesh` is where the face was drawn: x, y, z per point. */
  checkClosure(frame: I420Frame, mesh: Float32Array): void;
  /** Compares a frame with the portrait. */
  compare(frame: I420Frame, mesh: Float32Array): void;
  summarise(): AvatarQuality;
}

/** Lips less far apart than this (widths) are seen as closed. */
const CLOSED_GAP = 0.03;

/** A meter for the avatar of a portrait, on networks that nobody else runs at the moment. */
export function createAvatarMeter(models: FaceModels, portrait: Portrait): AvatarMeter {
  const landmarker = createMeshLandmarker(models.mesh);
  const poses = createHeadPoseEstimator(models.canonicalFace);
  const embedder = createFaceEmbedder(models.identity);
  const own = embedFace(embedder, portrait.frame, portrait.face.landmarks);
  const region = createRegion();
  const pose = createHeadPose();
  const seen = new Float32Array((MESH_POINT_COUNT + IRIS_POINT_COUNT) * 3);
  let [count, closed] = [0, 0];
  let [likeness, compared] = [0, 0];
  return {
    checkClosure(frame, mesh) {
      setRegionOfMesh(region, mesh);
      landmarker.locate(frame, region, seen);
      poses.estimate(pose, seen);
      const { open } = measureMouth(
        toFrontalShape({ landmarks: seen, pose }, models.canonicalFace),
      );
      count += 1;
      closed += open <= CLOSED_GAP ? 1 : 0;
    },
    compare(frame, mesh) {
      likeness += likenessOf(own, embedFace(embedder, frame, mesh));
      compared += 1;
    },
    summarise: () => ({
      closures: { count, closed },
      likeness: compared === 0 ? null : likeness / compared,
    }),
  };
}
