import { beforeAll, describe, expect, it } from 'vitest';
import { openFlite } from '../engines/flite-engine.ts';
import { VoiceFront } from './voice-front.ts';

const rate = 16_000;
let speech: Float32Array;

beforeAll(async () => {
  const flite = await openFlite();
  const text = 'The birch canoe slid on the smooth planks.';
  speech = (await flite.speak(text, { engine: 'flite', base: 'rms', pace: 1 })).samples;
});

/** Creates a second of noise, speech with noise, and two seconds of noise, 20 dB below the speech. */
function addNoise(): Float32Array {
  const whole = new Float32Array(speech.length + 3 * rate);
  whole.set(speech, rate);
  let seed = 5;
  return whole.map((sample) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return sample + 0.02 * (seed / 2_147_483_647 - 0.5);
  });
}

const powerOf = (samples: Float32Array): number =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

describe('the stages before a voice is changed', () => {
  it('is nothing while nothing is wanted', () => {
    const front = new VoiceFront();
    expect(speech.map((sample) => front.step(sample))).toEqual(speech);
    expect(front.latency).toBe(0);
  });

  it('silences everything but speech, which passes unchanged', () => {
    const front = new VoiceFront();
    front.setGate(true);
    const noisy = addNoise();
    const gated = noisy.map((sample) => front.step(sample));
    const end = rate + speech.length + front.latency;
    expect(powerOf(gated.subarray(0.6 * rate, 0.9 * rate))).toBe(0);
    expect(powerOf(gated.subarray(end + 0.8 * rate, end + 1.5 * rate))).toBe(0);
    const heard = gated.subarray(rate + front.latency, end);
    const kept = powerOf(heard) / powerOf(noisy.subarray(rate, rate + speech.length));
    expect(kept).toBeGreaterThan(0.98);
  });

  it('goes on and off without a crack', () => {
    const front = new VoiceFront();
    const slow = Float32Array.from({ length: rate }, (_, index) => 0.3 * Math.sin(index / 40));
    let before = 0;
    let steepest = 0;
    for (const [index, sample] of slow.entries()) {
      front.setSuppression(index > 4000 && index < 8000);
      front.setGate(index > 6000 && index < 12_000);
      const value = front.step(sample);
      steepest = Math.max(steepest, Math.abs(value - before));
      before = value;
    }
    // The wave itself changes by 0.0075 per sample, and a crossfade adds half of that.
    expect(steepest).toBeLessThan(0.02);
    expect(front.latency).toBe(0);
  });
});
