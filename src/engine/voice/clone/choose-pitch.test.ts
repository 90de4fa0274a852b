import { afterAll, expect, it } from 'vitest';
import { measureVoice } from '../changer/measure-voice.ts';
import { resample } from '../changer/resample.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';
import { requireVoice } from '../choose-voice.ts';
import { openSpeaker } from '../speak/speaker.ts';
import { choosePitch } from './choose-pitch.ts';

const speaker = openSpeaker();
const text =
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background.';

afterAll(() => speaker.close());

it('requests a pitch at which the voice is heard at the wanted one', async () => {
  const voice = requireVoice('en-angus', undefined);
  const base = { voice, pitchHz: 120, pace: 4 };
  const pitchHz = await choosePitch(speaker, base, { wantedHz: 140, text });
  const { samples, sampleRateHz } = await speaker.speak(text, { ...voice, pitchHz });
  const heard = measureVoice(resample(samples, sampleRateHz, VOICE_RATE_HZ));
  expect(Math.abs(heard.pitchHz / 140 - 1)).toBeLessThan(0.05);
});

it('leaves a voice without a pitch at its own', async () => {
  const base = { voice: requireVoice('en-angus', undefined), pitchHz: 0, pace: 0 };
  expect(await choosePitch(speaker, base, { wantedHz: 140, text })).toBeUndefined();
});
