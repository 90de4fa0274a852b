import type { HeadPose } from '../../track/head-pose.ts';

/** Pose of a cutout's head, with the position of the face's middle in the frame. */
export interface PuppetPose extends HeadPose {
  middleX: number;
  middleY: number;
}

/** Creates an empty pose. */
export function createPuppetPose(): PuppetPose {
  return {
    yaw: 0,
    pitch: 0,
    roll: 0,
    scale: 1,
    rotation: new Float32Array(9),
    middleX: 0,
    middleY: 0,
  };
}

/** Sets the mean of the points that depend little on the expression: x, y, z. */
export function setMiddleOfMesh(
  middle: Float64Array,
  landmarks: Float32Array,
  basis: Uint16Array,
): void {
  middle.fill(0);
  for (let index = 0; index < basis.length; index += 1) {
    const at = basis[index]! * 3;
    middle[0]! += landmarks[at]! / basis.length;
    middle[1]! += landmarks[at + 1]! / basis.length;
    middle[2]! += landmarks[at + 2]! / basis.length;
  }
}
