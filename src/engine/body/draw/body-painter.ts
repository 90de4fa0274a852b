/**
 * Draws a character into frames: the ground, then its layers bent by their maps, the far ones first. All of it stays in the
 * memory of kernels from frame to frame.
 */
import type { BodyCharacter, BodyLayer } from '../character/body-character.ts';
import type { BodyPart } from '../character/body-part.ts';
import type { Limb } from '../joints.ts';
import { colourOf, type I420Frame, type YuvColour } from '../../pixels/frame.ts';
import { type KernelArena, openKernelArena } from '../../pixels/simd/kernels.ts';
import { PaintedGround } from '../../talk/avatar/painted-ground.ts';
import { boxOfPoints, PaintedLayer } from '../../talk/avatar/painted-layer.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { BodyMap, CharacterPose } from './body-map.ts';
import { type BodyMapping, createBodyMaps } from './body-maps.ts';
import { LayerOrder } from './layer-order.ts';

interface BentLayer {
  readonly layer: BodyLayer;
  /** Where its nodes go, and its passes. */
  readonly to: Float32Array;
  readonly passes: readonly { readonly painted: PaintedLayer; readonly nodes: Uint16Array }[];
}

/** Draws a character on a ground of the size of its frames. */
export class BodyPainter {
  /** What was drawn last; the same memory every time. */
  readonly frame: I420Frame;
  readonly #createMaps: BodyMapping;
  readonly #character: BodyCharacter;
  readonly #arena: KernelArena = openKernelArena();
  readonly #ground: PaintedGround;
  readonly #layers: readonly BentLayer[];
  readonly #order = new LayerOrder();

  constructor(
    character: BodyCharacter,
    ground: I420Frame,
    createMaps: BodyMapping = createBodyMaps,
  ) {
    const arena = this.#arena;
    this.#character = character;
    this.#createMaps = createMaps;
    this.#ground = new PaintedGround(arena, ground);
    const colour = colourOf(ground);
    this.#layers = character.layers.map((layer) => paintLayer(arena, layer, colour));
    this.frame = this.#ground.fill(ground);
  }

  /** Takes another ground of the same size over, which the next pose is drawn on; its rows have no gaps. */
  setGround(ground: I420Frame): void {
    this.#ground.fill(ground);
  }

  /** Draws a pose. `drawHead` may draw the head instead of its layer, at its place in the order; false leaves it to the layer. */
  draw(
    pose: CharacterPose,
    follows: Readonly<Record<Limb, boolean>>,
    drawHead: (frame: I420Frame) => boolean = () => false,
  ): void {
    this.#ground.restore();
    const maps = this.#createMaps(this.#character, pose, follows);
    for (const part of this.#order.update(pose.joints)) {
      if (part !== 'head' || !drawHead(this.frame)) {
        this.#drawPart(part, maps[part]);
      }
    }
  }

  /** Hands the memory on. */
  close(): void {
    this.#arena.close();
  }

  #drawPart(part: BodyPart, map: BodyMap): void {
    const bent = this.#layers.find(({ layer }) => layer.part === part);
    if (bent === undefined) {
      return;
    }
    const { points } = bent.layer.net;
    const place = { x: 0, y: 0 };
    for (let at = 0; at < points.length; at += 2) {
      map(points[at], points[at + 1], place);
      bent.to[at] = place.x;
      bent.to[at + 1] = place.y;
    }
    const { target, planes } = this.#ground;
    for (const { painted, nodes } of bent.passes) {
      painted.draw(target, planes, boxOfPoints(bent.to, 2, nodes, this.frame));
    }
  }
}

function paintLayer(arena: KernelArena, layer: BodyLayer, colour: YuvColour): BentLayer {
  const { image, net } = layer;
  const { width, height, pixels, left, top } = image;
  const { y, u, v } = toVideoFrame(image, colour);
  const mask = new Uint8Array(width * height);
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = pixels[index * 4 + 3];
  }
  const from = net.points.map((value, at) => value - (at % 2 === 0 ? left : top));
  const to = new Float32Array(from.length);
  const box = { left: 0, top: 0, width, height };
  const passes = net.passes
    .filter((triangles) => triangles.length > 0)
    .map((triangles) => ({
      painted: new PaintedLayer(
        arena,
        { triangles, from, to, step: 2, count: from.length / 2 },
        { width, height, y, u, v, mask },
        box,
      ),
      nodes: Uint16Array.from(new Set(triangles)),
    }));
  return { layer, to, passes };
}
