/**
 * Draws an avatar into frames: the completed ground, the person bent by a net over it, and the face on its own mesh over that.
 * All of it stays in the memory of kernels from frame to frame.
 */
import { createI420View, sizeOfI420 } from '../../pixels/i420-view.ts';
import { colourOf, type I420Frame } from '../../pixels/frame.ts';
import { type KernelArena, openKernelArena } from '../../pixels/simd/kernels.ts';
import {
  type FramePlanes,
  type LayerBox,
  type LayerMesh,
  type LayerPlanes,
  type LayerTexture,
  PaintedLayer,
  reserveLayerPlanes,
} from './painted-layer.ts';

/** What an avatar is drawn from. All have the size of the frame. */
export interface AvatarPicture {
  /** Behind the person. */
  readonly ground: I420Frame;
  /** The person. */
  readonly body: LayerTexture;
  readonly bodyMesh: LayerMesh;
  /** The same picture, with the face as its mask. */
  readonly face: LayerTexture;
  readonly faceMesh: LayerMesh;
}

/** Draws frames; one after the other in the same memory. */
export interface AvatarPainter {
  /** What was drawn last. */
  readonly frame: I420Frame;
  /** Draws both meshes as they lie now. */
  draw(): void;
  /** Hands the memory on. */
  close(): void;
}

/** Pixels around what is drawn that may be touched as well. */
const MARGIN = 4;

/** A painter of a picture. */
export function createAvatarPainter(picture: AvatarPicture): AvatarPainter {
  return new ArenaPainter(picture);
}

class ArenaPainter implements AvatarPainter {
  readonly frame: I420Frame;
  readonly #arena: KernelArena = openKernelArena();
  readonly #ground: number;
  readonly #out: number;
  readonly #planes: LayerPlanes;
  readonly #frame: FramePlanes;
  readonly #body: PaintedLayer;
  readonly #face: PaintedLayer;
  readonly #bodyMesh: LayerMesh;
  readonly #faceMesh: LayerMesh;

  constructor({ ground, body, bodyMesh, face, faceMesh }: AvatarPicture) {
    const arena = this.#arena;
    const { width, height } = ground;
    const pixels = width * height;
    const size = sizeOfI420(width, height);
    this.#ground = arena.reserve(size);
    this.#out = arena.reserve(size);
    this.#planes = reserveLayerPlanes(arena, pixels);
    this.#frame = {
      y: this.#out,
      u: this.#out + pixels,
      v: this.#out + pixels + pixels / 4,
      stride: width,
    };
    this.#bodyMesh = { ...bodyMesh, triangles: listSeen(bodyMesh, body) };
    this.#faceMesh = faceMesh;
    const whole = { left: 0, top: 0, width, height };
    this.#body = new PaintedLayer(arena, this.#bodyMesh, body, whole);
    const box = boxOf(faceMesh.from, faceMesh.step, listPoints(faceMesh), whole);
    this.#face = new PaintedLayer(arena, faceMesh, face, box);
    const { bytes } = arena.views;
    bytes.set(ground.y, this.#ground);
    bytes.set(ground.u, this.#ground + pixels);
    bytes.set(ground.v, this.#ground + pixels + pixels / 4);
    // The memory does not grow from here on.
    this.frame = createI420View(bytes.buffer, ground, colourOf(ground), this.#out);
  }

  draw(): void {
    const { width, height } = this.frame;
    const whole = { left: 0, top: 0, width, height };
    const size = sizeOfI420(width, height);
    this.#arena.kernels.copyRows(this.#ground, size, this.#out, size, size, 1);
    const body = this.#bodyMesh;
    this.#body.draw(this.#frame, this.#planes, boxOf(body.to, body.step, listPoints(body), whole));
    const face = this.#faceMesh;
    this.#face.draw(this.#frame, this.#planes, boxOf(face.to, face.step, listPoints(face), whole));
  }

  close(): void {
    this.#arena.close();
  }
}

/** The triangles that show something: most of a net lies over nothing. */
function listSeen({ triangles, from, step }: LayerMesh, { mask, width, height }: LayerTexture) {
  const seen: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = triangles.subarray(at, at + 3);
    const whole = { left: 0, top: 0, width, height };
    const box = boxOf(from, step, corners, whole);
    if (hasMask(mask, width, box)) {
      seen.push(...corners);
    }
  }
  return Uint16Array.from(seen);
}

function hasMask(mask: Uint8Array, stride: number, box: LayerBox): boolean {
  for (let row = box.top; row < box.top + box.height; row += 1) {
    const start = row * stride + box.left;
    for (let at = start; at < start + box.width; at += 1) {
      if (mask[at] > 0) {
        return true;
      }
    }
  }
  return false;
}

const pointLists = new WeakMap<Uint16Array, Uint16Array>();

/** The points that triangles of a mesh have. */
function listPoints({ triangles }: LayerMesh): Uint16Array {
  const known = pointLists.get(triangles);
  if (known !== undefined) {
    return known;
  }
  const points = Uint16Array.from(new Set(triangles));
  pointLists.set(triangles, points);
  return points;
}

/** Around some points, within a frame, in even numbers. */
function boxOf(
  points: Float32Array,
  step: number,
  numbers: Uint16Array,
  { width, height }: LayerBox,
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
