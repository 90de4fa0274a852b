import { describe, expect, it } from 'vitest';
import { measureVoice } from '../changer/measure-voice.ts';
import { resample } from '../changer/resample.ts';
import { readGrains } from '../changer/voice-grains.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';
import type { Phone, Speech } from '../engines/engine.ts';
import { openFlite } from '../engines/flite-engine.ts';
import { findPhrases } from './find-phrases.ts';
import { addMelody } from './flite-melody.ts';

/** Creates phones of 100 ms; a blank is a pause. */
function toPhones(symbols: string): Phone[] {
  return symbols.split(/(?!$)/).map((letter, index) => ({
    symbol: letter.trim(),
    viseme: letter === ' ' ? 'sil' : 'aa',
    startMs: 100 * index,
    endMs: 100 * index + 100,
  }));
}

describe('phrases', () => {
  it('end as the punctuation after them says', () => {
    const text = 'Is it, or not? Where: "there!" Well; yes.';
    const ends = findPhrases(toPhones(' aa bb cc dd ee ff '), text).map(({ end }) => end);
    expect(ends).toEqual(['comma', 'question', 'colon', 'call', 'colon', 'statement']);
    const requested = findPhrases(toPhones('aaa'), 'And whose is it?').map(({ end }) => end);
    expect(requested).toEqual(['question']);
    expect(findPhrases(toPhones('aaa'), 'Whose is it?')[0]?.end).toBe('query');
  });

  it('know their sentences, and end with their last sound that has a pitch', () => {
    const [first, second, third] = findPhrases(toPhones('aaas bb cc'), 'One, two. Three');
    expect(first).toMatchObject({ startMs: 0, endMs: 300, sentence: { startMs: 0, endMs: 700 } });
    expect(second?.sentence).toEqual(first?.sentence);
    expect(third).toMatchObject({ end: 'open', sentence: { startMs: 800, endMs: 1000 } });
  });

  it('are open but for the last where a text has other marks than speech has pauses', () => {
    const ends = findPhrases(toPhones('aa bb cc'), 'Mr. A, B or C, D?').map(({ end }) => end);
    expect(ends).toEqual(['open', 'open', 'question']);
    expect(findPhrases([], 'Hm?')).toEqual([]);
  });
});

describe('flite', () => {
  it('ends questions high, statements low, and rests between sentences', async () => {
    const flite = await openFlite();
    const voice = { engine: 'flite', base: 'awb', pace: 1, pitchRange: 1 } as const;
    const speak = async (text: string): Promise<Speech> =>
      addMelody(await flite.speak(text, voice), text, voice);
    const [requested, told] = [
      await speak('Is it a yellow moon?'),
      await speak('It is a yellow moon.'),
    ];
    expect(endHz(requested) / endHz(told)).toBeGreaterThan(1.4);
    const { phones, samples, sampleRateHz } = await speak('It is here. It is there.');
    const sounds = phones.filter(({ symbol }) => symbol !== '');
    const gaps = sounds.slice(1).map(({ startMs }, at) => startMs - sounds[at]!.endMs);
    expect(Math.max(...gaps)).toBeCloseTo(380, 0);
    expect(phones.at(-1)?.endMs).toBeCloseTo((samples.length * 1000) / sampleRateHz, 0);
    expect(phones.every(({ startMs }, at) => at === 0 || startMs === phones[at - 1]!.endMs)).toBe(
      true,
    );
  });
});

it('speaks at the pitch and range that are asked for', async () => {
  const flite = await openFlite();
  const text = 'It is a yellow moon.';
  const speak = async (
    base: string,
    pitchHz?: number,
    pitchRange = 1,
  ): Promise<ReturnType<typeof measureVoice>> => {
    const voice = { engine: 'flite', base, pace: 1, pitchHz, pitchRange } as const;
    const { samples, sampleRateHz } = addMelody(await flite.speak(text, voice), text, voice);
    return measureVoice(resample(samples, sampleRateHz, VOICE_RATE_HZ));
  };
  expect((await speak('slt', 220)).pitchHz / 220).toBeCloseTo(1, 1);
  expect((await speak('awb', 110)).pitchHz / 110).toBeCloseTo(1, 1);
  const higher = (await speak('rms', 121)).pitchHz / (await speak('rms')).pitchHz;
  expect(Math.abs(higher - 1.2)).toBeLessThan(0.1);
  for (const base of ['slt', 'awb', 'rms']) {
    const own = await speak(base);
    const flat = await speak(base, undefined, 0.6);
    expect(flat.pitchSpread).toBeLessThan(0.85 * own.pitchSpread);
    expect(flat.pitchHz / own.pitchHz).toBeCloseTo(1, 1);
  }
});

it('keeps the samples of statements that Flite speaks at their pitch', async () => {
  const flite = await openFlite();
  const text = 'It is a yellow moon. Is it a yellow moon?';
  const voice = { engine: 'flite', base: 'slt', pace: 1, pitchRange: 1 } as const;
  const spoken = await flite.speak(text, voice);
  const { samples } = addMelody(spoken, text, voice);
  const [first] = findPhrases(spoken.phones, text);
  const end = (first!.endMs * spoken.sampleRateHz) / 1000;
  expect(samples.subarray(0, end)).toEqual(spoken.samples.subarray(0, end));
  expect(samples).not.toEqual(spoken.samples);
});

/** Measures the pitch of the last voiced tenth of a second. */
function endHz({ samples, sampleRateHz }: Speech): number {
  const voiced = readGrains(samples).filter(({ period }) => period !== null);
  const last = voiced.at(-1)!.position;
  const end = voiced.filter(({ position }) => position > last - sampleRateHz / 10);
  return sampleRateHz / (end.reduce((sum, { period }) => sum + period!, 0) / end.length);
}
