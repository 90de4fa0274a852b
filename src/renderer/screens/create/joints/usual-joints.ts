import {
  mapPlacedJoints,
  type PlacedJointName,
  type PlacedJoints,
} from '../../../../contract/placed-joints.ts';

/** Standing person facing the camera, in image heights: from the centre to their left, and down. */
const standing: Readonly<Record<PlacedJointName, readonly [aside: number, down: number]>> = {
  face: [0, 0.14],
  leftShoulder: [0.09, 0.27],
  rightShoulder: [-0.09, 0.27],
  leftElbow: [0.14, 0.4],
  rightElbow: [-0.14, 0.4],
  leftWrist: [0.18, 0.52],
  rightWrist: [-0.18, 0.52],
  leftHip: [0.05, 0.53],
  rightHip: [-0.05, 0.53],
  leftKnee: [0.06, 0.72],
  rightKnee: [-0.06, 0.72],
  leftAnkle: [0.07, 0.92],
  rightAnkle: [-0.07, 0.92],
};

/** Initial joints for an image without a detected person, by its aspect ratio. */
export function createUsualJoints(widthByHeight: number): PlacedJoints {
  // In a narrow image they would be outside its sides.
  const width = Math.max(widthByHeight, 0.45);
  return mapPlacedJoints((name) => {
    const [aside, down] = standing[name];
    return { x: 0.5 + aside / width, y: down };
  });
}
