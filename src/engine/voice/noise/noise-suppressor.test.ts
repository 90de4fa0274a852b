import { describe, expect, it } from 'vitest';
import { openFlite } from '../engines/flite-engine.ts';
import { NoiseSuppressor } from './noise-suppressor.ts';

const noiseLevel = 0.02;

function correlate(one: Float32Array, two: Float32Array, lag: number): number {
  let sum = 0;
  for (let index = 0; index + lag < one.length; index += 1) {
    sum += one[index]! * two[index + lag]!;
  }
  return sum;
}

function computePower(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}

async function speak(): Promise<Float32Array> {
  const flite = await openFlite();
  const text = 'The birch canoe slid on the smooth planks.';
  return (await flite.speak(text, { engine: 'flite', base: 'rms', pace: 1 })).samples;
}

function addNoise(speech: Float32Array): Float32Array {
  let seed = 5;
  return speech.map((sample) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return sample + noiseLevel * (seed / 2_147_483_647 - 0.5);
  });
}

describe('a noise suppressor', () => {
  it('has the delay that it states, and passes speech', async () => {
    const speech = await speak();
    const suppressor = new NoiseSuppressor();
    const cleaned = speech.map((sample) => suppressor.step(sample));
    let best = 0;
    for (let lag = 0; lag < 800; lag += 1) {
      best = correlate(speech, cleaned, lag) > correlate(speech, cleaned, best) ? lag : best;
    }
    expect(Math.abs(best - suppressor.latency)).toBeLessThanOrEqual(2);
    expect(10 * Math.log10(computePower(cleaned) / computePower(speech))).toBeGreaterThan(-3);
  });

  it('takes noise out of pauses', async () => {
    const noisy = addNoise(new Float32Array(32_000));
    const suppressor = new NoiseSuppressor();
    const cleaned = noisy.map((sample) => suppressor.step(sample));
    const left = 10 * Math.log10(computePower(cleaned.subarray(16_000)) / computePower(noisy));
    expect(left).toBeLessThan(-12);
    expect(suppressor.speech).toBeLessThan(0.5);
  });

  it('keeps each stream to itself', async () => {
    const speech = addNoise(await speak());
    const alone = new NoiseSuppressor();
    const other = new NoiseSuppressor();
    const beside = new NoiseSuppressor();
    const expected = speech.map((sample) => alone.step(sample));
    const got = speech.map((sample, index) => {
      other.step(index % 2 === 0 ? 0.5 : -0.5);
      return beside.step(sample);
    });
    expect(got).toEqual(expected);
  });
});
