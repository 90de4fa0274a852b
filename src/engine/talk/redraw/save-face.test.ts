import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { saveFace } from './save-face.ts';

it('restores a face that was drawn over, with its soft edge', () => {
  const frame = createI420Frame(120, 100);
  for (const plane of [frame.y, frame.u, frame.v]) {
    plane.forEach((_, at) => (plane[at] = (at * 7) % 251));
  }
  const before = { y: frame.y.slice(), u: frame.u.slice(), v: frame.v.slice() };
  const mesh = new Float32Array(MESH_POINT_COUNT * 3);
  FACE_OVAL.forEach((point, index) => {
    const turn = (2 * Math.PI * index) / FACE_OVAL.length;
    mesh.set([60 + 20 * Math.cos(turn), 50 + 25 * Math.sin(turn)], point * 3);
  });
  const restore = saveFace(frame, mesh);
  for (let row = 22; row < 79; row += 1) {
    frame.y.fill(0, row * frame.strideY + 36, row * frame.strideY + 85);
  }
  frame.u.fill(9, 45 * frame.strideU, 45 * frame.strideU + 4);
  frame.v.fill(9, 25 * frame.strideV + 25, 25 * frame.strideV + 35);
  restore();
  expect(frame.y).toEqual(before.y);
  expect(frame.v).toEqual(before.v);
  // Pixels beside the face are not restored.
  expect(frame.u.subarray(45 * frame.strideU, 45 * frame.strideU + 4)).toEqual(
    Uint8Array.of(9, 9, 9, 9),
  );
});
