import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimResultPath } from './result-path.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-results-'));
});
afterEach(() => rm(folder, { recursive: true }));

const nameOf = (script: string | null, inputPath: string | null): string =>
  basename(
    claimResultPath(join(folder, 'new'), {
      inputPath,
      script,
      feature: 'text_to_speech',
      ending: '.wav',
    }),
  );

it('names a result by the first words of its script, else by its first file', () => {
  expect(nameOf(null, '/x/My clip.mp4')).toBe('My clip text-to-speech.wav');
  expect(nameOf('Good morning, world!', '/x/My clip.mp4')).toBe(
    'Good morning world text-to-speech.wav',
  );
  expect(nameOf('../../etc/passwd', null)).toBe('etc passwd text-to-speech.wav');
  expect(nameOf('我'.repeat(500), null)).toBe(`${'我'.repeat(40)} text-to-speech.wav`);
  expect(nameOf('!!!', null)).toBe('result text-to-speech.wav');
  expect(existsSync(join(folder, 'new'))).toBe(true);
});

it('cuts a long file name between characters, because file systems count its bytes', () => {
  // 249 bytes, which a file may have, but not with the name of a feature behind it.
  expect(nameOf(null, `/x/${'写'.repeat(83)}.jpg`)).toBe(`${'写'.repeat(40)} text-to-speech.wav`);
  expect(nameOf(null, `/x/${'a'.repeat(251)}.jpg`)).toBe(`${'a'.repeat(120)} text-to-speech.wav`);
});

it('takes a name that nothing has yet', () => {
  const ask = () =>
    claimResultPath(folder, {
      inputPath: '/x/a.b.png',
      script: null,
      feature: 'face_swap',
      ending: '',
    });
  expect(basename(ask())).toBe('a.b face-swap');
  expect(basename(ask())).toBe('a.b face-swap (2)');
});
