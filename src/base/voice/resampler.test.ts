import { describe, expect, it } from 'vitest';
import { DEVICE_RATE_HZ, PIPELINE_RATE_HZ } from './low-pass.ts';
import { Downsampler, Upsampler } from './resampler.ts';

function createTone(hz: number, rateHz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: rateHz * seconds }, (_, at) =>
    Math.sin((2 * Math.PI * hz * at) / rateHz),
  );
}

function down(samples: Float32Array): Float32Array {
  const filter = new Downsampler();
  const output: number[] = [];
  for (const sample of samples) {
    if (filter.push(sample)) {
      output.push(filter.read());
    }
  }
  return Float32Array.from(output);
}

function upsample(samples: Float32Array): Float32Array {
  const filter = new Upsampler();
  return Float32Array.from(
    [...samples].flatMap((sample) => {
      filter.push(sample);
      return [0, 1, 2].map((phase) => filter.read(phase));
    }),
  );
}

/** Level beside a tone of full scale, in dB, without the beginning in which the filter fills. */
function measureLevelDb(samples: Float32Array): number {
  const settled = samples.subarray(samples.length / 4);
  const power = settled.reduce((sum, sample) => sum + sample * sample, 0) / settled.length;
  return 10 * Math.log10(2 * power);
}

/** Level of one frequency, in dB. */
function measureLevelAt(samples: Float32Array, hz: number, rateHz: number): number {
  const settled = samples.subarray(samples.length / 4);
  let re = 0;
  let im = 0;
  settled.forEach((sample, at) => {
    const window = 1 - Math.cos((2 * Math.PI * at) / settled.length);
    re += window * sample * Math.cos((2 * Math.PI * hz * at) / rateHz);
    im += window * sample * Math.sin((2 * Math.PI * hz * at) / rateHz);
  });
  return 20 * Math.log10((2 * Math.hypot(re, im)) / settled.length);
}

describe('down from the rate of the devices', () => {
  it.each([8010, 8200, 8400, 9000, 9500, 11_000, 15_000, 16_400, 20_000, 23_900])(
    'lets nothing of %i Hz come back mirrored: at least 70 dB less',
    (hz) => {
      expect(measureLevelDb(down(createTone(hz, DEVICE_RATE_HZ, 0.5)))).toBeLessThan(-70);
    },
  );

  it.each([60, 300, 1000, 3400, 6000, 6800])('keeps %i Hz within 0.2 dB', (hz) => {
    expect(Math.abs(measureLevelDb(down(createTone(hz, DEVICE_RATE_HZ, 0.5))))).toBeLessThan(0.2);
  });

  it('gives one sample for three', () => {
    expect(down(new Float32Array(4800))).toHaveLength(1600);
  });
});

describe('up to the rate of the devices', () => {
  it.each([300, 1000, 5000, 6800])('keeps %i Hz and mirrors nothing of it: 70 dB less', (hz) => {
    const output = upsample(createTone(hz, PIPELINE_RATE_HZ, 0.5));
    expect(Math.abs(measureLevelAt(output, hz, DEVICE_RATE_HZ))).toBeLessThan(0.2);
    for (const image of [PIPELINE_RATE_HZ - hz, PIPELINE_RATE_HZ + hz]) {
      expect(measureLevelAt(output, image, DEVICE_RATE_HZ)).toBeLessThan(-70);
    }
  });
});
