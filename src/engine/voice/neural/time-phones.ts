import type { Phone } from '../engines/engine.ts';
import { toVisemeFromIpa } from '../viseme.ts';

/** Sound with its relative duration. */
export interface WeightedSound {
  /** In IPA; empty for a pause. */
  readonly symbol: string;
  /** Weight in any unit, relative to the sum of all. */
  readonly weight: number;
}

const vowels = /[aeiouyæøœɑɐɒɔəɘɚɛɜɝɞɤɨɪɯɵʉʊʌʏᵻ]/u;
/** Diacritics that belong to the preceding sound. */
const afterMarks = /[\p{M}ːˑʰʲʷˠˤ˞]/u;
/** Stress marks that belong to the following sound. */
const beforeMarks = /[ˈˌ]/u;
const weights = { consonant: 1, vowel: 1.5, long: 2.2, comma: 2.5, end: 0.5 };
/** Level below the peak, in dB, that counts as silence. */
const quietDb = 46;
const frameMs = 5;

/** Splits a line of IPA into sounds with their diacritics, and pauses at punctuation; spaces take no time. */
export function toSounds(line: string): readonly WeightedSound[] {
  const sounds: { symbol: string; weight: number }[] = [];
  let before = '';
  for (const letter of line) {
    const last = sounds.at(-1);
    if (beforeMarks.test(letter)) {
      before = letter;
    } else if (afterMarks.test(letter) && last !== undefined) {
      last.symbol += letter;
      last.weight = letter === 'ː' && vowels.test(last.symbol) ? weights.long : last.weight;
    } else if (/\p{L}/u.test(letter)) {
      const weight = vowels.test(letter) ? weights.vowel : weights.consonant;
      sounds.push({ symbol: before + letter, weight });
      before = '';
    } else if (/\p{P}/u.test(letter)) {
      sounds.push({ symbol: '', weight: /[,;:]/.test(letter) ? weights.comma : weights.end });
    }
  }
  return sounds;
}

/**
 * Estimates the times of sounds in speech from their order: silence at both ends is detected, and the rest is
 * distributed by typical durations. Accurate to about a syllable; networks that predict durations do not need it.
 */
export function timePhones(
  samples: Float32Array,
  sampleRateHz: number,
  sounds: readonly WeightedSound[],
): Phone[] {
  const totalMs = (samples.length * 1000) / sampleRateHz;
  const [startMs, endMs] = findSound(samples, sampleRateHz);
  const phones = distributeTime(sounds, startMs, endMs);
  return [
    ...(startMs > 0 ? [pause(0, startMs)] : []),
    ...phones,
    ...(endMs < totalMs || phones.length === 0 ? [pause(endMs, totalMs)] : []),
  ];
}

/** Distributes sounds over a time span in proportion to their weights. */
export function distributeTime(
  sounds: readonly WeightedSound[],
  startMs: number,
  endMs: number,
): Phone[] {
  const total = sounds.reduce((sum, { weight }) => sum + weight, 0);
  const phones: Phone[] = [];
  let at = startMs;
  let done = 0;
  for (const { symbol, weight } of total > 0 ? sounds : []) {
    done += weight;
    const end = startMs + ((endMs - startMs) * done) / total;
    const viseme = symbol === '' ? 'sil' : toVisemeFromIpa(symbol);
    if (end > at) {
      phones.push({ symbol, viseme, startMs: at, endMs: end });
    }
    at = end;
  }
  return phones;
}

function pause(startMs: number, endMs: number): Phone {
  return { symbol: '', viseme: 'sil', startMs, endMs };
}

/** Finds the beginning and end of sound in milliseconds. */
function findSound(samples: Float32Array, sampleRateHz: number): readonly [number, number] {
  const frame = Math.max(1, Math.round((sampleRateHz * frameMs) / 1000));
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += frame) {
    let max = 0;
    for (let index = start; index < Math.min(start + frame, samples.length); index += 1) {
      max = Math.max(max, Math.abs(samples[index]!));
    }
    levels.push(max);
  }
  const floor = levels.reduce((max, level) => Math.max(max, level), 0) * 10 ** (-quietDb / 20);
  const first = levels.findIndex((level) => level > floor);
  const last = levels.findLastIndex((level) => level > floor);
  const totalMs = (samples.length * 1000) / sampleRateHz;
  return first < 0 ? [0, totalMs] : [first * frameMs, Math.min(totalMs, (last + 1) * frameMs)];
}
