import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../pixels/i420-view.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import { type FramePlanes, type LayerPlanes, reserveLayerPlanes } from './painted-layer.ts';

/**
 * Frame that layers are drawn into, and the background that it is reset to before each frame, both in the kernel arena.
 */
export class PaintedGround {
  readonly planes: LayerPlanes;
  /** Offsets of the frame's planes. */
  readonly target: FramePlanes;
  readonly #arena: KernelArena;
  readonly #ground: number;
  readonly #out: number;
  readonly #size: number;

  /** Reserves the memory; more can be reserved until {@link fill}. */
  constructor(arena: KernelArena, { width, height }: I420Frame) {
    const pixels = width * height;
    this.#arena = arena;
    this.#size = sizeOfI420(width, height);
    this.#ground = arena.reserve(this.#size);
    this.#out = arena.reserve(this.#size);
    this.planes = reserveLayerPlanes(arena, pixels);
    this.target = {
      y: this.#out,
      u: this.#out + pixels,
      v: this.#out + pixels + pixels / 4,
      stride: width,
    };
  }

  /** Copies the background and returns the frame. The arena must not grow afterwards. */
  fill(ground: I420Frame): I420Frame {
    const { bytes } = this.#arena.views;
    const pixels = ground.width * ground.height;
    bytes.set(ground.y, this.#ground);
    bytes.set(ground.u, this.#ground + pixels);
    bytes.set(ground.v, this.#ground + pixels + pixels / 4);
    return createI420View(bytes.buffer, ground, computeColour(ground), this.#out);
  }

  /** Resets the frame to the background. */
  restore(): void {
    this.#arena.kernels.copyRows(this.#ground, this.#size, this.#out, this.#size, this.#size, 1);
  }
}
