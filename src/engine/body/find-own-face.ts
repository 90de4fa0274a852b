import type { TrackedFace } from '../track/face-track.ts';
import { joint, JOINT_VALUES } from './joints.ts';

/**
 * Returns the first face whose centre is within a box width and height of the nose of the body, which excludes
 * bystanders, posters and prints; null if none is.
 */
export function findOwnFace<Face extends Pick<TrackedFace, 'box'>>(
  faces: readonly Face[],
  joints: Float32Array,
): Face | null {
  const [x = 0, y = 0] = joints.subarray(joint.nose * JOINT_VALUES);
  return (
    faces.find(
      ({ box }) =>
        Math.abs(box.left + box.width / 2 - x) < box.width &&
        Math.abs(box.top + box.height / 2 - y) < box.height,
    ) ?? null
  );
}
