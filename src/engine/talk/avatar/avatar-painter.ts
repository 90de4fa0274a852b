/**
 * Draws an avatar into frames: the inpainted background, the person warped by a grid, and the face on its own mesh on
 * top. All textures stay in the kernel arena between frames.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { type KernelArena, openKernelArena } from '../../pixels/simd/kernels.ts';
import { PaintedGround } from './painted-ground.ts';
import {
  boxOfPoints,
  type LayerBox,
  type LayerMesh,
  type LayerTexture,
  PaintedLayer,
} from './painted-layer.ts';

/** Sources of an avatar's frames, all of the frame's size. */
export interface AvatarSources {
  /** Background behind the person. */
  readonly ground: I420Frame;
  /** Texture of the person. */
  readonly body: LayerTexture;
  readonly bodyMesh: LayerMesh;
  /** Same texture, masked by the face. */
  readonly face: LayerTexture;
  readonly faceMesh: LayerMesh;
}

/** Draws frames into one buffer that each frame reuses. */
export interface AvatarPainter {
  /** Frame drawn last. */
  readonly frame: I420Frame;
  /** Draws both meshes at their current positions. */
  draw(): void;
  /** Releases the arena. */
  close(): void;
}

/** Creates a painter. */
export function createAvatarPainter(picture: AvatarSources): AvatarPainter {
  return new ArenaPainter(picture);
}

class ArenaPainter implements AvatarPainter {
  readonly frame: I420Frame;
  readonly #arena: KernelArena = openKernelArena();
  readonly #ground: PaintedGround;
  readonly #body: PaintedLayer;
  readonly #face: PaintedLayer;
  readonly #bodyMesh: LayerMesh;
  readonly #faceMesh: LayerMesh;

  constructor({ ground, body, bodyMesh, face, faceMesh }: AvatarSources) {
    const arena = this.#arena;
    const { width, height } = ground;
    this.#ground = new PaintedGround(arena, ground);
    this.#bodyMesh = { ...bodyMesh, triangles: listSeen(bodyMesh, body) };
    this.#faceMesh = faceMesh;
    const whole = { left: 0, top: 0, width, height };
    this.#body = new PaintedLayer(arena, this.#bodyMesh, body, whole);
    const box = boxOfPoints(faceMesh.from, faceMesh.step, listPoints(faceMesh), whole);
    this.#face = new PaintedLayer(arena, faceMesh, face, box);
    this.frame = this.#ground.fill(ground);
  }

  draw(): void {
    const { width, height } = this.frame;
    const whole = { left: 0, top: 0, width, height };
    const { target, planes } = this.#ground;
    this.#ground.restore();
    const body = this.#bodyMesh;
    this.#body.draw(target, planes, boxOfPoints(body.to, body.step, listPoints(body), whole));
    const face = this.#faceMesh;
    this.#face.draw(target, planes, boxOfPoints(face.to, face.step, listPoints(face), whole));
  }

  close(): void {
    this.#arena.close();
  }
}

/** Returns the triangles with a non-empty mask: most of the grid covers no person. */
function listSeen({ triangles, from, step }: LayerMesh, { mask, width, height }: LayerTexture) {
  const seen: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = triangles.subarray(at, at + 3);
    const whole = { left: 0, top: 0, width, height };
    const box = boxOfPoints(from, step, corners, whole);
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

/** Returns the distinct points of a mesh's triangles; cached per index array. */
function listPoints({ triangles }: LayerMesh): Uint16Array {
  const known = pointLists.get(triangles);
  if (known !== undefined) {
    return known;
  }
  const points = Uint16Array.from(new Set(triangles));
  pointLists.set(triangles, points);
  return points;
}
