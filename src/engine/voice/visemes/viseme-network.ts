import model from '../../../../resources/voices/viseme-network.json' with { type: 'json' };
import { widenFloat16 } from '../../models/float16.ts';
import { visemes } from '../viseme.ts';
import { FEATURE_SIZE } from './speech-features.ts';

/** Number of units per hidden layer. */
const hiddenSize = 96;

/** Layer of the network: a dilated convolution in time. */
export interface LayerShape {
  /** Size of an input vector. */
  readonly inputs: number;
  readonly units: number;
  /** Offsets of the inputs that a unit sees, in steps of 10 ms, ascending; the last is 0. */
  readonly taps: readonly number[];
  /** Index of the tap that is added to the output as residual (He et al. 2016); null without. */
  readonly residual: number | null;
}

/** Layers in order. Weights are stored by unit, within a unit by tap, bias last. Hidden layers use ReLU. */
export const layerShapes: readonly LayerShape[] = [
  { inputs: FEATURE_SIZE, units: hiddenSize, taps: [-4, -3, -2, -1, 0], residual: null },
  { inputs: hiddenSize, units: hiddenSize, taps: [-4, -2, 0], residual: 1 },
  { inputs: hiddenSize, units: hiddenSize, taps: [-6, -2, 0], residual: 1 },
  { inputs: hiddenSize, units: hiddenSize, taps: [-6, -3, 0], residual: 2 },
  { inputs: hiddenSize, units: visemes.length, taps: [0], residual: null },
];
/** Look-ahead in feature vectors. */
export const NETWORK_DELAY = 6;
/** Number of feature vectors before the newest that influence the output. */
export const NETWORK_SPAN = layerShapes.reduce((sum, { taps }) => sum - taps[0]!, 0);

/** Result of training. */
export interface VisemeWeights {
  /** Mean band levels of speech, the initial state of features. */
  readonly usual: readonly number[];
  /** Weights in the order of {@link layerShapes}. */
  readonly layers: readonly Float32Array[];
}

/** Reads the built-in weights, trained on synthesised speech by `test/media/voice/train-visemes.ts`. */
export function readVisemeWeights(): VisemeWeights {
  const bytes = Buffer.from(model.weights, 'base64');
  let at = 0;
  const layers = layerShapes.map(({ inputs, units, taps }) => {
    const count = (inputs * taps.length + 1) * units;
    const weights = widenFloat16(bytes.subarray(at, at + 2 * count), count);
    at += 2 * count;
    return weights;
  });
  return { usual: model.usual, layers };
}

/**
 * Computes viseme probabilities from 210 ms of speech with a look-ahead of 60 ms: four layers of dilated convolutions
 * in time (Waibel et al. 1989, Oord et al. 2016), each computed once per 10 ms. Serves one stream. Allocates only in
 * the constructor.
 */
export class VisemeNetwork {
  readonly #layers: readonly Convolution[];
  #isFirst = true;

  constructor({ layers }: VisemeWeights) {
    this.#layers = layerShapes.map((shape, index) => new Convolution(shape, layers[index]!));
  }

  /**
   * Consumes the next feature vector and writes the probabilities of {@link NETWORK_DELAY} vectors earlier, in the
   * order of `visemes`. The past of the first vector is filled with that vector.
   */
  judge(features: Float32Array, probabilities: Float32Array): void {
    for (let count = this.#isFirst ? NETWORK_SPAN : 0; count > 0; count -= 1) {
      this.#run(features);
    }
    this.#isFirst = false;
    probabilities.set(this.#run(features));
    softmax(probabilities);
  }

  #run(features: Float32Array): Float32Array {
    let values = features;
    for (const [index, layer] of this.#layers.entries()) {
      values = layer.step(values);
      if (index < this.#layers.length - 1) {
        layer.rectify();
      }
    }
    return values;
  }
}

/** Layer with a ring buffer of the inputs that its taps reach. */
class Convolution {
  readonly #shape: LayerShape;
  readonly #weights: Float32Array;
  readonly #past: Float32Array;
  readonly #rows: number;
  readonly #starts: Uint32Array;
  readonly #output: Float32Array;
  #row = 0;

  constructor(shape: LayerShape, weights: Float32Array) {
    this.#shape = shape;
    this.#weights = weights;
    this.#rows = 1 - shape.taps[0]!;
    this.#past = new Float32Array(this.#rows * shape.inputs);
    this.#starts = new Uint32Array(shape.taps.length);
    this.#output = new Float32Array(shape.units);
  }

  /** Consumes an input and returns the units before ReLU. */
  step(input: Float32Array): Float32Array {
    const { inputs, units, taps } = this.#shape;
    this.#row = (this.#row + 1) % this.#rows;
    this.#past.set(input, this.#row * inputs);
    for (let tap = 0; tap < taps.length; tap += 1) {
      this.#starts[tap] = ((this.#row + taps[tap]! + this.#rows) % this.#rows) * inputs;
    }
    const [past, weights, starts] = [this.#past, this.#weights, this.#starts];
    let at = 0;
    for (let unit = 0; unit < units; unit += 1) {
      let sum = 0;
      for (let tap = 0; tap < starts.length; tap += 1) {
        const start = starts[tap]!;
        for (let index = 0; index < inputs; index += 1) {
          sum += weights[at + index]! * past[start + index]!;
        }
        at += inputs;
      }
      this.#output[unit] = sum + weights[at]!;
      at += 1;
    }
    return this.#output;
  }

  /** Applies ReLU to the output and adds the residual. */
  rectify(): void {
    const output = this.#output;
    const { residual } = this.#shape;
    const start = residual === null ? 0 : this.#starts[residual]!;
    for (let unit = 0; unit < output.length; unit += 1) {
      const own = residual === null ? 0 : this.#past[start + unit]!;
      output[unit] = own + Math.max(0, output[unit]!);
    }
  }
}

function softmax(values: Float32Array): void {
  let max = -Infinity;
  for (let index = 0; index < values.length; index += 1) {
    max = Math.max(max, values[index]!);
  }
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    values[index] = Math.exp(values[index]! - max);
    sum += values[index]!;
  }
  for (let index = 0; index < values.length; index += 1) {
    values[index]! /= sum;
  }
}
