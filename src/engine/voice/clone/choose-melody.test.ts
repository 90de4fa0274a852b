import { afterAll, expect, it } from 'vitest';
import { type MeasuredVoice, measureVoice } from '../changer/measure-voice.ts';
import { resample } from '../changer/resample.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';
import { requireVoice } from '../choose-voice.ts';
import { openSpeaker } from '../speak/speaker.ts';
import { chooseMelody } from './choose-melody.ts';

const speaker = openSpeaker();
const text =
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background.';

afterAll(() => speaker.close());

it.each([
  ['en-angus', 140, 2.4],
  ['en-clara', 200, 2],
  ['en-rowan', 115, 3.6],
])(
  'requests of %s the melody with which %d Hz and %d semitones are heard',
  async (id, hz, spread) => {
    const voice = requireVoice(id, undefined);
    const own = await hear(voice);
    const target = { ...own, pitchHz: hz, pitchSpread: spread };
    const melody = await chooseMelody(speaker, { voice, ...own, pace: 4 }, { target, text });
    const heard = await hear({ ...voice, ...melody });
    expect(Math.abs(heard.pitchHz / hz - 1)).toBeLessThan(0.06);
    expect(Math.abs(heard.pitchSpread / spread - 1)).toBeLessThan(0.3);
  },
);

it('corrects a range that was measured otherwise than it is heard', async () => {
  const voice = requireVoice('en-angus', undefined);
  const own = await hear(voice);
  const base = { voice, ...own, pitchSpread: 1.7 * own.pitchSpread, pace: 4 };
  const melody = await chooseMelody(speaker, base, { target: own, text });
  const heard = await hear({ ...voice, ...melody });
  expect(Math.abs(heard.pitchSpread / own.pitchSpread - 1)).toBeLessThan(0.2);
});

it.each([
  ['higher and livelier', 3, 9, 1.4, 1.6],
  ['lower and flatter', 1 / 3, 0.01, 1 / 1.4, 0.5],
])(
  'requests no more than a synthesiser can, of a target %s',
  async (_, hz, spread, most, range) => {
    const voice = requireVoice('en-angus', undefined);
    const own = await hear(voice);
    const target = { ...own, pitchHz: hz * own.pitchHz, pitchSpread: spread * own.pitchSpread };
    const melody = await chooseMelody(speaker, { voice, ...own, pace: 4 }, { target, text });
    expect(melody.pitchRange).toBe(range);
    expect(Math.abs(Math.log(melody.pitchHz! / own.pitchHz / most))).toBeLessThan(Math.log(1.2));
  },
);

it.each([
  ['without a pitch', 'en-angus', 0],
  ['of another synthesiser than Flite', 'de-greta', 180],
])('leaves a voice %s at its own', async (_, id, pitchHz) => {
  const voice = requireVoice(id, undefined);
  const target = await hear(requireVoice('en-angus', undefined));
  const base = { voice, pitchHz, pitchSpread: 2, pace: 4 };
  expect(await chooseMelody(speaker, base, { target, text })).toEqual({});
});

async function hear(voice: Parameters<typeof speaker.speak>[1]): Promise<MeasuredVoice> {
  const { samples, sampleRateHz } = await speaker.speak(text, voice);
  return measureVoice(resample(samples, sampleRateHz, VOICE_RATE_HZ));
}
