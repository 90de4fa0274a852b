import type { I420Frame } from '../pixels/frame.ts';
import { mapPointsToFrame, type Region } from '../pixels/region.ts';
import { sampleI420 } from '../pixels/sample-i420.ts';
import { createSampleTarget } from '../pixels/sample-target.ts';
import { toOutput, type FixedModel } from './fixed-model.ts';
import { MESH_POINT_COUNT } from './mesh-points.ts';
import { REFINED_LEFT_EYE, REFINED_LIPS, REFINED_RIGHT_EYE } from './refined-points.ts';

/** Estimates the points of the face mesh and of the irises. */
export interface MeshLandmarker {
  /**
   * Writes x, y (pixels of the frame) and z (same unit, smaller is nearer) of every point into `mesh`, the irises last,
   * for an upright face in `region`. Returns the confidence of the network, 0..1.
   */
  locate(frame: I420Frame, region: Readonly<Region>, mesh: Float32Array): number;
}

const INPUT_SIZE = 192;
/** The edge of the lids comes first among the points of an eye. */
const LID_POINT_COUNT = 16;
const IRIS_POINTS_PER_EYE = 5;

/** Creates a landmarker on a loaded network; calls must not overlap. */
export function createMeshLandmarker(model: FixedModel): MeshLandmarker {
  const target = createSampleTarget(model.input, {
    width: INPUT_SIZE,
    height: INPUT_SIZE,
    low: 0,
    high: 1,
    border: 'edge',
  });
  const points = toOutput(model, 'output_mesh_identity');
  const lips = toOutput(model, 'output_lips');
  const leftEye = toOutput(model, 'output_left_eye');
  const rightEye = toOutput(model, 'output_right_eye');
  const leftIris = toOutput(model, 'output_left_iris');
  const rightIris = toOutput(model, 'output_right_iris');
  const flag = toOutput(model, 'conv_faceflag');
  return {
    locate(frame, region, mesh) {
      sampleI420(frame, region, target);
      model.run();
      mesh.set(points);
      refine(mesh, REFINED_LIPS, lips);
      refine(mesh, REFINED_LEFT_EYE, leftEye);
      refine(mesh, REFINED_RIGHT_EYE, rightEye);
      addIris(mesh, MESH_POINT_COUNT, leftIris, REFINED_LEFT_EYE);
      addIris(mesh, MESH_POINT_COUNT + IRIS_POINTS_PER_EYE, rightIris, REFINED_RIGHT_EYE);
      toFrame(mesh, region);
      return 1 / (1 + Math.exp(-flag[0]));
    },
  };
}

/** Replaces x and y by the refined positions; the depth stays. */
function refine(mesh: Float32Array, points: Uint16Array, refined: Float32Array): void {
  for (let index = 0; index < points.length; index += 1) {
    const at = points[index] * 3;
    mesh[at] = refined[index * 2];
    mesh[at + 1] = refined[index * 2 + 1];
  }
}

/** Adds the points of one iris from the point numbered `start` on, with the mean depth of its lids. */
function addIris(mesh: Float32Array, start: number, refined: Float32Array, eye: Uint16Array): void {
  let depth = 0;
  for (let index = 0; index < LID_POINT_COUNT; index += 1) {
    depth += mesh[eye[index] * 3 + 2] / LID_POINT_COUNT;
  }
  for (let index = 0; index < IRIS_POINTS_PER_EYE; index += 1) {
    const at = (start + index) * 3;
    mesh[at] = refined[index * 2];
    mesh[at + 1] = refined[index * 2 + 1];
    mesh[at + 2] = depth;
  }
}

/** Transforms from pixels of the network's input to pixels of the frame. */
function toFrame(mesh: Float32Array, region: Readonly<Region>): void {
  mapPointsToFrame(mesh, 3, region, INPUT_SIZE);
  const scale = region.width / INPUT_SIZE;
  for (let at = 2; at < mesh.length; at += 3) {
    mesh[at] *= scale;
  }
}
