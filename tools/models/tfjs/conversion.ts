import { AppError } from '../../../src/base/errors.ts';
import { fromChannelsLast, type GraphValue, type Weights } from '../onnx/channels-first.ts';
import { OnnxGraph } from '../onnx/onnx-graph.ts';
import { ClipWriter } from '../onnx/write-clip.ts';
import type { TfjsModel, TfjsNode } from './read-tfjs.ts';

/** State of a conversion: the graph written so far, and the value of each converted node. */
export class TfjsConversion {
  readonly graph = new OnnxGraph();
  readonly clips = new ClipWriter(this.graph);
  readonly #weights: ReadonlyMap<string, Weights>;
  readonly #values = new Map<string, GraphValue>();

  constructor(model: TfjsModel) {
    this.#weights = model.weights;
  }

  /** Makes a node an input of the graph; an open batch size becomes 1. Returns its shape. */
  addInput(node: TfjsNode): readonly number[] {
    const dims = node.attr['shape']?.shape?.dim ?? [];
    const shape = dims.map(({ size }, axis) => (axis === 0 && size < 0 ? 1 : size));
    this.graph.input(node.name, shape);
    this.set(node, fromChannelsLast(this.graph, node.name, shape.length));
    return shape;
  }

  /** Returns the value that an input of a node refers to. */
  value(reference: string | undefined): GraphValue {
    const value = this.#values.get(toNode(reference ?? ''));
    if (value === undefined) {
      throw new AppError('unsupported_format', `The node ${reference} has no value.`);
    }
    return value;
  }

  findWeights(reference: string | undefined): Weights | null {
    return this.#weights.get(toNode(reference ?? '')) ?? null;
  }

  weights(reference: string | undefined): Weights {
    const weights = this.findWeights(reference);
    if (weights === null) {
      throw new AppError('unsupported_format', `The node ${reference} has to be a constant.`);
    }
    return weights;
  }

  /** Adds weights in their own layout as a constant of the graph; returns its name. */
  constant(reference: string | undefined): string {
    const { shape, values } = this.weights(reference);
    return this.graph.floats(shape, Float32Array.from(values));
  }

  set(node: TfjsNode, value: GraphValue): void {
    this.#values.set(node.name, value);
  }
}

/** Returns the node name of a reference such as `^name` or `name:0`. */
export function toNode(reference: string): string {
  return reference.replace(/^\^/, '').replace(/:\d+$/, '');
}
