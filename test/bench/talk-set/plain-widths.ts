import { toFrontalShape } from '../../../src/engine/face/shape/face-shape.ts';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { createRegion } from '../../../src/engine/pixels/region.ts';
import type { TalkModels } from '../../../src/engine/talk/avatar-video/avatar-meter.ts';
import { measureMouth } from '../../../src/engine/talk/mouth/measures.ts';
import { setRegionOfMesh } from '../../../src/engine/track/face-region.ts';
import { createHeadPose, createHeadPoseEstimator } from '../../../src/engine/track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../../src/engine/track/mesh-points.ts';
import { createPlainLandmarker } from '../../../src/engine/track/plain-landmarker.ts';
import type { SeenLips } from '../../media/support/retrack-lips.ts';

/**
 * Measures the mouth widths of a file with the network without attention; null where the other network found none.
 */
export async function readPlainWidths(
  { plainMesh, canonicalFace }: Pick<TalkModels, 'plainMesh' | 'canonicalFace'>,
  path: string,
  lips: readonly (SeenLips | null)[],
): Promise<readonly (number | null)[]> {
  const landmarker = createPlainLandmarker(plainMesh);
  const poses = createHeadPoseEstimator(canonicalFace);
  const region = createRegion();
  const pose = createHeadPose();
  const landmarks = new Float32Array(MESH_POINT_COUNT * 3);
  const widths: (number | null)[] = [];
  for await (const { planes, index } of await openVideoReader(path)) {
    const mesh = lips[index]?.mesh;
    if (mesh === undefined) {
      widths.push(null);
      continue;
    }
    setRegionOfMesh(region, mesh);
    landmarker.locate(planes, region, landmarks);
    poses.estimate(pose, landmarks);
    widths.push(measureMouth(toFrontalShape({ landmarks, pose }, canonicalFace)).wide);
  }
  return widths;
}
