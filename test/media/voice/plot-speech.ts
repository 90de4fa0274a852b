import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

const columns = 900;
const waveHeight = 90;
const bands = 128;
const windowLength = 2 * bands;
const rowHeight = waveHeight + bands + 6;

/** Plots waveforms and spectrograms of recordings below each other, for inspection. */
export async function plotSpeech(
  path: string,
  sounds: readonly { readonly samples: Float32Array }[],
): Promise<void> {
  const height = rowHeight * sounds.length;
  const pixels = Buffer.alloc(columns * height, 255);
  for (const [row, { samples }] of sounds.entries()) {
    drawWave(pixels, row * rowHeight, samples);
    drawSpectrogram(pixels, row * rowHeight + waveHeight, samples);
  }
  await mkdir(dirname(path), { recursive: true });
  await sharp(pixels, { raw: { width: columns, height, channels: 1 } })
    .png()
    .toFile(path);
}

function drawWave(pixels: Buffer, top: number, samples: Float32Array): void {
  for (let x = 0; x < columns; x += 1) {
    const from = Math.floor((x * samples.length) / columns);
    const to = Math.floor(((x + 1) * samples.length) / columns);
    let low = 0;
    let high = 0;
    for (let index = from; index < to; index += 1) {
      low = Math.min(low, samples[index]!);
      high = Math.max(high, samples[index]!);
    }
    const first = Math.round(((1 - Math.min(1, high)) / 2) * (waveHeight - 1));
    const last = Math.round(((1 - Math.max(-1, low)) / 2) * (waveHeight - 1));
    for (let y = first; y <= last; y += 1) {
      pixels[(top + y) * columns + x] = 40;
    }
  }
}

const hann = Float64Array.from(
  { length: windowLength },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowLength),
);
const cosines = Float64Array.from({ length: windowLength }, (_, turn) =>
  Math.cos((2 * Math.PI * turn) / windowLength),
);

function drawSpectrogram(pixels: Buffer, top: number, samples: Float32Array): void {
  const part = new Float64Array(windowLength);
  for (let x = 0; x < columns; x += 1) {
    const start = Math.floor((x * (samples.length - windowLength)) / columns);
    for (let index = 0; index < windowLength; index += 1) {
      part[index] = hann[index]! * (samples[start + index] ?? 0);
    }
    for (let band = 0; band < bands; band += 1) {
      let real = 0;
      let imaginary = 0;
      for (let index = 0; index < windowLength; index += 1) {
        const turn = (band * index) % windowLength;
        real += part[index]! * cosines[turn]!;
        imaginary += part[index]! * cosines[(turn + windowLength / 4) % windowLength]!;
      }
      const level = 10 * Math.log10(real * real + imaginary * imaginary + 1e-9);
      const shade = 255 - Math.max(0, Math.min(255, (level + 33) * 4.2));
      pixels[(top + bands - 1 - band) * columns + x] = Math.round(shade);
    }
  }
}
