import { mapPointsToFrame } from '../pixels/region.ts';
import { sampleI420 } from '../pixels/sample-i420.ts';
import { createSampleTarget } from '../pixels/sample-target.ts';
import { type FixedModel, toOutput } from './fixed-model.ts';
import type { MeshLandmarker } from './mesh-landmarker.ts';

const INPUT_SIZE = 192;

/**
 * Creates a landmarker on the mesh network without attention. Faces are tracked and drawn with the other network, so
 * this one is an independent judge of the result. It has no irises, and sees shut lips slightly open.
 */
export function createPlainLandmarker(model: FixedModel): MeshLandmarker {
  const target = createSampleTarget(model.input, {
    width: INPUT_SIZE,
    height: INPUT_SIZE,
    low: 0,
    high: 1,
    border: 'edge',
  });
  const points = toOutput(model, 'conv2d_21');
  const flag = toOutput(model, 'conv2d_31');
  return {
    locate(frame, region, mesh) {
      sampleI420(frame, region, target);
      model.run();
      mesh.set(points);
      mapPointsToFrame(mesh, 3, region, INPUT_SIZE);
      const scale = region.width / INPUT_SIZE;
      for (let at = 2; at < mesh.length; at += 3) {
        mesh[at] *= scale;
      }
      return 1 / (1 + Math.exp(-flag[0]));
    },
  };
}
