import { MEL_BANDS } from '../../../packs/recognise/voices/estimator-signature.ts';
import { Fourier } from '../../convert/fourier.ts';
import { fromMel, toMel } from '../../convert/mel.ts';
import { FRAME, RATE_HZ } from './frames.ts';

const SIZE = 1024;
const lowestHz = 30;
const highestHz = 8000;
const floor = 1e-5;

/**
 * The logarithmic mel spectrum of a window as RMVPE was taught it: band after band, a column for every frame,
 * each around the first sample of it; the window is mirrored at its ends.
 */
export function toMelSpectrum(window: Float32Array): Float32Array<ArrayBuffer> {
  const frames = Math.floor(window.length / FRAME);
  const spectrum = new Float32Array(MEL_BANDS * frames);
  const part = new Float64Array(SIZE);
  const real = new Float64Array(fourier.bins);
  const imaginary = new Float64Array(fourier.bins);
  for (let frame = 0; frame < frames; frame += 1) {
    const start = frame * FRAME - SIZE / 2;
    for (let index = 0; index < SIZE; index += 1) {
      part[index] = shape[index]! * window[mirror(start + index, window.length)]!;
    }
    fourier.forward(part, real, imaginary);
    for (let bin = 0; bin < fourier.bins; bin += 1) {
      real[bin] = Math.hypot(real[bin]!, imaginary[bin]!);
    }
    for (const [band, { first, weights }] of bands.entries()) {
      let sum = 0;
      for (let index = 0; index < weights.length; index += 1) {
        sum += weights[index]! * real[first + index]!;
      }
      spectrum[band * frames + frame] = Math.log(Math.max(floor, sum));
    }
  }
  return spectrum;
}

const fourier = new Fourier(SIZE);
const shape = Float64Array.from(
  { length: SIZE },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / SIZE),
);
const bands = makeBands();

function mirror(index: number, length: number): number {
  const folded = index < 0 ? -index : index >= length ? 2 * length - 2 - index : index;
  return Math.max(0, Math.min(length - 1, folded));
}

/** Triangles that overlap by half on the mel scale, each with an area of 1 over Hz. */
function makeBands(): readonly { readonly first: number; readonly weights: Float64Array }[] {
  const lowest = toMel(lowestHz);
  const step = (toMel(highestHz) - lowest) / (MEL_BANDS + 1);
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, index) => fromMel(lowest + index * step));
  const binHz = RATE_HZ / SIZE;
  return edges.slice(0, MEL_BANDS).map((left, band) => {
    const middle = edges[band + 1]!;
    const right = edges[band + 2]!;
    const first = Math.max(0, Math.ceil(left / binHz));
    const last = Math.min(fourier.bins - 1, Math.floor(right / binHz));
    const weights = Float64Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const hertz = (first + index) * binHz;
      const rising = (hertz - left) / (middle - left);
      const fall = (right - hertz) / (right - middle);
      return (Math.max(0, Math.min(rising, fall)) * 2) / (right - left);
    });
    return { first, weights };
  });
}
