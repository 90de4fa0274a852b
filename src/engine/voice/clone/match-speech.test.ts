import { expect, it } from 'vitest';
import { resample } from '../changer/resample.ts';
import { measureVoice } from '../changer/measure-voice.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';
import { openFlite } from '../engines/flite-engine.ts';
import { compareVoices } from './compare-voices.ts';
import { matchSpeech } from './match-speech.ts';

async function speak(base: string, text: string): Promise<Float32Array> {
  const flite = await openFlite();
  const { samples, sampleRateHz } = await flite.speak(text, { engine: 'flite', base, pace: 1 });
  return resample(samples, sampleRateHz, VOICE_RATE_HZ);
}

it('gives speech the pitch and the spectrum of a sample, and leaves it as long', async () => {
  const spoken = await speak('rms', 'Take the winding path to reach the lake.');
  const sample = await speak('slt', 'Note closely the size of the gas tank. Mend the coat.');
  const target = measureVoice(sample);
  const matched = matchSpeech(spoken, sample, target);
  expect(matched.length).toBe(spoken.length);
  const [before, after] = [compareVoices(target, spoken), compareVoices(target, matched)];
  expect(Math.abs(after.pitchHz.result / target.pitchHz - 1)).toBeLessThan(0.05);
  expect(after.envelopeDb).toBeLessThan(0.65 * before.envelopeDb);
});

it('leaves silence silent', async () => {
  const sample = await speak('slt', 'Note closely the size of the gas tank.');
  const silence = new Float32Array(VOICE_RATE_HZ);
  const made = matchSpeech(silence, sample, measureVoice(sample));
  expect(made.every((value) => Math.abs(value) < 1e-4)).toBe(true);
});

it.each([0.91, 1.02, 1.1])(
  'leaves the melody of speech whose pitch is near, %d of it',
  async (factor) => {
    const spoken = await speak('slt', 'Take the winding path to reach the lake.');
    const own = measureVoice(spoken);
    const made = matchSpeech(spoken, spoken, { ...own, pitchHz: factor * own.pitchHz });
    const error = made.reduce((sum, value, index) => sum + (value - spoken[index]!) ** 2, 0);
    expect(error / spoken.reduce((sum, value) => sum + value ** 2, 0)).toBeLessThan(1e-6);
  },
);

it.each([0.8, 1.2])('moves the melody of speech whose pitch is far, %d of it', async (factor) => {
  const spoken = await speak('slt', 'Take the winding path to reach the lake.');
  const own = measureVoice(spoken);
  const made = matchSpeech(spoken, spoken, { ...own, pitchHz: factor * own.pitchHz });
  expect(made.every(Number.isFinite)).toBe(true);
  expect(Math.abs(measureVoice(made).pitchHz / (factor * own.pitchHz) - 1)).toBeLessThan(0.03);
});

it('makes equal speech twice', async () => {
  const spoken = await speak('rms', 'Take the winding path to reach the lake.');
  const sample = await speak('slt', 'Note closely the size of the gas tank.');
  const target = measureVoice(sample);
  expect(matchSpeech(spoken, sample, target)).toEqual(matchSpeech(spoken, sample, target));
});
