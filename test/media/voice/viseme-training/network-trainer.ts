import {
  layerShapes,
  type LayerShape,
  NETWORK_SPAN,
} from '../../../../src/engine/voice/visemes/viseme-network.ts';
import { FEATURE_SIZE } from '../../../../src/engine/voice/visemes/speech-features.ts';
import { visemes } from '../../../../src/engine/voice/viseme.ts';
import { openMatrixProduct } from './matrix-product.ts';

/** Fraction of units kept in training (dropout), so that no single way of speaking is memorised. */
const keptUnits = 0.85;
/** Numbers of 24 bits below this one keep a unit. */
const keptBelow = keptUnits * 2 ** 24;
const smoothing = 0.05;
/** Share of the mean of weights that a step leaves (Polyak and Juditsky 1992). */
const steady = 0.998;
const decay = 1e-3;

const multiply = openMatrixProduct('none');
const multiplyFirst = openMatrixProduct('first');
const multiplySecond = openMatrixProduct('second');

/** Stretches of speech that a step learns from. */
export interface Batch {
  /** Concatenated spans, each with {@link NETWORK_SPAN} more feature vectors than visemes. */
  readonly features: Float32Array;
  /** Index of the viseme of every labelled feature vector, span by span. */
  readonly mouths: Uint8Array;
  /** Weight of each of them in the loss. */
  readonly weights: Float32Array;
}

/** Learns the weights of the network of mouths. */
export class NetworkTrainer {
  readonly #layers: readonly TrainedLayer[];
  readonly #stretches: number;
  readonly #told: number;
  readonly #back: Float32Array;
  #steps = 0;

  /** @param told Number of labelled feature vectors of each span. */
  constructor(stretches: number, told: number, random: () => number) {
    this.#stretches = stretches;
    this.#told = told;
    this.#back = new Float32Array(stretches * told * visemes.length);
    let length = told + NETWORK_SPAN;
    this.#layers = layerShapes.map((shape, index) => {
      const isFirst = index === 0;
      const isHidden = index < layerShapes.length - 1;
      const layer = new TrainedLayer(shape, { stretches, length, random, isFirst, isHidden });
      length = layer.length;
      return layer;
    });
  }

  /** Continues from weights in the format of {@link readWeights}. */
  startFrom(layers: readonly Float32Array[]): void {
    for (const [index, layer] of this.#layers.entries()) {
      layer.startFrom(layers[index]!);
    }
  }

  /** Does a step with `rate`; returns the mean loss of the batch. */
  learn({ features, mouths, weights }: Batch, rate: number): number {
    const expected = this.#stretches * (this.#told + NETWORK_SPAN) * FEATURE_SIZE;
    if (features.length !== expected) {
      throw new RangeError(`A batch has ${String(expected)} values.`);
    }
    let values = features;
    for (const layer of this.#layers) {
      values = layer.forward(values);
    }
    const loss = this.#judge(values, mouths, weights);
    let back: Float32Array = this.#back;
    for (const layer of this.#layers.toReversed()) {
      back = layer.backward(back);
    }
    this.#steps += 1;
    for (const layer of this.#layers) {
      layer.step(rate, this.#steps);
    }
    return loss;
  }

  /** The weights averaged over the last steps, in the network's format. */
  readWeights(): Float32Array[] {
    return this.#layers.map((layer) => layer.readWeights());
  }

  #judge(values: Float32Array, mouths: Uint8Array, weights: Float32Array): number {
    const count = visemes.length;
    let loss = 0;
    let total = 0;
    for (const [row, truth] of mouths.entries()) {
      const out = values.subarray(row * count, (row + 1) * count);
      const max = Math.max(...out);
      let sum = 0;
      for (const value of out) {
        sum += Math.exp(value - max);
      }
      const weight = weights[row]!;
      for (let mouth = 0; mouth < count; mouth += 1) {
        const wanted = smoothing / count + (mouth === truth ? 1 - smoothing : 0);
        const error = Math.exp(out[mouth]! - max) / sum - wanted;
        this.#back[row * count + mouth] = (weight * error) / mouths.length;
      }
      loss -= weight * (out[truth]! - max - Math.log(sum));
      total += weight;
    }
    return loss / total;
  }
}

interface Surroundings {
  readonly stretches: number;
  /** Sets of a stretch that come in. */
  readonly length: number;
  readonly random: () => number;
  /** True for the first layer, whose input needs no gradients. */
  readonly isFirst: boolean;
  readonly isHidden: boolean;
}

class TrainedLayer {
  /** Sets of a stretch that go out. */
  readonly length: number;
  readonly #shape: LayerShape;
  readonly #around: Surroundings;
  readonly #rows: number;
  readonly #width: number;
  readonly #weights: Parameter;
  readonly #biases: Parameter;
  readonly #unfolded: Float32Array;
  readonly #unfoldedBack: Float32Array;
  readonly #output: Float32Array;
  readonly #kept: Float32Array;
  readonly #own: Float32Array;
  readonly #inputBack: Float32Array;
  /** Offsets in the input of what the taps of every row see. */
  readonly #places: Uint32Array;
  /** State of the choice of units to leave out, 32 bits: `random` would take as long as the products. */
  #chance: number;

  constructor(shape: LayerShape, around: Surroundings) {
    this.#shape = shape;
    this.#around = around;
    this.length = around.length + shape.taps[0]!;
    this.#rows = around.stretches * this.length;
    this.#width = shape.inputs * shape.taps.length;
    const spread = Math.sqrt(2 / this.#width) * (shape.residual === null ? 1 : 0.5);
    this.#weights = new Parameter(this.#width * shape.units, () => spread * normal(around.random));
    this.#biases = new Parameter(shape.units, () => 0);
    this.#unfolded = new Float32Array(this.#rows * this.#width);
    this.#unfoldedBack = new Float32Array(this.#rows * this.#width);
    this.#output = new Float32Array(this.#rows * shape.units);
    this.#kept = new Float32Array(this.#output.length);
    this.#own = new Float32Array(this.#output.length);
    this.#inputBack = new Float32Array(around.stretches * around.length * shape.inputs);
    this.#chance = Math.trunc(2 ** 31 * around.random());
    const { inputs, taps } = shape;
    this.#places = new Uint32Array(this.#rows * taps.length).map((_, place) => {
      const row = Math.floor(place / taps.length);
      const stretch = Math.floor(row / this.length);
      const newest = stretch * around.length - taps[0]! + (row % this.length);
      return (newest + taps[place % taps.length]!) * inputs;
    });
  }

  forward(input: Float32Array): Float32Array {
    const { units, residual, inputs } = this.#shape;
    this.#unfold(input);
    multiplySecond(this.#matrix(this.#unfolded), this.#weightMatrix(this.#weights.values), {
      rows: this.#rows,
      columns: units,
      values: this.#output,
    });
    this.#bend(residual === null ? null : residual * inputs);
    return this.#output;
  }

  /** Adds the biases; in a hidden layer, rectifies, leaves units out and adds the input from `residual` on. */
  #bend(residual: number | null): void {
    const { isHidden } = this.#around;
    const [output, unfolded, kept] = [this.#output, this.#unfolded, this.#kept];
    const [biases, width] = [this.#biases.values, this.#width];
    const { units } = this.#shape;
    let chance = this.#chance;
    for (let at = 0, row = 0; row < this.#rows; row += 1) {
      const own = residual === null ? 0 : row * width + residual;
      for (let unit = 0; unit < units; unit += 1, at += 1) {
        const value = output[at]! + biases[unit]!;
        if (isHidden) {
          // A congruential generator (Press et al. 1992), of whose bits the high ones are random enough.
          chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) | 0;
          const scale = value > 0 && chance >>> 8 < keptBelow ? 1 / keptUnits : 0;
          kept[at] = scale;
          output[at] = value * scale + (residual === null ? 0 : unfolded[own + unit]!);
        } else {
          output[at] = value;
        }
      }
    }
    this.#chance = chance;
  }

  /** Receives the gradients of the output and returns those of the input. */
  backward(back: Float32Array): Float32Array {
    const { units, residual, inputs } = this.#shape;
    const own = this.#around.isHidden ? this.#mask(back) : back;
    const slopes = { rows: this.#rows, columns: units, values: own };
    multiplyFirst(slopes, this.#matrix(this.#unfolded), this.#weightMatrix(this.#weights.slopes));
    const biases = this.#biases.slopes.fill(0);
    for (let at = 0; at < own.length; at += units) {
      for (let unit = 0; unit < units; unit += 1) {
        biases[unit]! += own[at + unit]!;
      }
    }
    if (this.#around.isFirst) {
      return this.#inputBack;
    }
    multiply(slopes, this.#weightMatrix(this.#weights.values), this.#matrix(this.#unfoldedBack));
    for (let row = 0; row < (residual === null ? 0 : this.#rows); row += 1) {
      const to = row * this.#width + (residual ?? 0) * inputs;
      for (let unit = 0; unit < units; unit += 1) {
        this.#unfoldedBack[to + unit]! += back[row * units + unit]!;
      }
    }
    this.#foldBack();
    return this.#inputBack;
  }

  #mask(back: Float32Array): Float32Array {
    for (let at = 0; at < back.length; at += 1) {
      this.#own[at] = back[at]! * this.#kept[at]!;
    }
    return this.#own;
  }

  step(rate: number, steps: number): void {
    this.#weights.step(rate, steps);
    this.#biases.step(rate, steps);
  }

  startFrom(joined: Float32Array): void {
    for (let unit = 0; unit < this.#shape.units; unit += 1) {
      const at = unit * (this.#width + 1);
      this.#weights.start(joined.subarray(at, at + this.#width), unit * this.#width);
      this.#biases.start(joined.subarray(at + this.#width, at + this.#width + 1), unit);
    }
  }

  readWeights(): Float32Array {
    const { units } = this.#shape;
    const joined = new Float32Array((this.#width + 1) * units);
    for (let unit = 0; unit < units; unit += 1) {
      const at = unit * (this.#width + 1);
      joined.set(this.#weights.mean.subarray(unit * this.#width, (unit + 1) * this.#width), at);
      joined[at + this.#width] = this.#biases.mean[unit]!;
    }
    return joined;
  }

  /** Writes the feature vectors of all taps of every row side by side. */
  #unfold(input: Float32Array): void {
    const { inputs } = this.#shape;
    const [unfolded, places] = [this.#unfolded, this.#places];
    for (let place = 0, to = 0; place < places.length; place += 1, to += inputs) {
      const from = places[place]!;
      for (let index = 0; index < inputs; index += 1) {
        unfolded[to + index] = input[from + index]!;
      }
    }
  }

  /** Adds up the gradients of every feature vector over the taps that saw it. */
  #foldBack(): void {
    const { inputs } = this.#shape;
    const [unfolded, places] = [this.#unfoldedBack, this.#places];
    const back = this.#inputBack.fill(0);
    for (let place = 0, from = 0; place < places.length; place += 1, from += inputs) {
      const to = places[place]!;
      for (let index = 0; index < inputs; index += 1) {
        back[to + index]! += unfolded[from + index]!;
      }
    }
  }

  #matrix(values: Float32Array) {
    return { rows: this.#rows, columns: this.#width, values };
  }

  #weightMatrix(values: Float32Array) {
    return { rows: this.#shape.units, columns: this.#width, values };
  }
}

/** Weights that Adam learns (Kingma and Ba 2015, decay of Loshchilov and Hutter 2019). */
class Parameter {
  readonly values: Float32Array;
  readonly slopes: Float32Array;
  /** Mean over the last steps. */
  readonly mean: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;

  constructor(count: number, draw: () => number) {
    this.values = new Float32Array(count).map(draw);
    this.mean = this.values.slice();
    this.slopes = new Float32Array(count);
    this.#first = new Float32Array(count);
    this.#second = new Float32Array(count);
  }

  start(values: Float32Array, at: number): void {
    this.values.set(values, at);
    this.mean.set(values, at);
  }

  step(rate: number, steps: number): void {
    const firstFix = 1 - 0.9 ** steps;
    const secondFix = 1 - 0.999 ** steps;
    const share = Math.min(steady, steps / (steps + 10));
    for (let index = 0; index < this.values.length; index += 1) {
      const slope = this.slopes[index]!;
      const first = 0.9 * this.#first[index]! + 0.1 * slope;
      const second = 0.999 * this.#second[index]! + 0.001 * slope * slope;
      this.#first[index] = first;
      this.#second[index] = second;
      const change = first / firstFix / (Math.sqrt(second / secondFix) + 1e-8);
      const value = this.values[index]! - rate * (change + decay * this.values[index]!);
      this.values[index] = value;
      this.mean[index] = share * this.mean[index]! + (1 - share) * value;
    }
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
