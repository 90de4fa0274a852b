import type { I420Frame } from '../pixels/frame.ts';
import type { Region } from '../pixels/region.ts';
import { createSampleTarget, sampleI420 } from '../pixels/sample-i420.ts';
import { outputOf, type FixedModel } from './fixed-model.ts';
import { MESH_POINT_COUNT } from './mesh-points.ts';

/** Places the 468 points of the face mesh. */
export interface MeshLandmarker {
  /**
   * Writes x, y (pixels of the frame) and z (same unit, smaller is nearer) of every point into `mesh`,
   * taking the face under `region` for upright. Returns how sure the network is that there is a face, 0..1.
   */
  place(frame: I420Frame, region: Readonly<Region>, mesh: Float32Array): number;
}

const INPUT_SIZE = 192;

/** A landmarker on a loaded network; not to be called from two places at once. */
export function createMeshLandmarker(model: FixedModel): MeshLandmarker {
  const target = createSampleTarget(model.input, {
    width: INPUT_SIZE,
    height: INPUT_SIZE,
    low: 0,
    high: 1,
    border: 'edge',
  });
  const points = outputOf(model, 'conv2d_21');
  const flag = outputOf(model, 'conv2d_31');
  return {
    place(frame, region, mesh) {
      sampleI420(frame, region, target);
      model.run();
      const scale = region.width / INPUT_SIZE;
      const cos = Math.cos(region.rotation) * scale;
      const sin = Math.sin(region.rotation) * scale;
      for (let at = 0; at < MESH_POINT_COUNT * 3; at += 3) {
        const x = points[at]! - INPUT_SIZE / 2;
        const y = points[at + 1]! - INPUT_SIZE / 2;
        mesh[at] = region.centreX + x * cos - y * sin;
        mesh[at + 1] = region.centreY + x * sin + y * cos;
        mesh[at + 2] = points[at + 2]! * scale;
      }
      return 1 / (1 + Math.exp(-flag[0]!));
    },
  };
}
