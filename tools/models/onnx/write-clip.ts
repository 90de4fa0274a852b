import type { OnnxGraph } from './onnx-graph.ts';

/** Bounds of a value. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** A value and the bounds it was brought into, by the name of the result. */
interface Clipped extends Bounds {
  readonly from: string;
}

/**
 * Writes bounds that follow each other, such as a ReLU and two limits, as one operator: that one becomes
 * part of the convolution before it, and the values never leave the layout of convolutions.
 */
export class ClipWriter {
  readonly #graph: OnnxGraph;
  readonly #clipped = new Map<string, Clipped>();

  constructor(graph: OnnxGraph) {
    this.#graph = graph;
  }

  /** The value `name` brought into bounds; what was left behind on the way leads nowhere. */
  write(name: string, { low, high }: Bounds): string {
    const before = this.#clipped.get(name);
    if (before !== undefined && before.low >= low && before.high <= high) {
      return name;
    }
    const clipped: Clipped = {
      from: before?.from ?? name,
      low: Math.max(low, before?.low ?? low),
      high: Math.min(high, before?.high ?? high),
    };
    const result = this.#writeOne(clipped);
    this.#clipped.set(result, clipped);
    return result;
  }

  #writeOne({ from, low, high }: Clipped): string {
    if (low === 0 && high === Number.POSITIVE_INFINITY) {
      return this.#graph.node('Relu', [from]);
    }
    const limit = (value: number): string =>
      Number.isFinite(value) ? this.#graph.floats([], [value]) : '';
    return this.#graph.node('Clip', [from, limit(low), limit(high)]);
  }
}
