import { toPitchGrid } from '../convert/pitch-tracker.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';

const frame = toPitchGrid(VOICE_RATE_HZ).hop;
/** Frames that a level is smoothed over on each side: syllables last longer, periods less. */
const reach = 8;
/** Dips between syllables are at least this deep. */
const dipDb = 2.5;
/** Below the loudest by more than this there is no syllable. */
const quietDb = 25;
/** Longer silence is a pause and no part of the pace. */
const pauseFrames = 50;

/** Syllables per second of speech at the rate of voices, without its pauses; 0 when there are none. */
export function measurePace(speech: Float32Array): number {
  const levels = smooth(readLevels(speech));
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity);
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
    // A rise out of a dip begins a syllable; it counts once it is over.
    peak = level > low + dipDb ? Math.max(peak, level) : peak;
    if (peak > floor && level < peak - dipDb) {
      syllables += 1;
      peak = -Infinity;
      low = level;
    }
  }
  return spoken === 0 ? 0 : syllables / ((spoken * frame) / VOICE_RATE_HZ);
}

/** In dB, of sound below some 2 kHz, where vowels are. */
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
