import type { Phone } from '../../../../src/engine/voice/engines/engine.ts';
import { alignPhones } from '../../../../src/engine/voice/visemes/align-phones.ts';
import {
  findVisemePath,
  type PathCosts,
} from '../../../../src/engine/voice/visemes/find-viseme-path.ts';
import {
  readProbabilities,
  usualPathCosts,
} from '../../../../src/engine/voice/visemes/find-visemes.ts';
import type { VisemeWeights } from '../../../../src/engine/voice/visemes/viseme-network.ts';
import { visemes } from '../../../../src/engine/voice/viseme.ts';
import {
  addCounts,
  agreement,
  countMouth,
  countSilence,
  toPrecision,
  toRecall,
} from '../viseme-score.ts';
import {
  type LabelledSpeech,
  speakUnheard,
  unheardTexts,
  type UnheardVoice,
} from '../viseme-speech.ts';
import { disturbSpeech } from './disturb-speech.ts';
import { createRandom } from '../../../support/random.ts';
import type { Engines } from './training-speech.ts';

/** Speech with the output of a network. */
interface JudgedSpeech {
  readonly truth: Uint8Array;
  readonly rows: readonly Float32Array[];
}

/** Score of a network for a voice, from the last line of the report. */
export interface VoiceScore {
  readonly bilabials: number;
  readonly recall: number;
  readonly precision: number;
  readonly lateMs: number;
  readonly lipTeethRecall: number;
  readonly lipTeethPrecision: number;
  readonly silence: number;
  readonly fifteen: number;
  readonly seven: number;
}

/** Synthesises voices, in a noisy room with `isNoisy`, and runs the network. */
export async function judgeVoices(
  engines: Engines,
  voices: readonly UnheardVoice[],
  { weights, isNoisy = false }: { weights?: VisemeWeights | undefined; isNoisy?: boolean } = {},
): Promise<Map<string, JudgedSpeech[]>> {
  const random = createRandom(7);
  const judged = new Map<string, JudgedSpeech[]>();
  for (const voice of voices) {
    const spoken = await speakUnheard(engines[voice.engine], voice);
    const rows = spoken.map(({ samples, mouths }: LabelledSpeech) => {
      const sound = samples.slice();
      if (isNoisy) {
        disturbSpeech(sound, true, random);
      }
      return { truth: mouths, rows: readProbabilities(sound, weights) };
    });
    judged.set(voice.name, rows);
  }
  return judged;
}

/** Scores the output, with the costs of the product by default. */
export function scoreSpeech(
  speech: readonly JudgedSpeech[],
  costs: PathCosts = usualPathCosts,
): VoiceScore {
  const paths = speech.map(({ rows }) => findVisemePath(rows, costs));
  const count = (viseme: 'PP' | 'FF') =>
    addCounts(paths.map((path, index) => countMouth(path, speech[index]!.truth, viseme)));
  const silences = paths.map((path, index) => countSilence(path, speech[index]!.truth));
  const shares = paths.map((path, index) => agreement(path, speech[index]!.truth));
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const [lips, teeth] = [count('PP'), count('FF')];
  return {
    bilabials: lips.truths,
    recall: round(toRecall(lips)),
    precision: round(toPrecision(lips)),
    lateMs: round(lips.lateMs / lips.found),
    lipTeethRecall: round(toRecall(teeth)),
    lipTeethPrecision: round(toPrecision(teeth)),
    silence: round(sum(silences.map(({ clean }) => clean)) / sum(silences.map(({ all }) => all))),
    fifteen: round(sum(shares.map(({ fifteen }) => fifteen)) / shares.length),
    seven: round(sum(shares.map(({ seven }) => seven)) / shares.length),
  };
}

/** Prints the score of every voice, of all together, and with other weights of closed lips. */
export function printScores(judged: ReadonlyMap<string, readonly JudgedSpeech[]>): void {
  const all = [...judged.values()].flat();
  const table: Record<string, VoiceScore> = {};
  for (const [name, speech] of judged) {
    table[name] = scoreSpeech(speech);
  }
  console.table({ ...table, all: scoreSpeech(all) });
  const curve: Record<string, Partial<VoiceScore>> = {};
  for (const more of [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6]) {
    const { recall, precision, seven } = scoreSpeech(all, preferLips(usualPathCosts, more));
    curve[`lips ${more < 0 ? '' : '+'}${String(more)}`] = { recall, precision, seven };
  }
  console.table(curve);
}

/** Prints the results of other costs of the most likely path. */
export function printCosts(judged: ReadonlyMap<string, readonly JudgedSpeech[]>): void {
  const all = [...judged.values()].flat();
  const table: Record<string, Partial<VoiceScore>> = {};
  for (const order of [0.2, 0.4, 0.6]) {
    for (const more of [-0.6, -0.3, 0, 0.3, 0.6]) {
      for (const peak of [0, 0.5, 0.55, 0.6, 0.65]) {
        const costs = { ...preferLips({ ...usualPathCosts, order }, more), peaks: toPeaks(peak) };
        const { recall, precision, lipTeethRecall, silence, seven } = scoreSpeech(all, costs);
        const name = `order ${String(order)}, lips ${String(more)}, peak ${String(peak)}`;
        table[name] = { recall, precision, lipTeethRecall, silence, seven };
      }
    }
  }
  console.table(table);
}

function toPeaks(lips: number): number[] {
  return usualPathCosts.peaks.map((peak, mouth) => (visemes[mouth] === 'PP' ? lips : peak));
}

/** Prints the error of phoneme onsets of a known script, in ms, and the number of lips closed in time. */
export async function printAlignment(
  engines: Engines,
  voices: readonly UnheardVoice[],
): Promise<void> {
  const table: Record<string, object> = {};
  for (const voice of voices.filter(({ target }) => target === undefined)) {
    const errors: number[] = [];
    let [lips, closed] = [0, 0];
    for (const text of unheardTexts[voice.tongue]) {
      const speech = await engines[voice.engine].speak(text, { ...voice, pace: 1 });
      const aligned = alignPhones(speech.samples, speech.sampleRateHz, speech.phones);
      const found = aligned?.phones.filter(isSound) ?? [];
      for (const [index, { viseme, startMs, endMs }] of speech.phones.filter(isSound).entries()) {
        const match = found[index]!;
        errors.push(Math.abs(match.startMs - startMs));
        lips += viseme === 'PP' ? 1 : 0;
        closed += viseme === 'PP' && match.startMs < endMs && match.endMs > startMs ? 1 : 0;
      }
    }
    errors.sort((a, b) => a - b);
    const at = (share: number): number => Math.round(errors[Math.floor(share * errors.length)]!);
    table[voice.name] = { median: at(0.5), p90: at(0.9), p99: at(0.99), lips, closed };
  }
  console.table(table);
}

function isSound({ viseme }: Phone): boolean {
  return viseme !== 'sil';
}

function preferLips(costs: PathCosts, more: number): PathCosts {
  const lips = visemes.indexOf('PP');
  return {
    ...costs,
    preferred: costs.preferred.map((value, mouth) => (mouth === lips ? value + more : value)),
  };
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
