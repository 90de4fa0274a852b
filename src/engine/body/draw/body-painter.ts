/**
 * Draws a character into frames: the ground, then its layers warped by their maps, the farthest first. All data stay in
 * kernel memory from frame to frame.
 */
import type { BodyLayers } from '../character/body-character.ts';
import type { BodyPart } from '../character/body-part.ts';
import type { Limb } from '../joints.ts';
import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { type KernelArena, openKernelArena } from '../../pixels/simd/kernels.ts';
import { PaintedGround } from '../../talk/avatar/painted-ground.ts';
import { BentLayer } from './bent-layer.ts';
import type { BodyMap, CharacterPose } from './body-map.ts';
import { type BodyMapping, createBodyMaps } from './body-maps.ts';
import { findCoveredArms } from './find-covered-arms.ts';
import { LayerOrder, type PartOrder } from './layer-order.ts';
import { listReductions } from './texture-reduction.ts';

/** Warps and layer order of a character; by default its own still, with limbs ordered by depth. */
interface PaintOptions {
  readonly createMaps?: BodyMapping | undefined;
  readonly order?: PartOrder | undefined;
  /** Scales of the poses, in pixels of the frame per pixel of the still; 1 if absent. */
  readonly sizes?: readonly number[] | undefined;
}

/** Draws a character on a ground of the size of its frames. */
export class BodyPainter {
  /** The last drawn frame; the same memory every time. */
  readonly frame: I420Frame;
  readonly #createMaps: BodyMapping;
  readonly #character: BodyLayers;
  readonly #arena: KernelArena = openKernelArena();
  readonly #ground: PaintedGround;
  readonly #layers: readonly BentLayer[];
  readonly #order: PartOrder;

  constructor(
    character: BodyLayers,
    ground: I420Frame,
    {
      createMaps = createBodyMaps,
      order = new LayerOrder(findCoveredArms(character.layers)),
      sizes = [],
    }: PaintOptions = {},
  ) {
    const arena = this.#arena;
    this.#character = character;
    this.#createMaps = createMaps;
    this.#order = order;
    const colour = computeColour(ground);
    try {
      this.#ground = new PaintedGround(arena, ground);
      const reductions = listReductions(sizes);
      this.#layers = character.layers.map(
        (layer) => new BentLayer(arena, layer, { colour, reductions }),
      );
      this.frame = this.#ground.fill(ground);
    } catch (error) {
      arena.close();
      throw error;
    }
  }

  /** Sets another ground of the same size for the next poses; its rows must have no gaps. */
  setGround(ground: I420Frame): void {
    this.#ground.fill(ground);
  }

  /** Draws a pose. `drawHead` may draw the head in its place in the order; if it returns false, the layer is drawn. */
  draw(
    pose: CharacterPose,
    follows: Readonly<Record<Limb, boolean>>,
    drawHead: (frame: I420Frame) => boolean = () => false,
  ): void {
    this.#ground.restore();
    const maps = this.#createMaps(this.#character, pose, follows);
    for (const part of this.#order.update(pose.joints)) {
      if (part !== 'head' || !drawHead(this.frame)) {
        this.#drawPart(part, maps[part], pose.size);
      }
    }
  }

  /** Advances by a pose that is not drawn, because the order of limbs depends on earlier poses. */
  follow(pose: CharacterPose): void {
    this.#order.update(pose.joints);
  }

  /** Frees the memory. */
  close(): void {
    this.#arena.close();
  }

  #drawPart(part: BodyPart, map: BodyMap, scale: number): void {
    const { target, planes } = this.#ground;
    this.#layers
      .find((layer) => layer.part === part)
      ?.draw(map, scale, { target, planes, size: this.frame });
  }
}
