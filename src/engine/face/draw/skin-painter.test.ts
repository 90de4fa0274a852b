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
    draw: (): number => {
      painter.draw(patch, mesh, 0);
      return arena.views.bytes[patch.planes.luma + 60 * patch.width + 60]!;
    },
  };
}

describe('painting skin', () => {
  it('moves to new colours of steady skin by the time, at any frame rate', () => {
    const results = [1, 2, 4].map((frames) => {
      const { painter, draw } = openPainter();
      painter.follow(null);
      expect(draw()).toBe(100);
      painter.shade.offset.fill(40);
      for (let frame = 0; frame < frames; frame += 1) {
        painter.follow(40_000 / frames);
      }
      return draw();
    });
    expect(results[0]).toBeGreaterThan(115);
    expect(results[0]).toBeLessThan(130);
    expect(results).toEqual(results.map(() => results[0]));
  });

  it('moves the light with the colours', () => {
    const { painter } = openPainter();
    painter.follow(null);
    Object.assign(painter.light, { black: 16, reference: 100, chromaGain: 0.5, minIlluminance: 0 });
    painter.light.mouth.seen.v = 40;
    painter.follow(33_333);
    const { black, reference, chromaGain, minIlluminance, mouth } = painter.drawnLight;
    expect(black).toBe(16);
    const part = reference / 100;
    expect(part).toBeCloseTo(0.5, 2);
    expect(1 - chromaGain).toBeCloseTo(part / 2, 5);
    expect(1 - minIlluminance).toBeCloseTo(part, 5);
    expect(mouth.seen.v).toBeCloseTo(40 * part, 5);
    expect(mouth.drawn).toEqual({ u: 0, v: 0 });
  });

  it('draws new colours and light at once for another face or light', () => {
    const { painter, draw } = openPainter();
    painter.follow(null);
    painter.shade.offset.fill(40);
    painter.light.reference = 80;
    painter.light.mouth.drawn.u = -9;
    painter.follow(null);
    expect(draw()).toBe(140);
    expect(painter.drawnLight).toEqual(painter.light);
  });
});
