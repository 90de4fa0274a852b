import { describe, expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { DRAWN_POINT_COUNT } from '../shape/eye-points.ts';
import { countLevels } from '../source/texture-levels.ts';
import { createFacePatch, positionPatch } from './face-patch.ts';
import { createSkinPainter } from './skin-painter.ts';

const SIZE = 256;
const CORNERS = [20, 20, 20, 230, 230, 20] as const;

/** Opens a painter of one grey triangle; `draw` returns the luma in its middle. */
function openPainter() {
  const arena = openKernelArena();
  const points = new Float32Array(DRAWN_POINT_COUNT * 2);
  const mesh = new Float32Array(DRAWN_POINT_COUNT * 3);
  points.set(CORNERS);
  for (let corner = 0; corner < 3; corner += 1) {
    mesh.set([CORNERS[corner * 2]!, CORNERS[corner * 2 + 1]!], corner * 3);
  }
  const triangles = Uint16Array.of(0, 1, 2);
  const painter = createSkinPainter(arena, { size: SIZE, points, triangles, drawn: triangles });
  painter.setLevels(
    Array.from({ length: countLevels(SIZE) }, (_, level) => {
      const frame = createI420Frame(SIZE >> level, SIZE >> level);
      frame.y.fill(100);
      return { frame, mask: new Uint8Array(frame.y.length).fill(255) };
    }),
  );
  const patch = createFacePatch(arena);
  positionPatch(patch, createI420Frame(SIZE, SIZE), { left: 0, top: 0, width: SIZE, height: SIZE });
  return {
    painter,
    draw(): number {
      painter.draw(patch, mesh, 0);
      return arena.views.bytes[patch.planes.luma + 60 * patch.width + 60]!;
    },
  };
}

describe('painting skin', () => {
  it('moves half the way to new colours in each frame of steady skin', () => {
    const { painter, draw } = openPainter();
    painter.follow(false);
    expect(draw()).toBe(100);
    painter.shade.offset.fill(40);
    painter.follow(true);
    expect(draw()).toBe(120);
    painter.follow(true);
    expect(draw()).toBe(130);
  });

  it('draws new colours at once for another face or light', () => {
    const { painter, draw } = openPainter();
    painter.follow(false);
    painter.shade.offset.fill(40);
    painter.follow(false);
    expect(draw()).toBe(140);
  });
});
