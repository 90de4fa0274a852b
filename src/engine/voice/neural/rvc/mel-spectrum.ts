import { MEL_BANDS } from '../../../packs/recognise/voices/estimator-signature.ts';
import { MelMeter } from '../../convert/mel-meter.ts';
import { usualMel } from '../../convert/mel.ts';
import { FRAME, RATE_HZ } from './frames.ts';

const SIZE = 1024;
const floor = 1e-5;
const meter = new MelMeter({
  rateHz: RATE_HZ,
  windowLength: SIZE,
  size: SIZE,
  bandCount: MEL_BANDS,
  lowestHz: 30,
  highestHz: 8000,
  scale: usualMel,
});
const magnitudes = new Float64Array(MEL_BANDS);

/**
 * Computes the log-mel spectrum of a window as RMVPE was trained on: band by band, a column per frame, centred on its
 * first sample; the window is mirrored at its ends.
 */
export function toMelSpectrum(window: Float32Array): Float32Array<ArrayBuffer> {
  const { length } = window;
  const frames = Math.floor(length / FRAME);
  const spectrum = new Float32Array(MEL_BANDS * frames);
  const sampleAt = (index: number): number => window[index]!;
  for (let frame = 0; frame < frames; frame += 1) {
    meter.measure({ length, sampleAt }, frame * FRAME, magnitudes);
    for (let band = 0; band < MEL_BANDS; band += 1) {
      spectrum[band * frames + frame] = Math.log(Math.max(floor, magnitudes[band]!));
    }
  }
  return spectrum;
}
