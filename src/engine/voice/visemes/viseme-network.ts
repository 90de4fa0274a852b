import model from '../../../../resources/voices/viseme-network.json' with { type: 'json' };
import { widenFloat16 } from '../../models/float16.ts';
import { visemes } from '../viseme.ts';
import { FEATURE_BANDS } from './speech-features.ts';

/** Sets of features before and after the one whose mouth is told. */
export const CONTEXT = 6;
/** What the network is asked with. */
export const INPUT_SIZE = (2 * CONTEXT + 1) * FEATURE_BANDS;
/** Units of each of its two hidden layers. */
export const HIDDEN_SIZE = 128;

/** Values a unit of a layer takes in, and units of the layer; weights lie unit by unit, its bias last. */
export const layerShapes = [
  { inputs: INPUT_SIZE, units: HIDDEN_SIZE },
  { inputs: HIDDEN_SIZE, units: HIDDEN_SIZE },
  { inputs: HIDDEN_SIZE, units: visemes.length },
] as const;

/** What training finds. */
export interface VisemeWeights {
  /** Levels of speech, with which features begin. */
  readonly usual: readonly number[];
  /** In the order of {@link layerShapes}. */
  readonly layers: readonly Float32Array[];
}

/**
 * Tells how likely every mouth is, from 13 sets of features, 130 ms of speech. Two layers of rectified units,
 * trained on our own synthesised speech (`test/media/voice/train-visemes.ts`). Allocates nothing after it was made.
 */
export class VisemeNetwork {
  /** Levels of speech, with which features begin. */
  readonly usual: readonly number[];
  readonly #layers: readonly Float32Array[];
  readonly #first = new Float32Array(HIDDEN_SIZE);
  readonly #second = new Float32Array(HIDDEN_SIZE);

  /** @param weights those that ship unless others are given. */
  constructor({ usual, layers }: VisemeWeights = readWeights()) {
    this.usual = usual;
    this.#layers = layers;
  }

  /** Probabilities in the order of `visemes`. */
  judge(features: Float32Array, probabilities: Float32Array): void {
    const [first, second, last] = this.#layers;
    multiply(first!, features, this.#first);
    rectify(this.#first);
    multiply(second!, this.#first, this.#second);
    rectify(this.#second);
    multiply(last!, this.#second, probabilities);
    softmax(probabilities);
  }
}

/** Units of a layer before they are rectified. */
function multiply(weights: Float32Array, input: Float32Array, output: Float32Array): void {
  const { length } = input;
  let at = 0;
  for (let unit = 0; unit < output.length; unit += 1) {
    let sum = weights[at + length]!;
    for (let index = 0; index < length; index += 1) {
      sum += weights[at + index]! * input[index]!;
    }
    output[unit] = sum;
    at += length + 1;
  }
}

function rectify(values: Float32Array): void {
  for (let index = 0; index < values.length; index += 1) {
    values[index] = Math.max(0, values[index]!);
  }
}

function softmax(values: Float32Array): void {
  let most = -Infinity;
  for (let index = 0; index < values.length; index += 1) {
    most = Math.max(most, values[index]!);
  }
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    values[index] = Math.exp(values[index]! - most);
    sum += values[index]!;
  }
  for (let index = 0; index < values.length; index += 1) {
    values[index]! /= sum;
  }
}

function readWeights(): VisemeWeights {
  const bytes = Buffer.from(model.weights, 'base64');
  let at = 0;
  const layers = layerShapes.map(({ inputs, units }) => {
    const count = (inputs + 1) * units;
    const weights = widenFloat16(bytes.subarray(at, at + 2 * count), count);
    at += 2 * count;
    return weights;
  });
  return { usual: model.usual, layers };
}
