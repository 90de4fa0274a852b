import { readGrains } from '../../../src/engine/voice/changer/voice-grains.ts';
import { VOICE_RATE_HZ } from '../../../src/engine/voice/changer/voice-target.ts';
import { median } from '../statistics.ts';

/** Movement of speech in pitch and time; pitches in semitones. */
export interface Melody {
  /** Between the 5th and the 95th percentile. */
  readonly range: number;
  readonly deviation: number;
  /** Per second inside of phrases, medians of phrases; below 0 where they fall. */
  readonly declination: number;
  /** The end of phrases against their median, medians of phrases. */
  readonly ending: number;
  /** The last syllable of phrases against the others, as a factor of length. */
  readonly lengthening: number;
  /** Fraction of the time, and the median length in seconds. */
  readonly pauses: number;
  readonly pauseSeconds: number;
  readonly phrases: number;
}

/** A pitch at a time in seconds. */
interface Pitch {
  readonly atS: number;
  readonly semitones: number;
}

/** A phrase is speech without a pause of this length; shorter phrases have no measurable melody. */
const pauseS = 0.14;
const minPhraseS = 0.6;
/** Duration of voice at the end of a phrase whose median is its final pitch, in seconds. */
const endingS = 0.15;
/** Pitches further from the median are errors. */
const furthest = 12;
const levelStepS = 0.01;
const quietDb = 32;

/** Measures the melody of speech at the rate of voices. */
export function measureMelody(speech: Float32Array): Melody {
  const pitches = readPitches(speech);
  const levels = readLevels(speech);
  const phrases = findPhrases(levels);
  const sorted = pitches.map(({ semitones }) => semitones).toSorted((one, two) => one - two);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const square = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sorted.length;
  const at = (fraction: number): number => sorted[Math.floor(fraction * (sorted.length - 1))] ?? 0;
  const long = phrases.filter(({ startS, endS }) => endS - startS > minPhraseS);
  const voiced = long.map(({ startS, endS }) =>
    pitches.filter(({ atS }) => atS >= startS && atS <= endS),
  );
  const heard = voiced.filter((phrase) => phrase.length > 20);
  const gaps = phrases.slice(1).map(({ startS }, index) => startS - phrases[index]!.endS);
  const whole = phrases.length === 0 ? 1 : phrases.at(-1)!.endS - phrases[0]!.startS;
  return {
    range: at(0.95) - at(0.05),
    deviation: Math.sqrt(square),
    declination: medianOf(heard.map(toSlope)),
    ending: medianOf(heard.map(toEnding)),
    lengthening: medianOf(long.map((phrase) => toLengthening(levels, phrase))),
    pauses: gaps.reduce((sum, gap) => sum + gap, 0) / whole,
    pauseSeconds: medianOf(gaps),
    phrases: heard.length,
  };
}

const medianOf = (values: readonly number[]): number => (values.length === 0 ? 0 : median(values));

function readPitches(speech: Float32Array): Pitch[] {
  const pitches = readGrains(speech).flatMap(({ position, period }): Pitch[] =>
    period === null
      ? []
      : [{ atS: position / VOICE_RATE_HZ, semitones: 12 * Math.log2(VOICE_RATE_HZ / period) }],
  );
  const middle = medianOf(pitches.map(({ semitones }) => semitones));
  return pitches.filter(({ semitones }) => Math.abs(semitones - middle) < furthest);
}

/** In dB, smoothed over some syllables' edges. */
function readLevels(speech: Float32Array): number[] {
  const step = levelStepS * VOICE_RATE_HZ;
  return Array.from({ length: Math.floor(speech.length / step) }, (_, index) => {
    const part = speech.subarray(Math.max(0, (index - 1) * step), (index + 2) * step);
    return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 1e-9) / part.length);
  });
}

interface Phrase {
  readonly startS: number;
  readonly endS: number;
}

function findPhrases(levels: readonly number[]): Phrase[] {
  const min = levels.toSorted((one, two) => one - two)[Math.floor(0.98 * levels.length)]! - quietDb;
  const phrases: { startS: number; endS: number }[] = [];
  for (const [index, level] of levels.entries()) {
    const startS = index * levelStepS;
    const last = phrases.at(-1);
    if (level > min && last !== undefined && startS - last.endS < pauseS) {
      last.endS = startS + levelStepS;
    } else if (level > min) {
      phrases.push({ startS, endS: startS + levelStepS });
    }
  }
  return phrases;
}

function toSlope(phrase: readonly Pitch[]): number {
  const count = phrase.length;
  const meanS = phrase.reduce((sum, { atS }) => sum + atS, 0) / count;
  const mean = phrase.reduce((sum, { semitones }) => sum + semitones, 0) / count;
  let product = 0;
  let square = 1e-9;
  for (const { atS, semitones } of phrase) {
    product += (atS - meanS) * (semitones - mean);
    square += (atS - meanS) ** 2;
  }
  return product / square;
}

function toEnding(phrase: readonly Pitch[]): number {
  const lastS = phrase.at(-1)!.atS;
  const end = phrase.filter(({ atS }) => atS > lastS - endingS);
  return (
    medianOf(end.map(({ semitones }) => semitones)) -
    medianOf(phrase.map(({ semitones }) => semitones))
  );
}

/** Syllables are separated by dips of the level; the last syllable ends with its phrase. */
function toLengthening(levels: readonly number[], { startS, endS }: Phrase): number {
  const part = levels.slice(Math.round(startS / levelStepS), Math.round(endS / levelStepS));
  const smooth = part.map((_, at) => {
    const near = part.slice(Math.max(0, at - 2), at + 3);
    return near.reduce((sum, level) => sum + level, 0) / near.length;
  });
  const dips = [0];
  let peak = -Infinity;
  let low = { level: Infinity, at: 0 };
  for (const [at, level] of smooth.entries()) {
    if (level < low.level) {
      low = { level, at };
    }
    if (level > low.level + 3 && peak > low.level + 3) {
      dips.push(low.at);
      peak = level;
      low = { level, at };
    } else if (level > peak) {
      peak = level;
      low = { level, at };
    }
  }
  const lengths = [...dips.slice(1), smooth.length].map((end, at) => end - dips[at]!);
  const others = lengths.slice(0, -1);
  return others.length < 2
    ? 1
    : lengths.at(-1)! / (others.reduce((sum, one) => sum + one, 0) / others.length);
}
