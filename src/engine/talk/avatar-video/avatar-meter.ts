/** Measures finished frames of an avatar with networks that had no part in drawing them. */
import { toFrontalShape } from '../../face/shape/face-shape.ts';
import type { HeadModels } from '../../head/swap-head.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion } from '../../pixels/region.ts';
import { createFaceEmbedder, embedFace, cosineSimilarity } from '../../track/face-embedder.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createHeadPose, createHeadPoseEstimator } from '../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createPlainLandmarker } from '../../track/plain-landmarker.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { mean } from '../../vision/math.ts';
import {
  createMouthRecord,
  type MouthMetrics,
  type MouthSamples,
  summariseMouths,
} from '../check/mouth-record.ts';
import { toPlainGap } from '../check/plain-gap.ts';
import { measureMouth } from '../mouth/measures.ts';
import type { Portrait } from './read-portrait.ts';

/** Models for a speaking portrait. */
export interface TalkModels extends HeadModels {
  /** Mesh network used only for measuring, not for drawing; see `createPlainLandmarker`. */
  readonly plainMesh: FixedModel;
}

/** Raw measurements of an avatar's frames. */
export interface AvatarSamples {
  readonly mouths: MouthSamples;
  /** Cosines of embeddings between frames and the portrait. */
  readonly likeness: readonly number[];
}

/** Summarised measurements of an avatar. */
export interface AvatarQuality extends MouthMetrics {
  /** Mean cosine of embeddings between frames and the portrait; null when none was compared. */
  readonly likeness: number | null;
}

/** Measures frames. */
export interface AvatarMeter {
  /** Measures a mouth. `mesh` is the drawn face: x, y, z per point; `wanted` is the planned lip gap in widths. */
  addMouth(
    frame: I420Frame,
    at: { readonly timeMs: number; readonly mesh: Float32Array; readonly wanted: number },
  ): void;
  /** Returns whether the lips of a frame meet. */
  isShut(frame: I420Frame, mesh: Float32Array): boolean;
  /** Compares a frame with the portrait. */
  compare(frame: I420Frame, mesh: Float32Array): void;
  samples(): AvatarSamples;
}

/**
 * Gap in widths below which the lips of a portrait count as shut: the network measures up to this much for a dark line
 * between drawn lips.
 */
const SHUT = 0.07;

/** Creates a meter for the avatar of a portrait. Its networks must not run elsewhere at the same time. */
export function createAvatarMeter(models: TalkModels, portrait: Portrait): AvatarMeter {
  const { canonicalFace } = models;
  const landmarker = createPlainLandmarker(models.plainMesh);
  const poses = createHeadPoseEstimator(canonicalFace);
  const embedder = createFaceEmbedder(models.identity);
  const own = embedFace(embedder, portrait.frame, portrait.face.landmarks);
  const region = createRegion();
  const pose = createHeadPose();
  const seen = new Float32Array(MESH_POINT_COUNT * 3);
  const record = createMouthRecord();
  const likeness: number[] = [];
  const readGap = (frame: I420Frame, mesh: Float32Array): number => {
    setRegionOfMesh(region, mesh);
    landmarker.locate(frame, region, seen);
    poses.estimate(pose, seen);
    return measureMouth(toFrontalShape({ landmarks: seen, pose }, canonicalFace)).open;
  };
  if (measureMouth(toFrontalShape(portrait.face, canonicalFace)).open < SHUT) {
    record.addShut(readGap(portrait.frame, portrait.face.landmarks));
  }
  return {
    addMouth(frame, { timeMs, mesh, wanted }) {
      record.add({ timeMs, gap: readGap(frame, mesh), wanted: toPlainGap(wanted) });
    },
    isShut: (frame, mesh) => record.isShut(readGap(frame, mesh)),
    compare(frame, mesh) {
      likeness.push(cosineSimilarity(own, embedFace(embedder, frame, mesh)));
    },
    samples: () => ({ mouths: record.samples(), likeness }),
  };
}

/** Summarises the measurements of all parts of an avatar's frames. */
export function summariseAvatar(
  parts: readonly AvatarSamples[],
  visemes: readonly VisemeSpan[],
): AvatarQuality {
  const likeness = parts.flatMap((part) => part.likeness);
  const mouths = parts.map((part) => part.mouths);
  return {
    ...summariseMouths(mouths, visemes),
    likeness: likeness.length === 0 ? null : mean(likeness),
  };
}
