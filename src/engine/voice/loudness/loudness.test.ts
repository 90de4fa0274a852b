import { describe, expect, it } from 'vitest';
import { LoudnessMeter } from './loudness-meter.ts';
import { PeakLimiter } from './peak-limiter.ts';

function createTone(
  seconds: number,
  sampleRateHz: number,
  hz: number,
  level: number,
): Float32Array {
  return Float32Array.from(
    { length: seconds * sampleRateHz },
    (_, index) => level * Math.sin((2 * Math.PI * hz * index) / sampleRateHz),
  );
}

describe('the loudness of sound', () => {
  // A full-scale tone of 997 Hz has -3.01 LUFS, by the norm.
  it.each([16_000, 22_050, 48_000])('is that of the norm at %i Hz', (rate) => {
    const meter = new LoudnessMeter(rate);
    meter.add(createTone(3, rate, 997, 1));
    expect(meter.integrated()).toBeCloseTo(-3.01, 1);
  });

  it('does not count pauses', () => {
    const meter = new LoudnessMeter(16_000);
    meter.add(createTone(3, 16_000, 997, 0.1));
    meter.add(new Float32Array(160_000));
    expect(meter.integrated()).toBeCloseTo(-23.01, 0);
  });

  it('is none in silence', () => {
    const meter = new LoudnessMeter(16_000);
    meter.add(new Float32Array(16_000));
    expect(meter.integrated()).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the limiter', () => {
  it('lets nothing over the ceiling, however it comes', () => {
    const limiter = new PeakLimiter(16_000, 0.8);
    const sound = createTone(1, 16_000, 300, 0.7).map((sample, index) =>
      index % 3777 < 3 ? 4 : sample * (index > 8000 ? 2 : 1),
    );
    limiter.process(sound);
    expect(sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThanOrEqual(
      0.8 + 1e-6,
    );
  });

  it('only delays quiet sound', () => {
    const limiter = new PeakLimiter(16_000, 0.8);
    const sound = createTone(0.5, 16_000, 300, 0.7);
    const limited = sound.slice();
    limiter.process(limited);
    const { latency } = limiter;
    const away = limited.subarray(latency).map((sample, index) => Math.abs(sample - sound[index]!));
    expect(Math.max(...away)).toBeLessThan(5e-6);
  });
});
