import type { I420Frame } from '../../pixels/frame.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import { cutMouthPlanes, type MouthArea, toMouthArea } from '../library/lower-face.ts';

/** Margin as a fraction of the face's width, since drawings are soft at the outline. */
const BESIDE = 0.15;

/** Saves the face under a mesh in a frame; returns a function that restores it. */
export function saveFace(frame: I420Frame, mesh: Float32Array): () => void {
  const bare = toMouthArea(frame, mesh, FACE_OVAL, 0);
  const area = toMouthArea(frame, mesh, FACE_OVAL, Math.ceil(bare.width * BESIDE));
  const { y, u, v } = cutMouthPlanes(frame, area);
  const half: MouthArea = {
    left: area.left >> 1,
    top: area.top >> 1,
    width: area.width >> 1,
    height: area.height >> 1,
  };
  return () => {
    putPlane(frame.y, frame.strideY, y, area);
    putPlane(frame.u, frame.strideU, u, half);
    putPlane(frame.v, frame.strideV, v, half);
  };
}

function putPlane(
  plane: Uint8Array,
  stride: number,
  part: Uint8Array,
  { left, top, width, height }: MouthArea,
): void {
  for (let row = 0; row < height; row += 1) {
    plane.set(part.subarray(row * width, (row + 1) * width), (top + row) * stride + left);
  }
}
