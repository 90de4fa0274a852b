import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../base/errors.ts';
import { loadAllCatalogues } from '../../../i18n/catalogues.ts';
import { createText } from '../../../i18n/text.ts';
import { formatFileFault, formatRefusals } from './file-words.ts';

await loadAllCatalogues();

const en = createText('en');
const MB = 1_048_576;
const tooLarge = new AppError('input_too_large', 'clip.mp4 is larger than 500 MB.', {
  details: { reason: 'file_too_large', max_mb: 500 },
});

describe('a file that does not come in', () => {
  it('is named with its size and the limit, in both languages', () => {
    const refusal = { name: 'clip.mp4', sizeBytes: 1229 * MB, error: tooLarge };
    expect(formatRefusals(en, [refusal], 'video')).toEqual([
      'clip.mp4 is 1.2 GB; the most is 500 MB.',
    ]);
    expect(formatRefusals(createText('de'), [refusal], 'video')).toEqual([
      'clip.mp4 hat 1,2 GB; höchstens 500 MB sind erlaubt.',
    ]);
  });

  it('is named where no place takes its kind', () => {
    const error = new AppError('unsupported_format', 'No field.', { details: { wanted: null } });
    const [words] = formatRefusals(en, [{ name: 'notes.txt', sizeBytes: 1, error }], null);
    expect(words).toBe(en.t('create.refused.no_place', { name: 'notes.txt' }));
  });

  it('is counted with the others where there are too many', () => {
    const error = new AppError('invalid_input', 'Full.', { details: { max: 3 } });
    const refusals = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, sizeBytes: 1, error }));
    expect(formatRefusals(en, refusals, 'image')).toEqual([
      'Only 3 fit here. Left out: a, b, c and 2 more.',
    ]);
  });
});

it('says which kind of file a place takes where another one lies', () => {
  const picture = new AppError('unsupported_format', 'Not a sound.', {
    details: { wanted: 'audio' },
  });
  expect(formatFileFault(en, picture, 'audio')).toBe(en.t('form.wanted.audio'));
  expect(en.t('form.wanted.audio')).toMatch(/audio/i);
});

describe('a file of a format that nothing reads', () => {
  const error = new AppError('unsupported_format', 'Damaged.');

  it('is told the formats of its place, sounds included', () => {
    expect(formatFileFault(en, error, 'audio')).toMatch(/WAV, MP3, M4A, OGG, Opus or FLAC\.$/);
    expect(formatFileFault(en, error, 'image')).not.toMatch(/MP4|WAV/);
  });

  it('is told formats also where there is no place, not to look at one', () => {
    const advice = en.t('error.unsupported_format.advice');
    expect(advice).not.toMatch(/field/);
    expect(advice).toMatch(/FLAC/);
  });
});
