import { BAND_COUNT } from '../changer/bands.ts';
import { readGrains, type VoiceGrain } from '../changer/voice-grains.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';
import { readProbabilities } from '../visemes/find-visemes.ts';

/** Samples from one frame to the next: 10 ms. */
export const FRAME_HOP = VOICE_RATE_HZ / 100;

/** A moment of somebody's speech. */
export interface VoiceFrame {
  readonly isVoiced: boolean;
  /** Levels per band in dB, with a mean of 0. */
  readonly levels: Float64Array;
  /** What is said rather than by whom: the squared distance of two of them says how unlike two sounds are. */
  readonly content: Float64Array;
}

/** Speech as frames of 10 ms, and the mean levels of its sounds with and without voice. */
export interface VoiceFrames {
  /** Null in pauses. */
  readonly frames: readonly (VoiceFrame | null)[];
  readonly voiced: Float64Array;
  readonly unvoiced: Float64Array;
}

const cosineCount = 14;
/** Frames around a moment whose shapes tell its sound. */
const context = [-3, 0, 3];
/** How much shapes count beside mouths. */
const shapeWeight = Math.sqrt(0.25 / (cosineCount * context.length));

const cosines = Array.from({ length: cosineCount }, (_, order) =>
  Float64Array.from({ length: BAND_COUNT }, (_value, band) =>
    Math.cos((Math.PI * (order + 1) * (band + 0.5)) / BAND_COUNT),
  ),
);

/** Reads frames of speech at the rate of voices. Takes some 30 ms of processor per second of it. */
export function readVoiceFrames(speech: Float32Array): VoiceFrames {
  const grains = placeGrains(speech);
  const mouths = readProbabilities(speech);
  const voiced = meanLevels(grains, true);
  const unvoiced = meanLevels(grains, false);
  const shapes = readShapes(grains, voiced, unvoiced);
  const frames = grains.map((grain, index): VoiceFrame | null => {
    if (grain === null) {
      return null;
    }
    const around = context.flatMap((step) => {
      const shape = shapes[index + step] ?? shapes[index];
      return [...(shape ?? [])].map((value) => shapeWeight * value);
    });
    const likely = mouths[Math.min(index, mouths.length - 1)] ?? new Float32Array();
    return {
      isVoiced: grain.period !== null,
      levels: grain.levels,
      // Hellinger's distance of what mouths are likely, then that of spectra.
      content: Float64Array.from([...likely.map((value) => Math.sqrt(value)), ...around]),
    };
  });
  return { frames, voiced, unvoiced };
}

/** The grain nearest to the middle of each frame; null where it is in another frame. */
function placeGrains(speech: Float32Array): (VoiceGrain | null)[] {
  const placed = Array.from<VoiceGrain | null>({
    length: Math.floor(speech.length / FRAME_HOP),
  }).fill(null);
  const distances = placed.map(() => FRAME_HOP);
  for (const grain of readGrains(speech)) {
    const nearest = Math.floor(grain.position / FRAME_HOP);
    for (let frame = nearest - 1; frame <= nearest + 1; frame += 1) {
      const distance = Math.abs(grain.position - (frame + 0.5) * FRAME_HOP);
      if (distance < (distances[frame] ?? 0)) {
        placed[frame] = grain;
        distances[frame] = distance;
      }
    }
  }
  return placed;
}

function meanLevels(grains: readonly (VoiceGrain | null)[], isVoiced: boolean): Float64Array {
  const mean = new Float64Array(BAND_COUNT);
  let count = 0;
  for (const grain of grains) {
    if (grain !== null && (grain.period !== null) === isVoiced) {
      count += 1;
      for (let band = 0; band < BAND_COUNT; band += 1) {
        mean[band] = mean[band]! + (grain.levels[band]! - mean[band]!) / count;
      }
    }
  }
  return mean;
}

/** First cosines of levels against their mean, each with a deviation of 1: whose voice it is drops out. */
function readShapes(
  grains: readonly (VoiceGrain | null)[],
  voiced: Float64Array,
  unvoiced: Float64Array,
): (Float64Array | null)[] {
  const squares = new Float64Array(cosineCount);
  let count = 1e-9;
  const shapes = grains.map((grain) => {
    if (grain === null) {
      return null;
    }
    count += 1;
    const mean = grain.period === null ? unvoiced : voiced;
    return Float64Array.from(cosines, (cosine, order) => {
      const value = cosine.reduce(
        (sum, weight, band) => sum + weight * (grain.levels[band]! - mean[band]!),
        0,
      );
      squares[order] = squares[order]! + value * value;
      return value;
    });
  });
  const scales = squares.map((sum) => 1 / Math.sqrt(sum / count + 1e-9));
  return shapes.map((shape) => shape?.map((value, order) => value * scales[order]!) ?? null);
}
