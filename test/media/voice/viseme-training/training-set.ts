import { resample } from '../../../../src/engine/voice/changer/resample.ts';
import { visemes } from '../../../../src/engine/voice/viseme.ts';
import {
  FEATURE_HOP,
  FEATURE_RATE_HZ,
  FEATURE_SIZE,
  SpeechFeatures,
} from '../../../../src/engine/voice/visemes/speech-features.ts';
import {
  NETWORK_DELAY,
  NETWORK_SPAN,
} from '../../../../src/engine/voice/visemes/viseme-network.ts';
import { disturbSpeech, makeNoise } from './disturb-speech.ts';
import type { Batch } from './network-trainer.ts';
import type { LabelledSpeech } from '../viseme-speech.ts';
import type { TrainingGroup } from './training-speech.ts';
import { varyBands } from './vary-bands.ts';

const speeds = [0.85, 0.93, 1, 1, 1.08, 1.18, 1.28];
/** Spans without speech, of 4 s. */
const silentClips = 60;
/** Loss weight of a viseme: open lips at p, b or m are visible, a wrong tongue position hardly. */
const costs: Readonly<Record<string, number>> = {
  PP: 1.6,
  FF: 1.8,
  sil: 1.3,
  CH: 1.2,
  ou: 1.2,
  oh: 1.1,
};
/** Loss weight at the border of two visemes, on which synthesisers do not agree to 10 ms. */
const borderCost = 0.6;

interface Clip {
  readonly rows: Float32Array;
  readonly mouths: Uint8Array;
}

/** Features of speech and the mouths that belong to them. */
export class TrainingSet {
  /** Levels of speech with which features begin. */
  readonly usual: readonly number[];
  readonly #random: () => number;
  readonly #clips: Clip[] = [];
  readonly #ends: number[] = [];
  readonly #follows = visemes.map(() => visemes.map(() => 1));
  /** Sets of features of all clips. */
  length = 0;

  constructor(usual: readonly number[], random: () => number) {
    this.usual = usual;
    this.#random = random;
    for (let clip = 0; clip < silentClips; clip += 1) {
      const sound = makeNoise(4, random);
      this.#add(sound, new Uint8Array(sound.length / FEATURE_HOP), 1, new SpeechFeatures(usual));
    }
  }

  /** Every sentence at two speeds, nearly as it is and disturbed, alone or after others of its voice. */
  addGroup(group: TrainingGroup): void {
    const random = this.#random;
    for (const isHeavy of [false, true]) {
      const speed = speeds[Math.floor(random() * speeds.length)]!;
      let reader = new SpeechFeatures(this.usual);
      for (const spoken of group) {
        const { samples, mouths } = prependRest(spoken, Math.floor(70 * random()));
        if (random() < 0.4) {
          reader = new SpeechFeatures(this.usual);
        }
        const sound = resample(
          samples,
          Math.round(FEATURE_RATE_HZ * speed),
          FEATURE_RATE_HZ,
        ).slice();
        disturbSpeech(sound, isHeavy, random);
        this.#add(sound, mouths, speed, reader);
      }
    }
    for (const { mouths } of group) {
      this.#countFollows(mouths);
    }
  }

  /** Log probabilities of a viseme after another, rounded to two digits. */
  readFollows(): number[][] {
    return this.#follows.map((counts) => {
      const sum = counts.reduce((total, count) => total + count, 0);
      return counts.map((count) => Number(Math.log(count / sum).toFixed(2)));
    });
  }

  /** Spans from random positions, of `told` visemes each. */
  drawBatch(stretches: number, told: number): Batch {
    const width = (told + NETWORK_SPAN) * FEATURE_SIZE;
    const features = new Float32Array(stretches * width);
    const mouths = new Uint8Array(stretches * told);
    const weights = new Float32Array(mouths.length);
    for (let stretch = 0; stretch < stretches; stretch += 1) {
      const { clip, at } = this.#draw();
      const first = Math.max(0, Math.min(clip.mouths.length - told, at - Math.floor(told / 2)));
      const rows = features.subarray(stretch * width, (stretch + 1) * width);
      fillRows(clip, first - NETWORK_SPAN + NETWORK_DELAY, rows);
      varyBands(rows, this.#random);
      for (let index = 0; index < told; index += 1) {
        const frame = Math.min(clip.mouths.length - 1, first + index);
        const mouth = clip.mouths[frame]!;
        mouths[stretch * told + index] = mouth;
        const isBorder = clip.mouths[frame - 1] !== mouth || clip.mouths[frame + 1] !== mouth;
        weights[stretch * told + index] =
          (costs[visemes[mouth]!] ?? 1) * (isBorder ? borderCost : 1);
      }
    }
    return { features, mouths, weights };
  }

  #draw(): { readonly clip: Clip; readonly at: number } {
    const frame = Math.floor(this.#random() * this.length);
    let [low, high] = [0, this.#ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! > frame) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return { clip: this.#clips[low]!, at: frame - (this.#ends[low - 1] ?? 0) };
  }

  #add(sound: Float32Array, truth: Uint8Array, speed: number, reader: SpeechFeatures): void {
    const padded = padSound(sound);
    const count = Math.floor((padded.length - SpeechFeatures.window) / FEATURE_HOP) + 1;
    const rows = new Float32Array(count * FEATURE_SIZE);
    for (let frame = 0; frame < count; frame += 1) {
      const row = rows.subarray(frame * FEATURE_SIZE, (frame + 1) * FEATURE_SIZE);
      reader.read(padded, frame * FEATURE_HOP, row);
    }
    const mouths = Uint8Array.from(
      { length: count },
      (_, frame) => truth[Math.min(truth.length - 1, Math.floor((frame + 0.5) * speed))]!,
    );
    this.length += count;
    this.#clips.push({ rows, mouths });
    this.#ends.push(this.length);
  }

  #countFollows(mouths: Uint8Array): void {
    for (let frame = 1; frame < mouths.length; frame += 1) {
      if (mouths[frame] !== mouths[frame - 1]) {
        this.#follows[mouths[frame - 1]!]![mouths[frame]!]! += 1;
      }
    }
  }
}

/** Returns the average levels of the voices, with which the features begin. */
export function findUsual(groups: readonly TrainingGroup[]): number[] {
  const sums: number[] = [];
  for (const group of groups) {
    const reader = new SpeechFeatures(new Float64Array(SpeechFeatures.bands));
    const row = new Float32Array(FEATURE_SIZE);
    for (const { samples } of group) {
      for (let at = 0; at + SpeechFeatures.window <= samples.length; at += FEATURE_HOP) {
        reader.read(samples, at, row);
      }
    }
    for (const [band, level] of reader.usual.entries()) {
      sums[band] = (sums[band] ?? 0) + level / groups.length;
    }
  }
  return sums.map((level) => Number(level.toFixed(3)));
}

/** The same after a pause of this many feature vectors of room noise. */
function prependRest({ samples, mouths }: LabelledSpeech, count: number): LabelledSpeech {
  const rested = new Float32Array(samples.length + count * FEATURE_HOP);
  rested.set(samples, count * FEATURE_HOP);
  const closed = new Uint8Array(mouths.length + count);
  closed.set(mouths, count);
  return { samples: rested, mouths: closed };
}

function padSound(samples: Float32Array): Float32Array {
  const before = (SpeechFeatures.window - FEATURE_HOP) / 2;
  const padded = new Float32Array(samples.length + 2 * before);
  padded.set(samples, before);
  return padded;
}

/** Fills the network's input as inference does: the first row is repeated before it, and the last after it. */
function fillRows({ rows, mouths }: Clip, first: number, to: Float32Array): void {
  for (let index = 0; index * FEATURE_SIZE < to.length; index += 1) {
    const from = Math.max(0, Math.min(mouths.length - 1, first + index)) * FEATURE_SIZE;
    to.set(rows.subarray(from, from + FEATURE_SIZE), index * FEATURE_SIZE);
  }
}
