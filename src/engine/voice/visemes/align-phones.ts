import { resample } from '../changer/resample.ts';
import type { Phone } from '../engines/engine.ts';
import { visemes } from '../viseme.ts';
import { readProbabilities } from './find-visemes.ts';
import { FEATURE_HOP, FEATURE_RATE_HZ } from './speech-features.ts';

/** A script whose times in a recording are known. */
export interface Alignment {
  /** Phones of the script and pauses between them, in order, without gaps, as long as the recording. */
  readonly phones: readonly Phone[];
  /** How likely the recording is to say that, 0..1: mean of what the network gives to the mouths of the script. */
  readonly fit: number;
}

/** What is asked for in a script: a sound without its time. */
export type ScriptPhone = Pick<Phone, 'symbol' | 'viseme'>;

const frameMs = (FEATURE_HOP * 1000) / FEATURE_RATE_HZ;
const silence = visemes.indexOf('sil');
/** Fewest 10 ms of a sound and of a pause. */
const shortestSound = 2;
const shortestPause = 4;
/** What a pause costs where the script has none, as a natural logarithm. */
const pauseCost = -4;
const minLikely = 1e-3;
/** Steps of all ways that are remembered, a byte each: some two minutes of speech. */
const maxSteps = 1e8;

/**
 * When each sound of a script is heard in a recording of it: the likeliest way (Viterbi 1967) through its phones, in
 * which there may be a pause after each. Of text, a synthesiser of ours says the phones (`Speech.phones`; their times
 * are not used). Mono, -1..1. Null when the recording is too short to hold the script, or longer than two minutes
 * of speech are. A `fit` below {@link MIN_FIT} means that something else is said.
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

/** {@link Alignment.fit} of recordings that say the script is above, that of other words below. */
export const MIN_FIT = 0.45;

interface Sound extends ScriptPhone {
  readonly mouth: number;
  /** Whether the script rests before it. */
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
  /** Index of the sound; null in a pause. */
  readonly sound: number | null;
  readonly canStay: boolean;
  /** The state 10 ms before it, but for the first; what that costs. */
  readonly cost: number;
  /** A state that it also follows, with the pause between left out. */
  readonly skipped: number | null;
}

/** A pause, a sound, a pause, and so on; the first and last pause may be missing too. */
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
