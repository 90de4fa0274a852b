import {
  type ArenaTriangles,
  createPairShade,
  type PairShade,
  setPoints,
  sizeOfPoints,
  storeTriangles,
} from '../../pixels/draw-triangles.ts';
import { type KernelArena, PAST_END } from '../../pixels/simd/kernels.ts';

/** Texture planes of a layer; chroma at half size, rows without padding. */
export interface LayerTexture {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** Alpha mask, 0..255. */
  readonly mask: Uint8Array;
}

/** 2D mesh in the texture (`from`) and in the frame (`to`): x and y first, `step` values per point. */
export interface LayerMesh {
  readonly triangles: Uint16Array;
  readonly from: Float32Array;
  readonly to: Float32Array;
  readonly step: number;
  readonly count: number;
}

/** Rectangle of a frame or texture with even coordinates. */
export interface LayerBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Offsets of scratch planes in an arena: luma and its mask, both chroma planes, and the mask at half size. */
export interface LayerPlanes {
  readonly luma: number;
  readonly mask: number;
  readonly u: number;
  readonly v: number;
  readonly halfMask: number;
}

/** Planes of a frame in an arena; chroma has half the stride. */
export interface FramePlanes {
  readonly y: number;
  readonly u: number;
  readonly v: number;
  readonly stride: number;
}

/** Reserves planes for layers of at most this many pixels. */
export function reserveLayerPlanes(arena: KernelArena, pixels: number): LayerPlanes {
  const quarter = pixels / 4 + PAST_END;
  return {
    luma: arena.reserve(pixels + PAST_END),
    mask: arena.reserve(pixels + PAST_END),
    u: arena.reserve(quarter),
    v: arena.reserve(quarter),
    halfMask: arena.reserve(quarter),
  };
}

/** A textured mesh whose texture stays in the kernel arena, so that a frame costs only its drawing. */
export class PaintedLayer {
  readonly #arena: KernelArena;
  readonly #mesh: LayerMesh;
  readonly #shade: PairShade;
  /** Shade of luma and its mask that fades points; created by the first frame that does. */
  #faded: PairShade | null = null;
  readonly #triangles: ArenaTriangles;
  readonly #points: number;
  readonly #luma: number;
  readonly #chroma: number;
  readonly #size: { readonly width: number; readonly height: number };
  /** Offset of the stored texture in the coordinates of the mesh. */
  readonly #origin: { readonly x: number; readonly y: number };

  /** @param box the part of `texture` that the mesh is drawn from. */
  constructor(arena: KernelArena, mesh: LayerMesh, texture: LayerTexture, box: LayerBox) {
    this.#arena = arena;
    this.#mesh = mesh;
    this.#shade = createPairShade(mesh.count);
    this.#triangles = storeTriangles(arena, mesh.triangles);
    this.#points = arena.reserve(sizeOfPoints(mesh.count));
    this.#size = { width: box.width, height: box.height };
    this.#origin = { x: box.left, y: box.top };
    const { y, mask, u, v, width } = texture;
    this.#luma = storePairs(arena, [y, mask], width, box);
    this.#chroma = storePairs(arena, [u, v], width >> 1, halve(box));
  }

  /**
   * Draws the part of the mesh inside `box` over a frame. `visible` is how visible each point is, 0..1; null for
   * entirely.
   */
  draw(
    frame: FramePlanes,
    planes: LayerPlanes,
    box: LayerBox,
    visible: Float32Array | null = null,
  ): void {
    const { width, height } = box;
    if (width <= 0 || height <= 0) {
      return;
    }
    const { kernels } = this.#arena;
    kernels.clear(planes.mask, width * height);
    kernels.clear(planes.u, (width * height) / 4);
    kernels.clear(planes.v, (width * height) / 4);
    const [whole, shade] = [this.#shade, this.#fade(visible)];
    this.#drawPairs(planes.luma, planes.mask, { box, scale: 1, texture: this.#luma, shade });
    this.#drawPairs(planes.u, planes.v, { box, scale: 0.5, texture: this.#chroma, shade: whole });
    kernels.downsample2x(planes.mask, width, height, planes.halfMask);
    const luma = { from: planes.luma, mask: planes.mask, drawn: planes.mask };
    this.#blend(frame.y, frame.stride, luma, box);
    const half = halve(box);
    const { u, v, halfMask: mask } = planes;
    // Edges differ at half size, so pixels not drawn there keep the frame's value.
    this.#blend(frame.u, frame.stride >> 1, { from: u, mask, drawn: u }, half);
    this.#blend(frame.v, frame.stride >> 1, { from: v, mask, drawn: v }, half);
  }

  #fade(visible: Float32Array | null): PairShade {
    if (visible === null) {
      return this.#shade;
    }
    this.#faded ??= createPairShade(this.#mesh.count);
    this.#faded.secondGain.set(visible);
    return this.#faded;
  }

  #drawPairs(
    first: number,
    second: number,
    {
      box,
      scale,
      texture,
      shade,
    }: {
      readonly box: LayerBox;
      readonly scale: number;
      readonly texture: number;
      readonly shade: PairShade;
    },
  ): void {
    const { to, from, step } = this.#mesh;
    setPoints(this.#arena.views.floats, this.#points, {
      to: { points: to, step, originX: box.left, originY: box.top, scale },
      from: { points: from, step, originX: this.#origin.x, originY: this.#origin.y, scale },
      shade,
    });
    this.#arena.kernels.drawPairs(
      first,
      second,
      box.width * scale,
      box.height * scale,
      texture,
      this.#size.width * scale,
      this.#size.height * scale,
      this.#points,
      this.#triangles.at,
      this.#triangles.count,
    );
  }

  #blend(
    base: number,
    stride: number,
    { from, mask, drawn }: { readonly from: number; readonly mask: number; readonly drawn: number },
    { left, top, width, height }: LayerBox,
  ): void {
    const { kernels } = this.#arena;
    for (let row = 0; row < height; row += 1) {
      const at = row * width;
      const start = base + (top + row) * stride + left;
      kernels.alphaBlend(start, from + at, mask + at, drawn + at, width);
    }
  }
}

function halve({ left, top, width, height }: LayerBox): LayerBox {
  return { left: left >> 1, top: top >> 1, width: width >> 1, height: height >> 1 };
}

/** Copies a rectangle of two planes into an arena, interleaved. */
function storePairs(
  arena: KernelArena,
  [first, second]: readonly [Uint8Array, Uint8Array],
  stride: number,
  { left, top, width, height }: LayerBox,
): number {
  const offset = arena.reserve(2 * width * height + PAST_END);
  const { bytes } = arena.views;
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * stride + left;
    const to = offset + row * width * 2;
    for (let column = 0; column < width; column += 1) {
      bytes[to + column * 2] = first[from + column];
      bytes[to + column * 2 + 1] = second[from + column];
    }
  }
  return offset;
}

/** Margin around the points, in pixels. */
const MARGIN = 4;

/**
 * Returns the bounding box of the listed points within a frame, with even coordinates; points are `step` values apart.
 */
export function boxOfPoints(
  points: Float32Array,
  step: number,
  numbers: Uint16Array,
  { width, height }: Pick<LayerBox, 'width' | 'height'>,
): LayerBox {
  let [minX, minY, maxX, maxY] = [width, height, 0, 0];
  for (const point of numbers) {
    const [x, y] = [points[point * step], points[point * step + 1]];
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  const left = Math.max(0, Math.floor(minX) - MARGIN) & ~1;
  const top = Math.max(0, Math.floor(minY) - MARGIN) & ~1;
  return {
    left,
    top,
    width: Math.max(0, (Math.min(width, Math.ceil(maxX) + MARGIN) & ~1) - left),
    height: Math.max(0, (Math.min(height, Math.ceil(maxY) + MARGIN) & ~1) - top),
  };
}
