import { resample } from '../changer/resample.ts';
import type { Phone } from '../engines/engine.ts';
import { visemes } from '../viseme.ts';
import { readProbabilities } from './find-visemes.ts';
import { FEATURE_HOP, FEATURE_RATE_HZ } from './speech-features.ts';

/** Script aligned with a recording of it. */
export interface Alignment {
  /** Phones of the script and pauses between them, in order and without gaps; they cover the whole recording. */
  readonly phones: readonly Phone[];
  /** Likelihood that the recording speaks the script, 0..1: mean probability of the script's visemes. */
  readonly fit: number;
}

/** Phone of a script, without times. */
export type ScriptPhone = Pick<Phone, 'symbol' | 'viseme'>;

const frameMs = (FEATURE_HOP * 1000) / FEATURE_RATE_HZ;
const silence = visemes.indexOf('sil');
/** Minimum lengths of a phone and of a pause, in frames of 10 ms. */
const shortestSound = 2;
const shortestPause = 4;
/** Log probability of a pause where the script has none. */
const pauseCost = -4;
const minLikely = 1e-3;
/** Maximum size of the backtracking table in bytes: frames × states, about two minutes of speech. */
const maxSteps = 1e8;

/**
 * Aligns a script with a recording of it (mono, −1..1): finds the most likely path (Viterbi 1967) through its phones,
 * with an optional pause after each. A synthesiser gives the phones of a text (`Speech.phones`, whose times are
 * ignored). Null when the recording is too short for the script, or longer than about two minutes of speech. A `fit`
 * below {@link MIN_FIT} means that the recording says something else.
 */
export function alignPhones(
  samples: Float32Array,
  sampleRateHz: number,
  script: readonly ScriptPhone[],
): Alignment | null {
  const rows = readProbabilities(resample(samples, sampleRateHz, FEATURE_RATE_HZ));
  const sounds = readSounds(script);
  const states = toStates(sounds);
  const min = sounds.length * shortestSound;
  if (sounds.length === 0 || rows.length < min || rows.length * states.length > maxSteps) {
    return null;
  }
  const path = findWay(rows, states);
  const phones = toPhones(path, states, sounds);
  const durationMs = (samples.length * 1000) / sampleRateHz;
  phones.push({ ...phones.pop()!, endMs: durationMs });
  const spoken = path.filter((state) => states[state]!.sound !== null);
  const sum = path.reduce((total, state, at) => {
    const { mouth, sound } = states[state]!;
    return sound === null ? total : total + rows[at]![mouth]!;
  }, 0);
  return { phones, fit: sum / spoken.length };
}

/** Threshold of {@link Alignment.fit}: recordings of the script lie above, other words below. */
export const MIN_FIT = 0.45;

interface Sound extends ScriptPhone {
  readonly mouth: number;
  /** True when the script has a pause before the phone. */
  readonly isRested: boolean;
}

function readSounds(script: readonly ScriptPhone[]): Sound[] {
  const sounds: Sound[] = [];
  let isRested = true;
  for (const { symbol, viseme } of script) {
    if (viseme === 'sil') {
      isRested = true;
    } else {
      sounds.push({ symbol, viseme, mouth: visemes.indexOf(viseme), isRested });
      isRested = false;
    }
  }
  return sounds;
}

interface State {
  readonly mouth: number;
  /** Index of the phone; null in a pause. */
  readonly sound: number | null;
  readonly canStay: boolean;
  /** Log probability of entering the state from the one before it. */
  readonly cost: number;
  /** Last state of the previous phone, from which this one is reached without a pause; null for other states. */
  readonly skipped: number | null;
}

/** Lists the states of a script: pauses and phones alternate. Every pause may be skipped, the first and last too. */
function toStates(sounds: readonly Sound[]): State[] {
  const states: State[] = [];
  const addPause = (entering: number): void => {
    for (let step = 0; step < shortestPause; step += 1) {
      const canStay = step === shortestPause - 1;
      const cost = step === 0 ? entering : 0;
      states.push({ mouth: silence, sound: null, canStay, cost, skipped: null });
    }
  };
  for (const [sound, { mouth, isRested }] of sounds.entries()) {
    const before = states.length - 1;
    addPause(isRested ? 0 : pauseCost);
    for (let step = 0; step < shortestSound; step += 1) {
      const canStay = step === shortestSound - 1;
      const skipped = step === 0 && sound > 0 ? before : null;
      states.push({ mouth, sound, canStay, cost: 0, skipped });
    }
  }
  addPause(0);
  return states;
}

const ADVANCED = 1;
const SKIPPED = 2;

function findWay(rows: readonly Float32Array[], states: readonly State[]): number[] {
  const steps = rows.map(() => new Uint8Array(states.length));
  let scores = new Float64Array(states.length).fill(-Infinity);
  let next = scores.slice();
  const logs = new Float64Array(visemes.length);
  for (const [at, row] of rows.entries()) {
    row.forEach((likely, mouth) => (logs[mouth] = Math.log(likely + minLikely)));
    for (const [index, { mouth, canStay, cost, skipped }] of states.entries()) {
      let best = canStay ? scores[index]! : -Infinity;
      let step = 0;
      const advanced = (index === 0 ? -Infinity : scores[index - 1]!) + cost;
      if (advanced > best) {
        [best, step] = [advanced, ADVANCED];
      }
      if (skipped !== null && scores[skipped]! > best) {
        [best, step] = [scores[skipped]!, SKIPPED];
      }
      if (at === 0 && (index === 0 || index === shortestPause)) {
        best = 0;
      }
      steps[at]![index] = step;
      next[index] = best + logs[mouth]!;
    }
    [scores, next] = [next, scores];
  }
  const lastPause = states.length - 1;
  const lastSound = lastPause - shortestPause;
  let state = scores[lastPause]! > scores[lastSound]! ? lastPause : lastSound;
  const path = Array.from(rows, () => 0);
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    path[at] = state;
    const step = steps[at]![state]!;
    state = step === SKIPPED ? states[state]!.skipped! : state - step;
  }
  return path;
}

function toPhones(
  path: readonly number[],
  states: readonly State[],
  sounds: readonly Sound[],
): Phone[] {
  const phones: Phone[] = [];
  let before: number | null | undefined;
  for (const [at, state] of path.entries()) {
    const { sound } = states[state]!;
    const endMs = (at + 1) * frameMs;
    const last = phones.at(-1);
    if (last !== undefined && sound === before) {
      phones[phones.length - 1] = { ...last, endMs };
    } else {
      const { symbol, viseme } =
        sound === null ? { symbol: '', viseme: 'sil' as const } : sounds[sound]!;
      phones.push({ symbol, viseme, startMs: at * frameMs, endMs });
    }
    before = sound;
  }
  return phones;
}
