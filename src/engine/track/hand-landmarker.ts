import type { I420Frame } from '../pixels/frame.ts';
import { mapPointsToFrame, type Region } from '../pixels/region.ts';
import { sampleI420 } from '../pixels/sample-i420.ts';
import { createSampleTarget } from '../pixels/sample-target.ts';
import { toOutput, type FixedModel } from './fixed-model.ts';
import { HAND_POINT_COUNT } from './hand-points.ts';

/** Estimates the joints of a hand. */
export interface HandLandmarker {
  /**
   * Writes x and y (pixels of the frame) of every joint into `points`, for a hand in `region` whose fingers point
   * upwards. Returns the confidence of the network, 0..1.
   */
  locate(frame: I420Frame, region: Readonly<Region>, points: Float32Array): number;
}

const INPUT_SIZE = 224;

/** Creates a landmarker on a loaded network; calls must not overlap. */
export function createHandLandmarker(model: FixedModel): HandLandmarker {
  const target = createSampleTarget(model.input, {
    width: INPUT_SIZE,
    height: INPUT_SIZE,
    low: 0,
    high: 1,
    border: 'black',
  });
  const joints = toOutput(model, 'Identity');
  const presence = toOutput(model, 'Identity_1');
  return {
    locate(frame, region, points) {
      sampleI420(frame, region, target);
      model.run();
      for (let point = 0; point < HAND_POINT_COUNT; point += 1) {
        points[point * 2] = joints[point * 3];
        points[point * 2 + 1] = joints[point * 3 + 1];
      }
      mapPointsToFrame(points, 2, region, INPUT_SIZE);
      return presence[0];
    },
  };
}
