import { fromMel, toMel } from '../../../../src/engine/voice/convert/mel.ts';
import {
  FEATURE_SIZE,
  SpeechFeatures,
} from '../../../../src/engine/voice/visemes/speech-features.ts';

/** Maximum number of masked bands (Park et al. 2019). */
const maxHidden = 6;
/** Maximum change of the vocal tract's length, as a natural logarithm (Jaitly and Hinton 2013). */
const maxWarp = 0.08;
/** Maximum amplitude of each wave of the band levels' error. */
const maxError = 0.3;
const errorWaves = 3;
/** Edges of the bands, as in `SpeechFeatures`. */
const lowestMel = toMel(60);
const melStep = (toMel(7600) - lowestMel) / (SpeechFeatures.bands + 1);

/** Changes the features of a stretch of speech in place, as if another person had said the same elsewhere. */
export function varyBands(rows: Float32Array, random: () => number): void {
  if (random() < 0.5) {
    warpBands(rows, Math.exp(maxWarp * (2 * random() - 1)));
  }
  if (random() < 0.5) {
    tiltBands(rows, random);
  }
  hideBands(rows, random);
}

/** Multiplies all frequencies by a factor: a shorter or longer vocal tract. */
function warpBands(rows: Float32Array, factor: number): void {
  const places = Float64Array.from({ length: SpeechFeatures.bands }, (_, band) => {
    const hz = fromMel(lowestMel + (band + 1) * melStep) / factor;
    const place = (toMel(hz) - lowestMel) / melStep - 1;
    return Math.max(0, Math.min(SpeechFeatures.bands - 1, place));
  });
  const row = new Float32Array(SpeechFeatures.bands);
  for (let at = 0; at < rows.length; at += FEATURE_SIZE) {
    row.set(rows.subarray(at, at + SpeechFeatures.bands));
    for (const [band, place] of places.entries()) {
      const low = Math.min(SpeechFeatures.bands - 2, Math.floor(place));
      const share = place - low;
      rows[at + band] = (1 - share) * row[low]! + share * row[low + 1]!;
    }
  }
}

/** Adds what the speaker's mean levels may be wrong by: smooth over the bands, constant in time. */
function tiltBands(rows: Float32Array, random: () => number): void {
  const errors = new Float64Array(SpeechFeatures.bands);
  for (let wave = 0; wave < errorWaves; wave += 1) {
    const size = maxError * (2 * random() - 1);
    for (let band = 0; band < errors.length; band += 1) {
      errors[band]! += size * Math.cos((Math.PI * wave * (band + 0.5)) / errors.length);
    }
  }
  for (let at = 0; at < rows.length; at += FEATURE_SIZE) {
    for (const [band, error] of errors.entries()) {
      rows[at + band]! += error;
    }
  }
}

function hideBands(rows: Float32Array, random: () => number): void {
  const count = Math.floor(random() * (maxHidden + 1));
  const first = Math.floor(random() * (SpeechFeatures.bands - count));
  for (let at = first; at < rows.length; at += FEATURE_SIZE) {
    rows.fill(0, at, at + count);
  }
}
