import { expect, it } from 'vitest';
import type { ListedVoice } from '../../contract/ipc/voices.ts';
import { loadAllCatalogues } from '../i18n/catalogues.ts';
import { createText } from '../i18n/text.ts';
import { formatLanguage } from '../i18n/format-language.ts';
import { countLanguages, filterVoices, formatVoiceName, splitName } from './voice-words.ts';

await loadAllCatalogues();

const voice = (id: string, name: string, tag: string): ListedVoice => ({
  id,
  name,
  language: new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag,
  facts: {
    tag,
    register: id.endsWith('f') ? 'high' : 'low',
    quality: 'fair',
    engine: 'eSpeak NG',
    isConverted: false,
    licence: 'GPL-3.0-or-later',
  },
});
const voices = [
  voice('a', 'Rowan, steady narrator', 'en-US'),
  voice('bf', 'Camille, clear and light', 'fr'),
  voice('c', 'Étienne, deep and slow', 'fr'),
];
const text = createText('en');
const find = (typed: string, language: string | null = null): string[] =>
  filterVoices(text, voices, { typed, language }).map(({ id }) => id);

it('finds voices by the beginnings of their words, in any order and without accents', () => {
  expect(find('')).toEqual(['a', 'bf', 'c']);
  expect(find('narr stea')).toEqual(['a']);
  expect(find('etienne')).toEqual(['c']);
  expect(find('FRENCH woman')).toEqual(['bf']);
  expect(find('arrator')).toEqual([]);
});

it('names a voice with its character in the language of the page', () => {
  expect(formatVoiceName(text, 'Rowan, steady narrator')).toBe('Rowan, steady narrator');
  expect(formatVoiceName(createText('de'), 'Rowan, steady narrator')).toMatch(/^Rowan, (?!steady)/);
  expect(formatVoiceName(createText('es'), 'Mine')).toBe('Mine');
});

it('finds voices of a language, in the words of the interface', () => {
  expect(find('', 'French')).toEqual(['bf', 'c']);
  const german = createText('de');
  expect(filterVoices(german, voices, { typed: 'franz', language: null })).toHaveLength(2);
  expect(countLanguages(german, voices)).toEqual([
    { name: formatLanguage(german, 'en-US'), count: 1 },
    { name: 'Französisch', count: 2 },
  ]);
});

it('calls a language of a remote service as the service does', () => {
  const remote: ListedVoice = { id: 'r', name: 'Ada', language: 'Old Norse (poems)', facts: null };
  expect(filterVoices(text, [remote], { typed: 'norse', language: null })).toEqual([remote]);
  expect(formatLanguage(text, 'Old Norse (poems)')).toBe('Old Norse (poems)');
  expect(splitName('Ada')).toEqual({ speaker: 'Ada', tone: '' });
  expect(splitName('Ada, warm, and calm')).toEqual({ speaker: 'Ada', tone: 'warm, and calm' });
});
