import { expect, it } from 'vitest';
import { loadAllCatalogues } from '../i18n/catalogues.ts';
import { createText } from '../i18n/text.ts';
import { formatDuration, formatEstimate, toJobTitle, formatSize } from './job-words.ts';

await loadAllCatalogues();

it('says lengths of time in the units that matter', () => {
  const text = createText('en');
  const said = [13, 840, 9940, 9960, 59_400, 59_600, 125_000, 3_725_000].map((ms) =>
    formatDuration(text, ms),
  );
  expect(said).toEqual([
    'under 0.1 s',
    '0.8 s',
    '9.9 s',
    '10 s',
    '59 s',
    '1 min 0 s',
    '2 min 5 s',
    '1 h 2 min',
  ]);
});

it('says estimated times in whole seconds', () => {
  const text = createText('en');
  const said = [13, 1_280, 9_000, 124_300].map((ms) => formatEstimate(text, ms));
  expect(said).toEqual(['1 s', '2 s', '9 s', '2 min 5 s']);
});

it('writes numbers as the language does', () => {
  const text = createText('de');
  expect(formatDuration(text, 2500)).toBe('2,5 s');
  expect(formatSize(text, 1_800_000)).toBe('1,7 MB');
  expect(formatSize(text, 300)).toBe('1 KB');
});

it('names a job by its script, its first file or its feature', () => {
  const text = createText('en');
  const face = { field: 'face_key', name: 'a.jpg', kind: 'image', url: 'media/1' } as const;
  const title = (script: string, inputs: (typeof face)[]): string =>
    toJobTitle(text, { feature: 'text_to_speech', inputs, options: { script } });
  expect(title(' Good\n morning. ', [face])).toBe('Good morning.');
  expect(title('😀'.repeat(61), [])).toBe(`${'😀'.repeat(59)}…`);
  expect(title('😀'.repeat(60), [])).toBe('😀'.repeat(60));
  expect(title(' ', [face])).toBe('a.jpg');
  expect(title('', [])).toBe('Text to speech');
});
