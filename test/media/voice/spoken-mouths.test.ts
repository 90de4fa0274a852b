import { expect, it } from 'vitest';
import { findSpeechVisemes } from '../../../src/capabilities/kit/speech-visemes.ts';
import { readMonoSound } from '../../../src/engine/talk/speech/mono-sound.ts';
import { speakFiles } from '../../support/spoken-wav.ts';

it('a recording has visemes by its script, and by its audio where it differs from the script', async () => {
  const { signal } = new AbortController();
  const text = 'Bob and my mum may buy a pump.';
  const spoken = await speakFiles(['en-rowan'], text);
  const path = spoken.paths['en-rowan']!;
  const sound = await readMonoSound(path, { mime: 'audio/wav', signal, maxSec: 10 });
  await spoken.remove();
  const closed = ({ visemes }: Awaited<ReturnType<typeof findSpeechVisemes>>): number =>
    visemes.filter(({ viseme }) => viseme === 'PP').length;

  const byWords = await findSpeechVisemes(sound, { text }, signal);
  expect(byWords).toMatchObject({ isAligned: true, notes: [] });
  // b, b, m, m, m, m, b, p, mp: two in succession may be merged.
  expect(closed(byWords)).toBeGreaterThanOrEqual(9);
  const endMs = (sound.samples.length * 1000) / sound.sampleRateHz;
  expect(byWords.visemes.at(-1)!.endMs).toBeCloseTo(endMs, 3);

  const bySound = await findSpeechVisemes(sound, null, signal);
  expect(bySound).toMatchObject({ isAligned: false, notes: [] });
  const other = { text: 'The light of seven stars shone on us all night long.' };
  const byOther = await findSpeechVisemes(sound, other, signal);
  expect(byOther.isAligned).toBe(false);
  expect(byOther.visemes).toEqual(bySound.visemes);
  expect(byOther.notes.map(({ code }) => code)).toEqual(['transcript_unused']);
});
