import type { OnnxGraph } from './onnx-graph.ts';

/** Lower and upper bound of a value. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Clipped value with its bounds. */
interface Clipped extends Bounds {
  readonly from: string;
}

/**
 * Merges consecutive bounds, such as a ReLU and two limits, into one operator, which ONNX Runtime fuses with the
 * convolution before it, so that values keep the layout of convolutions.
 */
export class ClipWriter {
  readonly #graph: OnnxGraph;
  readonly #clipped = new Map<string, Clipped>();

  constructor(graph: OnnxGraph) {
    this.#graph = graph;
  }

  /** Clips the value `name`; returns the name of the result. Operators that this replaces lead to no output. */
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
