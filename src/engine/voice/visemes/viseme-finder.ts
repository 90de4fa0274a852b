import { visemes } from '../viseme.ts';
import { FEATURE_HOP, FEATURE_SIZE, SpeechFeatures } from './speech-features.ts';
import {
  NETWORK_DELAY,
  readVisemeWeights,
  VisemeNetwork,
  type VisemeWeights,
} from './viseme-network.ts';

/** Receives viseme probabilities every 10 ms, in the order of `visemes`. The array is reused. */
export type VisemeSink = (probabilities: Float32Array) => void;

const historySamples = 16_384;

/**
 * Computes viseme probabilities of a stream at 16 kHz, whose results do not depend on the sizes of its chunks. Latency
 * is 72.5 ms. Allocates only in the constructor.
 */
export class VisemeFinder {
  readonly #features: SpeechFeatures;
  readonly #network: VisemeNetwork;
  readonly #sink: VisemeSink;
  readonly #history = new Float32Array(historySamples);
  readonly #frame = new Float32Array(FEATURE_SIZE);
  readonly #probabilities = new Float32Array(visemes.length);
  #length: number;
  #consumed = 0;
  #frames = 0;
  /** Number of results to emit in total, known from `finish` on. */
  #wanted = Infinity;

  /** @param weights network weights; the built-in ones by default. */
  constructor(sink: VisemeSink, weights: VisemeWeights = readVisemeWeights()) {
    this.#sink = sink;
    this.#network = new VisemeNetwork(weights);
    this.#features = new SpeechFeatures(weights.usual);
    // Leading silence centres the first window on the first 10 ms.
    this.#length = (SpeechFeatures.window - FEATURE_HOP) / 2;
  }

  /**
   * Estimates the speaker's mean levels from a recording before it is pushed, so that its first words are recognised as
   * well as its last.
   */
  prime(samples: Float32Array): void {
    for (let at = 0; at + SpeechFeatures.window <= samples.length; at += FEATURE_HOP) {
      this.#features.read(samples, at, this.#frame);
    }
  }

  /** Consumes samples, −1..1. */
  push(samples: Float32Array): void {
    this.#consumed += samples.length;
    let at = 0;
    while (at < samples.length) {
      const count = Math.min(samples.length - at, historySamples - this.#length);
      for (let index = 0; index < count; index += 1) {
        this.#history[this.#length + index] = samples[at + index]!;
      }
      this.#length += count;
      at += count;
      this.#readAll();
    }
  }

  /** Emits the results of the remaining samples; `push` must not follow. */
  finish(): void {
    this.#wanted = Math.ceil(this.#consumed / FEATURE_HOP);
    this.push(new Float32Array((NETWORK_DELAY + 1) * FEATURE_HOP + SpeechFeatures.window));
  }

  #readAll(): void {
    let at = 0;
    for (; at + SpeechFeatures.window <= this.#length; at += FEATURE_HOP) {
      this.#features.read(this.#history, at, this.#frame);
      this.#add();
    }
    this.#history.copyWithin(0, at, this.#length);
    this.#length -= at;
  }

  #add(): void {
    this.#network.judge(this.#frame, this.#probabilities);
    this.#frames += 1;
    if (this.#frames > NETWORK_DELAY && this.#frames <= this.#wanted + NETWORK_DELAY) {
      this.#sink(this.#probabilities);
    }
  }
}
