import { toPitchGrid } from '../convert/pitch-tracker.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';

const frame = toPitchGrid(VOICE_RATE_HZ).hop;
/** Half width of the level smoothing, in frames: longer than a period, shorter than a syllable. */
const reach = 8;
/** Minimum depth of dips between syllables. */
const dipDb = 2.5;
/** Level below the loudest from which there is no syllable. */
const quietDb = 25;
/** Length from which silence is a pause, which the pace excludes. */
const pauseFrames = 50;

/** Estimates syllables per second of speech at `VOICE_RATE_HZ`, without pauses; 0 without syllables. */
export function measurePace(speech: Float32Array): number {
  const levels = smooth(readLevels(speech));
  const loudest = levels.reduce((max, level) => Math.max(max, level), -Infinity);
  const floor = loudest - quietDb;
  let syllables = 0;
  let spoken = 0;
  let silent = 0;
  let peak = -Infinity;
  let low = Infinity;
  for (const level of levels) {
    silent = level < floor ? silent + 1 : 0;
    spoken += silent < pauseFrames ? 1 : 0;
    low = Math.min(low, level);
    // A rise out of a dip begins a syllable, which is counted at its end.
    peak = level > low + dipDb ? Math.max(peak, level) : peak;
    if (peak > floor && level < peak - dipDb) {
      syllables += 1;
      peak = -Infinity;
      low = level;
    }
  }
  return spoken === 0 ? 0 : syllables / ((spoken * frame) / VOICE_RATE_HZ);
}

/** Levels in dB per frame of sound below some 2 kHz, where vowels are. */
function readLevels(speech: Float32Array): number[] {
  const levels: number[] = [];
  for (let start = 0; start + frame <= speech.length; start += frame) {
    let power = 1e-9;
    for (let index = start; index + 4 <= start + frame; index += 4) {
      const sum = speech[index]! + speech[index + 1]! + speech[index + 2]! + speech[index + 3]!;
      power += sum * sum;
    }
    levels.push(10 * Math.log10(power));
  }
  return levels;
}

function smooth(levels: readonly number[]): number[] {
  return levels.map((_, index) => {
    const part = levels.slice(Math.max(0, index - reach), index + reach + 1);
    return part.reduce((sum, level) => sum + level, 0) / part.length;
  });
}
