/**
 * Converts a stream piece by piece with networks that take whole windows. Every window begins with sound that
 * was converted before, so that the network knows what came before; what it makes of the border is shifted to
 * where it fits the end of the piece before best, and the two are faded into each other (SOLA):
 *
 *   window k     [ past | block | fade | ahead ]
 *   window k + 1            [ past | block | fade | ahead ]
 *   given out           block k ~~~ block k + 1 ~~~
 */
import { FRAME, MARGIN, toEven } from './frames.ts';

/** Lengths of a window's parts, in frames. */
export interface BlockPlan {
  /** Context before each block. */
  readonly pastFrames: number;
  readonly blockFrames: number;
  readonly fadeFrames: number;
  /** Lookahead after the fade, because networks are inaccurate at the end of a window. */
  readonly aheadFrames: number;
}

/** Window of a stream, as input of a network. */
export interface StreamWindow {
  /** Samples with {@link MARGIN} more at both ends, silent before the beginning of the stream. */
  readonly sound: Float32Array<ArrayBuffer>;
  readonly frames: number;
  /** Position in the stream; below 0 for silent padding before it. */
  readonly firstFrame: number;
  /** Number of frames at its beginning whose output is not used. */
  readonly unusedFrames: number;
}

/** Options of a block converter. */
export interface BlockConverterOptions {
  readonly plan: BlockPlan;
  /** Output sample rate. */
  readonly rateHz: number;
  /**
   * True when every window has its full length, even at the beginning: for networks with a fixed number of frames.
   */
  readonly isFixed: boolean;
  /** Converts a window; returns the samples of all its frames at the output rate. */
  convert(window: StreamWindow): Promise<Float32Array<ArrayBuffer>>;
}

/** Maximum shift of a block's start in each direction: a period of a low voice. */
const searchMs = 8;
/** Frames before a block that its shift and filters may reach. */
const SPARE_FRAMES = 2;
/** Peak below which a block is silence, so that the network is skipped. */
const silentPeak = 2e-4;
/** Relative cost of the maximum shift, so that the smallest of equally good shifts wins. */
const shiftCost = 1e-3;

/** Converts one stream (see the header of the file). Calls must not overlap. */
export class BlockConverter {
  /** Maximum delay of the output, in frames. */
  readonly latencyFrames: number;
  readonly #options: BlockConverterOptions;
  readonly #plan: BlockPlan;
  readonly #perFrame: number;
  readonly #fade: number;
  readonly #search: number;
  /** Input that later windows may still need. */
  #input = new Float32Array(0);
  /** Position of its first sample in the stream. */
  #inputStart = 0;
  #inputEnd = 0;
  /** First frame of the next block. */
  #next = 0;
  /** Fade part of the previous window's output; null before the first window. */
  #tail: Float32Array | null = null;

  constructor(options: BlockConverterOptions) {
    const { plan, rateHz } = options;
    this.#options = options;
    this.#plan = {
      ...plan,
      pastFrames: toEven(plan.pastFrames),
      blockFrames: toEven(plan.blockFrames),
      aheadFrames: plan.aheadFrames + ((plan.fadeFrames + plan.aheadFrames) & 1),
    };
    this.#perFrame = rateHz / 100;
    this.#fade = plan.fadeFrames * this.#perFrame;
    this.#search = Math.round((searchMs * rateHz) / 1000);
    const { blockFrames, fadeFrames, aheadFrames } = this.#plan;
    this.latencyFrames = blockFrames + fadeFrames + aheadFrames + 1;
  }

  /** Adds samples and returns the blocks that became ready. */
  async push(samples: Float32Array): Promise<Float32Array<ArrayBuffer>[]> {
    this.#append(samples);
    const blocks: Float32Array<ArrayBuffer>[] = [];
    while (this.#inputEnd >= this.#neededEnd()) {
      blocks.push(await this.#convertBlock());
    }
    return blocks;
  }

  /** Returns the remaining blocks, so that the output is as long as the input, rounded to frames. */
  async flush(): Promise<Float32Array<ArrayBuffer>[]> {
    const total = this.#inputEnd;
    const frames = Math.ceil(total / FRAME);
    const blocks: Float32Array<ArrayBuffer>[] = [];
    while (this.#next < frames) {
      this.#append(new Float32Array(Math.max(0, this.#neededEnd() - this.#inputEnd)));
      const left = (frames - this.#next) * this.#perFrame;
      const block = await this.#convertBlock();
      blocks.push(block.length > left ? block.slice(0, left) : block);
    }
    return blocks;
  }

  #neededEnd(): number {
    const { blockFrames, fadeFrames, aheadFrames } = this.#plan;
    return (this.#next + blockFrames + fadeFrames + aheadFrames) * FRAME + MARGIN;
  }

  async #convertBlock(): Promise<Float32Array<ArrayBuffer>> {
    const { pastFrames, blockFrames, fadeFrames, aheadFrames } = this.#plan;
    const wanted = this.#next - pastFrames;
    const firstFrame = this.#options.isFixed ? wanted : Math.max(0, wanted);
    const frames = this.#next + blockFrames + fadeFrames + aheadFrames - firstFrame;
    const made = await this.#makeWindow(firstFrame, frames);
    const at = (this.#next - firstFrame) * this.#perFrame;
    const shift = this.#tail === null ? 0 : this.#findShift(made, at);
    const start = at + shift;
    const length = blockFrames * this.#perFrame;
    const block = made.slice(start, start + length);
    if (this.#tail !== null) {
      this.#mixFade(block, this.#tail);
    }
    this.#tail = made.slice(start + length, start + length + this.#fade);
    this.#next += blockFrames;
    this.#forget();
    return block;
  }

  async #makeWindow(firstFrame: number, frames: number): Promise<Float32Array<ArrayBuffer>> {
    const sound = this.#cut(firstFrame * FRAME - MARGIN, frames * FRAME + 2 * MARGIN);
    const fresh = sound.subarray((this.#next - firstFrame) * FRAME);
    const unusedFrames = Math.max(0, this.#next - firstFrame - SPARE_FRAMES);
    return fresh.some((sample) => Math.abs(sample) > silentPeak)
      ? this.#options.convert({ sound, frames, firstFrame, unusedFrames })
      : new Float32Array(frames * this.#perFrame);
  }

  /** Finds the shift with the highest correlation to the tail of the previous window. */
  #findShift(made: Float32Array, at: number): number {
    const tail = this.#tail!;
    const first = Math.max(-this.#search, -at);
    const last = Math.min(this.#search, made.length - at - tail.length);
    const loudness = computeNorm(tail);
    if (loudness < silentPeak) {
      return 0; // Nothing to fit to.
    }
    const cost = (shiftCost * loudness) / this.#search;
    let best = 0;
    let bestScore = -Infinity;
    for (let shift = first; shift <= last; shift += 1) {
      let product = 0;
      let energy = 1e-9;
      for (let index = 0; index < tail.length; index += 1) {
        const value = made[at + shift + index] ?? 0;
        product += value * tail[index]!;
        energy += value * value;
      }
      const score = product / Math.sqrt(energy) - Math.abs(shift) * cost;
      if (score > bestScore) {
        best = shift;
        bestScore = score;
      }
    }
    return best;
  }

  #mixFade(block: Float32Array, tail: Float32Array): void {
    const count = Math.min(tail.length, block.length);
    for (let index = 0; index < count; index += 1) {
      const weight = Math.sin(((index + 0.5) * Math.PI) / (2 * count)) ** 2;
      block[index] = block[index]! * weight + tail[index]! * (1 - weight);
    }
  }

  #append(samples: Float32Array): void {
    const remaining = this.#inputEnd - this.#inputStart;
    if (remaining + samples.length > this.#input.length) {
      const larger = new Float32Array(2 * (remaining + samples.length));
      larger.set(this.#input.subarray(0, remaining));
      this.#input = larger;
    }
    this.#input.set(samples, remaining);
    this.#inputEnd += samples.length;
  }

  #cut(start: number, count: number): Float32Array<ArrayBuffer> {
    const part = new Float32Array(count);
    const from = Math.max(start, this.#inputStart);
    const to = Math.min(start + count, this.#inputEnd);
    if (to > from) {
      part.set(this.#input.subarray(from - this.#inputStart, to - this.#inputStart), from - start);
    }
    return part;
  }

  #forget(): void {
    const oldest = (this.#next - this.#plan.pastFrames) * FRAME - MARGIN;
    const gone = Math.max(0, oldest - this.#inputStart);
    if (gone > 0) {
      this.#input.copyWithin(0, gone, this.#inputEnd - this.#inputStart);
      this.#inputStart += gone;
    }
  }
}

function computeNorm(values: Float32Array): number {
  let energy = 0;
  for (const value of values) {
    energy += value * value;
  }
  return Math.sqrt(energy);
}
