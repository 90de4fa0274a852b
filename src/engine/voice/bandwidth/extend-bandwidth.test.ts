import { beforeAll, expect, it } from 'vitest';
import { resample } from '../changer/resample.ts';
import type { Speech } from '../engines/engine.ts';
import { openFlite } from '../engines/flite-engine.ts';
import { type BandLevels, FRAME_STEP, readBandLevels, SPEECH_RATE_HZ } from './band-levels.ts';
import { extendBandwidth } from './extend-bandwidth.ts';
import { measureHighBandBias } from './high-band.ts';
import { toSpeechRate } from './to-speech-rate.ts';

let speech: Speech;
let raised: Speech;

beforeAll(async () => {
  const flite = await openFlite();
  speech = await flite.speak('Six fresh fish. The moon is yellow.', {
    engine: 'flite',
    base: 'rms',
    pace: 1,
  });
  raised = toSpeechRate(speech);
});

/** Returns the mean level of the bands from 8 to 12 kHz in the middles of these sounds. */
function measureHighLevel(frames: readonly BandLevels[], symbols: readonly string[]): number {
  const found = raised.phones.flatMap(({ symbol, startMs, endMs }) => {
    const at = (((startMs + endMs) / 2) * SPEECH_RATE_HZ) / 1000 / FRAME_STEP;
    const frame = symbols.includes(symbol) ? frames[Math.round(at) + 2] : undefined;
    return frame === undefined ? [] : [...frame.high.subarray(1)];
  });
  return found.reduce((sum, level) => sum + level, 0) / found.length;
}

it('hisses above 8 kHz where there are sibilants, and hardly in vowels', () => {
  expect(raised.sampleRateHz).toBe(SPEECH_RATE_HZ);
  expect(raised.samples.length).toBe((speech.samples.length * 3) / 2);
  const frames = readBandLevels(raised.samples);
  const hiss = measureHighLevel(frames, ['s', 'sh']);
  expect(hiss - measureHighLevel(frames, ['uw', 'ow', 'm'])).toBeGreaterThan(15);
  const before = readBandLevels(resample(speech.samples, speech.sampleRateHz, SPEECH_RATE_HZ));
  expect(hiss - measureHighLevel(before, ['s', 'sh'])).toBeGreaterThan(30);
});

it('leaves the band below unchanged', () => {
  const back = resample(raised.samples, SPEECH_RATE_HZ, 16_000);
  const low = (samples: Float32Array): number[] =>
    readBandLevels(resample(samples, 16_000, SPEECH_RATE_HZ)).flatMap(({ low: levels }) => [
      ...levels,
    ]);
  const before = low(speech.samples);
  const apart = low(back).map((level, at) => Math.abs(level - before[at]!));
  expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(0.3);
});

it('gives a speaker the high band of recordings, and finds none where there is none', () => {
  const bias = [6, 6, 6, 6, 6];
  const bright = extendBandwidth(speech.samples, speech.sampleRateHz, bias);
  const found = measureHighBandBias(readBandLevels(bright));
  const usual = measureHighBandBias(readBandLevels(raised.samples));
  expect(found[1]! - usual[1]!).toBeGreaterThan(4);
  const narrow = resample(speech.samples, speech.sampleRateHz, SPEECH_RATE_HZ);
  expect(measureHighBandBias(readBandLevels(narrow))).toEqual([0, 0, 0, 0, 0]);
});

it('leaves silence silent and higher rates alone', () => {
  const silent = extendBandwidth(new Float32Array(4000), 16_000);
  expect(silent.length).toBe(6000);
  expect(Math.max(...silent.map(Math.abs))).toBeLessThan(1e-4);
  const wide: Speech = { samples: new Float32Array(480), sampleRateHz: 48_000, phones: [] };
  expect(toSpeechRate(wide)).toBe(wide);
  const model = toSpeechRate({ ...wide, samples: new Float32Array(22_050), sampleRateHz: 22_050 });
  expect([model.sampleRateHz, model.samples.length]).toEqual([SPEECH_RATE_HZ, SPEECH_RATE_HZ]);
});
