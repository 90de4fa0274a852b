/** Sample rate of the audio devices. */
export const DEVICE_RATE_HZ = 48_000;
/** Samples in a millisecond at that rate. */
export const DEVICE_SAMPLES_PER_MS = DEVICE_RATE_HZ / 1000;
/** Rate of voices on their way to the service. */
export const PIPELINE_RATE_HZ = 16_000;
/** The whole number between them. */
export const RATE_RATIO = 3;

/** Filter length at the device rate; half of it is the delay of one filter: 2.5 ms. */
const TAPS = 240;
/** Middle of the slope. With 240 taps it begins at 6.9 kHz and ends at 8 kHz, which avoids aliasing. */
const CUTOFF_HZ = 7440;
/** Shape of Kaiser's window for 80 dB. */
const KAISER_BETA = 7.9;

/** Samples of a filter's past, at the rate of the devices. */
export const FILTER_TAPS = TAPS;

/** Delay of both filters together. */
export const FILTERS_DELAY_MS = (1000 * TAPS) / DEVICE_RATE_HZ;

/** A low-pass between the two rates, as a windowed sinc whose sum is 1. */
export function designLowPass(): Float32Array<ArrayBuffer> {
  const middle = (TAPS - 1) / 2;
  const band = (2 * CUTOFF_HZ) / DEVICE_RATE_HZ;
  const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - middle;
    const turn = Math.PI * band * distance;
    const sinc = turn === 0 ? 1 : Math.sin(turn) / turn;
    return band * sinc * kaiser(distance / (middle + 0.5));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return Float32Array.from(taps, (tap) => tap / sum);
}

function kaiser(position: number): number {
  return (
    bessel(KAISER_BETA * Math.sqrt(Math.max(0, 1 - position * position))) / bessel(KAISER_BETA)
  );
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let order = 1; order < 40; order += 1) {
    term *= (x / (2 * order)) ** 2;
    sum += term;
  }
  return sum;
}
