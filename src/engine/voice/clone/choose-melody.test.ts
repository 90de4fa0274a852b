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

it('leaves a voice without a pitch at its own', async () => {
  const voice = requireVoice('en-angus', undefined);
  const target = await hear(voice);
  const base = { voice, pitchHz: 0, pitchSpread: 0, pace: 0 };
  expect(await chooseMelody(speaker, base, { target, text })).toEqual({});
});

async function hear(voice: Parameters<typeof speaker.speak>[1]): Promise<MeasuredVoice> {
  const { samples, sampleRateHz } = await speaker.speak(text, voice);
  return measureVoice(resample(samples, sampleRateHz, VOICE_RATE_HZ));
}
