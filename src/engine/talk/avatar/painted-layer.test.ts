import { expect, it } from 'vitest';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { PaintedLayer, reserveLayerPlanes } from './painted-layer.ts';

const SIDE = 16;
const box = { left: 0, top: 0, width: SIDE, height: SIDE };
const corners = Float32Array.of(0, 0, SIDE, 0, 0, SIDE, SIDE, SIDE);

it('draws a layer whole after a frame in which it was faded', () => {
  const arena = openKernelArena();
  const plane = new Uint8Array(SIDE * SIDE).fill(200);
  const chroma = new Uint8Array(plane.length / 4).fill(128);
  const mask = new Uint8Array(plane.length).fill(255);
  const layer = new PaintedLayer(
    arena,
    {
      triangles: Uint16Array.of(0, 1, 2, 1, 3, 2),
      from: corners,
      to: corners,
      step: 2,
      count: 4,
    },
    { width: SIDE, height: SIDE, y: plane, u: chroma, v: chroma, mask },
    box,
  );
  const planes = reserveLayerPlanes(arena, plane.length);
  const y = arena.reserve(plane.length * 2);
  const frame = {
    y,
    u: y + plane.length,
    v: y + plane.length + chroma.length,
    stride: SIDE,
  };
  const drawMiddle = (visible: Float32Array | null): number => {
    arena.views.bytes.fill(0, y, y + plane.length);
    layer.draw(frame, planes, box, visible);
    return arena.views.bytes[y + (SIDE / 2) * SIDE + SIDE / 2]!;
  };
  const drawn = [null, new Float32Array(4), null].map(drawMiddle);
  arena.close();
  expect(drawn).toEqual([200, 0, 200]);
});
