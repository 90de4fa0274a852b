/** Draws the texture of a source over a patch, on the mesh of a target, with a shade at every point. */
import {
  createPairShade,
  keepTriangles,
  setPoints,
  sizeOfPoints,
  type PairShade,
  type PlacedMesh,
} from '../pixels/draw-triangles.ts';
import { type KernelRoom, PAST_END } from '../pixels/simd/kernels.ts';
import { DRAWN_POINT_COUNT } from './eye-points.ts';
import type { FacePatch } from './face-patch.ts';
import type { TextureLayout } from './texture-layout.ts';
import { countLevels, type TextureLevel } from './texture-levels.ts';

/** Paints the texture of one source. */
export interface SkinPainter {
  /** What becomes of luma and mask. The mask has no offset; where its gain is 0 at all corners nothing is drawn. */
  readonly luma: PairShade;
  /** What becomes of chroma: only offsets count. */
  readonly chroma: PairShade;
  /** Sets the texture, from the largest size to the smallest. */
  setLevels(levels: readonly TextureLevel[]): void;
  /** Draws a level on a mesh (x, y, z per point, pixels of the frame). */
  draw(patch: FacePatch, mesh: Float32Array, level: number): void;
}

/** A level in the room: its width, where luma and mask lie in turns, and where chromas do. */
interface KeptLevel {
  readonly width: number;
  readonly luma: number;
  readonly chroma: number;
}

/** A painter for patches of a room, of which it keeps about a megabyte. */
export function createSkinPainter(room: KernelRoom, layout: TextureLayout): SkinPainter {
  const { size } = layout;
  const luma = createPairShade(DRAWN_POINT_COUNT);
  const chroma = createPairShade(DRAWN_POINT_COUNT);
  const to: PlacedMesh = { points: layout.points, step: 3, originX: 0, originY: 0, scale: 1 };
  const from: PlacedMesh = { points: layout.points, step: 2, originX: 0, originY: 0, scale: 1 };
  const lumaMesh = { to, from, shade: luma };
  const chromaMesh = { to, from, shade: chroma };
  const triangles = keepTriangles(room, layout.drawn);
  const points = room.keep(sizeOfPoints(DRAWN_POINT_COUNT));
  const kept = Array.from({ length: countLevels(size) }, (_, level): KeptLevel => {
    const width = size >> level;
    return {
      width,
      luma: room.keep(2 * width * width + PAST_END),
      chroma: room.keep((width * width) / 2 + PAST_END),
    };
  });

  /** Lays two planes into a kept one, value by value in turns. */
  function lay(first: Uint8Array, second: Uint8Array, place: number): void {
    const { length } = first;
    const start = room.fit(2 * length + PAST_END);
    const { bytes } = room.views;
    bytes.set(first, start);
    bytes.set(second, start + length);
    room.kernels.interleave(start, start + length, place, length);
  }

  return {
    luma,
    chroma,
    setLevels(levels) {
      for (const [index, { frame, mask }] of levels.entries()) {
        lay(frame.y, mask, kept[index]!.luma);
        lay(frame.u, frame.v, kept[index]!.chroma);
      }
    },
    draw({ left, top, width, height, planes }, mesh, level) {
      const texture = kept[level]!;
      const { kernels, views } = room;
      const { at, count } = triangles;
      to.points = mesh;
      to.originX = left;
      to.originY = top;
      to.scale = 1;
      from.scale = texture.width / size;
      setPoints(views.floats, points, lumaMesh);
      kernels.drawMasked(
        planes.luma,
        planes.mask,
        width,
        height,
        texture.luma,
        texture.width,
        texture.width,
        points,
        at,
        count,
      );
      to.scale = 0.5;
      from.scale /= 2;
      chroma.secondGain.set(luma.secondGain);
      setPoints(views.floats, points, chromaMesh);
      kernels.drawTinted(
        planes.u,
        planes.v,
        width >> 1,
        height >> 1,
        texture.chroma,
        texture.width >> 1,
        texture.width >> 1,
        points,
        at,
        count,
      );
    },
  };
}
