/**
 * Draws the texture of a source over a patch, on the mesh of a target, with a shade per point. Skin is sampled every few
 * frames; its shade and its light are eased over time, so that both change smoothly.
 */
import { type ArenaTriangles, storeTriangles } from '../../pixels/draw-triangles.ts';
import { type KernelArena, PAST_END } from '../../pixels/simd/kernels.ts';
import { DRAWN_POINT_COUNT } from '../shape/eye-points.ts';
import { smoothingFactor } from '../../vision/math.ts';
import { createDrawnLight, type DrawnLight, type FacePatch } from './face-patch.ts';
import type { TextureLayout } from '../source/texture-layout.ts';
import { countLevels, type TextureLevel } from '../source/texture-levels.ts';

/** Colour change of a texture per mesh point. */
export interface SkinShade {
  /** Factor and offset of luma: `luma * gain + offset`; gains are below 16. */
  readonly gain: Float32Array;
  readonly offset: Float32Array;
  /** Offsets of the chromas. */
  readonly offsetU: Float32Array;
  readonly offsetV: Float32Array;
  /** Opacity of the texture, 0..1; triangles with 0 at all corners are not drawn. */
  readonly cover: Float32Array;
}

/** Paints the texture of one source. */
export interface SkinPainter {
  /** Wanted colours and light, which change every few frames. */
  readonly shade: SkinShade;
  readonly light: DrawnLight;
  /** Light as drawn. */
  readonly drawnLight: Readonly<DrawnLight>;
  /** Sets the texture levels, from the largest to the smallest. */
  setLevels(levels: readonly TextureLevel[]): void;
  /**
   * Moves the drawn colours and light towards the wanted ones, `elapsedUs` after the last frame of the same skin, or the
   * whole way if that is null. Call once for each frame.
   */
  follow(elapsedUs: number | null): void;
  /** Draws a level on a mesh (x, y, z per point, pixels of the frame). */
  draw(patch: FacePatch, mesh: Float32Array, level: number): void;
}

/** Level in the arena: width, offset of interleaved luma and mask, and offset of interleaved chromas. */
interface SavedLevel {
  readonly width: number;
  readonly luma: number;
  readonly chroma: number;
}

/** Time constant of colours and light. */
const FOLLOW_TIME_US = 48_000;
/** Floats per point; see `drawSkin` of `kernels`. */
const POINT_VALUES = 12;

/** Creates a painter for patches of an arena, of which it reserves about a megabyte. */
export function createSkinPainter(arena: KernelArena, layout: TextureLayout): SkinPainter {
  return new TexturePainter(arena, layout);
}

class TexturePainter implements SkinPainter {
  readonly shade: SkinShade = {
    gain: new Float32Array(DRAWN_POINT_COUNT).fill(1),
    offset: new Float32Array(DRAWN_POINT_COUNT),
    offsetU: new Float32Array(DRAWN_POINT_COUNT),
    offsetV: new Float32Array(DRAWN_POINT_COUNT),
    cover: new Float32Array(DRAWN_POINT_COUNT).fill(1),
  };
  readonly light = createDrawnLight();
  readonly drawnLight = createDrawnLight();
  /** Colours as drawn. */
  readonly #drawn = {
    gain: new Float32Array(DRAWN_POINT_COUNT),
    offset: new Float32Array(DRAWN_POINT_COUNT),
    offsetU: new Float32Array(DRAWN_POINT_COUNT),
    offsetV: new Float32Array(DRAWN_POINT_COUNT),
  };
  readonly #arena: KernelArena;
  readonly #layout: TextureLayout;
  readonly #triangles: ArenaTriangles;
  /** Offset of the points in the arena. */
  readonly #points: number;
  readonly #levels: readonly SavedLevel[];

  constructor(arena: KernelArena, layout: TextureLayout) {
    const { size } = layout;
    this.#arena = arena;
    this.#layout = layout;
    this.#triangles = storeTriangles(arena, layout.drawn);
    this.#points = arena.reserve(DRAWN_POINT_COUNT * POINT_VALUES * Float32Array.BYTES_PER_ELEMENT);
    this.#levels = Array.from({ length: countLevels(size) }, (_, level): SavedLevel => {
      const width = size >> level;
      return {
        width,
        luma: arena.reserve(2 * width * width + PAST_END),
        chroma: arena.reserve((width * width) / 2 + PAST_END),
      };
    });
  }

  setLevels(levels: readonly TextureLevel[]): void {
    for (const [index, { frame, mask }] of levels.entries()) {
      const { luma, chroma } = this.#levels[index];
      this.#blend(frame.y, mask, luma);
      this.#blend(frame.u, frame.v, chroma);
    }
  }

  follow(elapsedUs: number | null): void {
    const weight = smoothingFactor(elapsedUs, FOLLOW_TIME_US);
    approachLight(this.drawnLight, this.light, weight);
    approach(this.#drawn.gain, this.shade.gain, weight);
    approach(this.#drawn.offset, this.shade.offset, weight);
    approach(this.#drawn.offsetU, this.shade.offsetU, weight);
    approach(this.#drawn.offsetV, this.shade.offsetV, weight);
  }

  draw(patch: FacePatch, mesh: Float32Array, level: number): void {
    const texture = this.#levels[level];
    const { width, height, planes } = patch;
    const { at, count } = this.#triangles;
    this.#setPoints(patch, mesh, texture.width / this.#layout.size);
    this.#arena.kernels.drawSkin(
      planes.luma,
      planes.mask,
      planes.u,
      planes.v,
      width,
      height,
      texture.luma,
      texture.chroma,
      texture.width,
      this.#points,
      at,
      count,
    );
  }

  /** Interleaves two planes in the arena. */
  #blend(first: Uint8Array, second: Uint8Array, offset: number): void {
    const { length } = first;
    const start = this.#arena.fit(2 * length + PAST_END);
    const { bytes } = this.#arena.views;
    bytes.set(first, start);
    bytes.set(second, start + length);
    this.#arena.kernels.interleave(start, start + length, offset, length);
  }

  #setPoints({ left, top }: FacePatch, mesh: Float32Array, scale: number): void {
    const { floats } = this.#arena.views;
    const { gain, offset, offsetU, offsetV } = this.#drawn;
    const { cover } = this.shade;
    const { points } = this.#layout;
    let at = this.#points / 4;
    for (let point = 0; point < DRAWN_POINT_COUNT; point += 1, at += POINT_VALUES) {
      floats[at] = mesh[point * 3] - left;
      floats[at + 1] = mesh[point * 3 + 1] - top;
      floats[at + 2] = points[point * 2] * scale - 0.5;
      floats[at + 3] = points[point * 2 + 1] * scale - 0.5;
      floats[at + 4] = gain[point];
      floats[at + 5] = cover[point];
      floats[at + 6] = offset[point];
      floats[at + 10] = offsetU[point];
      floats[at + 11] = offsetV[point];
    }
  }
}

function approach(drawn: Float32Array, wanted: Float32Array, weight: number): void {
  for (let point = 0; point < drawn.length; point += 1) {
    drawn[point] += (wanted[point] - drawn[point]) * weight;
  }
}

/** Moves a light towards another one; black is that of the frame. */
function approachLight(drawn: DrawnLight, wanted: Readonly<DrawnLight>, weight: number): void {
  drawn.black = wanted.black;
  drawn.reference += (wanted.reference - drawn.reference) * weight;
  drawn.chromaGain += (wanted.chromaGain - drawn.chromaGain) * weight;
  drawn.minIlluminance += (wanted.minIlluminance - drawn.minIlluminance) * weight;
  for (const lips of ['seen', 'drawn'] as const) {
    const [from, to] = [drawn.mouth[lips], wanted.mouth[lips]];
    from.u += (to.u - from.u) * weight;
    from.v += (to.v - from.v) * weight;
  }
}
