import { beforeAll, describe, expect, it } from 'vitest';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createFacePatch, positionPatch, returnPatch } from './face-patch.ts';
import { createFrameWarp, WARP_REACH } from './frame-warp.ts';

const [width, height] = [180, 160];
const [middleX, middleY, radius] = [88.3, 79.6, 40];
/** Mesh of a disc: a fan of triangles around a central point. */
const mesh = new Float32Array(MESH_POINT_COUNT * 3);
let face: CanonicalFace;

beforeAll(() => {
  const triangles: number[] = [];
  const middle = Array.from({ length: MESH_POINT_COUNT }, (_, point) => point).find(
    (point) => !FACE_OVAL.includes(point),
  )!;
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    mesh.set([middleX, middleY, 0], point * 3);
  }
  FACE_OVAL.forEach((point, index) => {
    const angle = (index / FACE_OVAL.length) * 2 * Math.PI;
    mesh.set(
      [middleX + radius * Math.sin(angle), middleY - radius * Math.cos(angle), 0],
      point * 3,
    );
    triangles.push(middle, point, FACE_OVAL[(index + 1) % FACE_OVAL.length]!);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the warp reads the triangles alone
  face = { triangles: Uint16Array.from(triangles) } as unknown as CanonicalFace;
});

describe('bending of a frame', () => {
  it('moves the face with its mesh, the ring less and the surroundings not at all', () => {
    const before = makeFrame();
    const after = bend(before, { x: 3, y: -2 });
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const distance = Math.hypot(column + 0.5 - middleX, row + 0.5 - middleY) / radius;
        const at = row * width + column;
        if (distance < 0.75) {
          // Luma increases by 1 per column and chroma by 2.
          expect(after.y[at]).toBe(before.y[at]! - 3);
        } else if (distance > WARP_REACH + 0.15) {
          expect(after.y[at]).toBe(before.y[at]);
        } else {
          expect(after.y[at]).toBeGreaterThanOrEqual(before.y[at]! - 3);
          expect(after.y[at]).toBeLessThanOrEqual(before.y[at]!);
        }
      }
    }
    const chromaAt = (middleY >> 1) * before.strideU + (middleX >> 1);
    expect(after.u[chromaAt]).toBe(before.u[chromaAt]! - 3);
    expect(after.v[chromaAt]).toBe(before.v[chromaAt]! - 6);
  });

  it('leaves the area that the drawn face covers', () => {
    const before = makeFrame();
    const after = bend(before, { x: 3, y: 0 }, 255);
    expect(after).toEqual(before);
  });
});

function makeFrame(): I420Frame {
  const frame = createI420Frame(width, height);
  frame.y.forEach((_, at) => (frame.y[at] = at % width));
  frame.u.forEach((_, at) => (frame.u[at] = (at % frame.strideU) * 2));
  frame.v.forEach((_, at) => (frame.v[at] = (at % frame.strideV) * 4));
  return frame;
}

/** Warps a copy of a frame from the mesh to a shifted mesh. */
function bend(
  before: I420Frame,
  shift: { readonly x: number; readonly y: number },
  covered = 0,
): I420Frame {
  const frame = { ...before, y: before.y.slice(), u: before.u.slice(), v: before.v.slice() };
  const arena = openKernelArena();
  const warp = createFrameWarp(arena, face);
  const patch = createFacePatch(arena);
  const box = {
    left: middleX - radius,
    top: middleY - radius,
    width: 2 * radius,
    height: 2 * radius,
  };
  positionPatch(patch, frame, box);
  arena.views.bytes.fill(
    covered,
    patch.planes.mask,
    patch.planes.mask + patch.width * patch.height,
  );
  const moved = mesh.map(
    (value, at) => value + (at % 3 === 0 ? shift.x : at % 3 === 1 ? shift.y : 0),
  );
  warp.measure(patch, mesh, moved);
  warp.warpPlane(patch);
  returnPatch(patch, frame);
  return frame;
}
