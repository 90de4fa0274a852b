import { expect, it } from 'vitest';
import { loadAllCatalogues } from '../i18n/catalogues.ts';
import { createText } from '../i18n/text.ts';
import { formatSettings } from './format-settings.ts';

await loadAllCatalogues();

it('says files and settings in the words of the form', () => {
  const job = {
    feature: 'face_swap',
    inputs: [
      { field: 'video_key', name: 'clip.mp4', kind: 'video', url: 'media/1' },
      { field: 'face_key', name: 'face.jpg', kind: 'image', url: 'media/2' },
    ],
    options: { max_duration_sec: 3 },
  } satisfies Parameters<typeof formatSettings>[1];
  expect(formatSettings(createText('en'), job, () => null)).toBe(
    'Face swap in a video\nVideo: clip.mp4\nFace: face.jpg\nLength: 3 s',
  );
});

it('names voices and copies a script whole', () => {
  const options = { script: 'Guten Morgen.', voice_id: 'de-anna', language: 'de' };
  const job: Parameters<typeof formatSettings>[1] = {
    feature: 'text_to_speech',
    inputs: [],
    options,
  };
  expect(formatSettings(createText('de'), job, () => 'Anna')).toBe(
    'Text sprechen\nText: Guten Morgen.\nStimme: Anna\nSprache: Deutsch',
  );
});
