import { visemes } from '../viseme.ts';
import { FEATURE_HOP, FEATURE_SIZE, SpeechFeatures } from './speech-features.ts';
import {
  NETWORK_DELAY,
  readVisemeWeights,
  VisemeNetwork,
  type VisemeWeights,
} from './viseme-network.ts';

/** Takes how likely every mouth is, in the order of `visemes`, 10 ms after 10 ms. The array is used again. */
export type VisemeSink = (probabilities: Float32Array) => void;

const historySamples = 16_384;

/**
 * Follows the mouth of whoever speaks, in sound at 16 kHz that comes in pieces of any size, with the same answer
 * for any pieces. An answer is there 72.5 ms after the sound it is about. Allocates nothing after it was made.
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
  /** Answers that are owed at the end. */
  #wanted = Infinity;

  /** @param weights those that ship unless others are given. */
  constructor(sink: VisemeSink, weights: VisemeWeights = readVisemeWeights()) {
    this.#sink = sink;
    this.#network = new VisemeNetwork(weights);
    this.#features = new SpeechFeatures(weights.usual);
    // So that the first window has its middle in the first 10 ms.
    this.#length = (SpeechFeatures.window - FEATURE_HOP) / 2;
  }

  /**
   * Reads the usual levels of the speaker from sound that is known before it is pushed, so that its first words are
   * told as well as its last ones.
   */
  prime(samples: Float32Array): void {
    for (let at = 0; at + SpeechFeatures.window <= samples.length; at += FEATURE_HOP) {
      this.#features.read(samples, at, this.#frame);
    }
  }

  /** Takes sound, -1..1. */
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

  /** Answers for all that was taken; there is nothing to take after it. */
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
