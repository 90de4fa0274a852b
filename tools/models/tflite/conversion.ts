import { AppError } from '../../../src/base/errors.ts';
import { fromChannelsLast, type GraphValue, type Weights } from '../onnx/channels-first.ts';
import { OnnxGraph } from '../onnx/onnx-graph.ts';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './read-tflite.ts';

/** State of a conversion: the graph written so far, and the value of each computed tensor. */
export class TfliteConversion {
  readonly graph = new OnnxGraph();
  readonly #model: TfliteModel;
  readonly #values = new Map<number, GraphValue>();
  readonly #weights = new Map<number, Weights>();

  constructor(model: TfliteModel) {
    this.#model = model;
    model.tensors.forEach(({ shape, values }, index) => {
      if (values !== null) {
        this.#weights.set(index, { shape, values });
      }
    });
    for (const index of model.inputs) {
      const { name, shape } = this.tensor(index);
      this.graph.input(name, shape);
      this.#values.set(index, fromChannelsLast(this.graph, name, shape.length));
    }
  }

  tensor(index: number): TfliteTensor {
    const tensor = this.#model.tensors[index];
    if (tensor === undefined) {
      throw new AppError('unsupported_format', `The TFLite model has no tensor ${index}.`);
    }
    return tensor;
  }

  /** Returns the computed value of a tensor. */
  value(index: number): GraphValue {
    const value = this.#values.get(index);
    if (value === undefined) {
      throw new AppError(
        'unsupported_format',
        `The tensor ${this.tensor(index).name} is used before it is computed.`,
      );
    }
    return value;
  }

  /** Returns the weights of a constant tensor; null for computed tensors. */
  findWeights(index: number): Weights | null {
    return this.#weights.get(index) ?? null;
  }

  weights(index: number): Weights {
    const weights = this.#weights.get(index);
    if (weights === undefined) {
      throw new AppError(
        'unsupported_format',
        `The tensor ${this.tensor(index).name} has to be a constant.`,
      );
    }
    return weights;
  }

  set(index: number, value: GraphValue): void {
    this.#values.set(index, value);
  }

  /** Returns the tensor index of an operator's input; null when the input is missing. */
  static inputOf(operator: TfliteOperator, position: number): number | null {
    const index = operator.inputs[position];
    return index === undefined || index < 0 ? null : index;
  }
}
