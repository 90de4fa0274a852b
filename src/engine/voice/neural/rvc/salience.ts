import { PITCH_BINS } from '../../../packs/recognise/voices/estimator-signature.ts';

/** Spacing of the pitch bins; the first is 32.7 Hz. */
const centsPerBin = 20;
const firstCents = 1997.379_408_437_619;
const baseHz = 10;
/** Salience below which a frame is unvoiced. */
const threshold = 0.03;
/** Number of neighbouring bins on each side in the weighted mean. */
const reach = 4;

/** Decodes the pitch of every frame from the salience of 360 bins; 0 where unvoiced. */
export function decodeSalience(salience: Float32Array, frames: number): Float32Array<ArrayBuffer> {
  const hertz = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    hertz[frame] = decodeFrame(salience, frame * PITCH_BINS);
  }
  return hertz;
}

function decodeFrame(salience: Float32Array, start: number): number {
  let best = 0;
  for (let bin = 1; bin < PITCH_BINS; bin += 1) {
    best = salience[start + bin]! > salience[start + best]! ? bin : best;
  }
  if (!(salience[start + best]! > threshold)) {
    return 0;
  }
  let weights = 0;
  let sum = 0;
  const last = Math.min(PITCH_BINS - 1, best + reach);
  for (let bin = Math.max(0, best - reach); bin <= last; bin += 1) {
    const weight = salience[start + bin]!;
    weights += weight;
    sum += weight * (firstCents + centsPerBin * bin);
  }
  return baseHz * 2 ** (sum / weights / 1200);
}
