import { expect, it } from 'vitest';
import { indexEntries, searchEntries, type Searchable } from './search-entries.ts';

const find = (entries: readonly Searchable[], typed: string, max = 50) =>
  searchEntries(indexEntries(entries), typed, max).map(({ title }) => title);
const titled = (...titles: string[]) => titles.map((title) => ({ title }));

it('lists the best match first', () => {
  const entries = titled('Go to Live', 'Go live', 'Category: lively', 'Ago alive', 'History');
  expect(find(entries, 'go live')).toEqual([
    'Go live',
    'Go to Live',
    'Category: lively',
    'Ago alive',
  ]);
  expect(find(entries, 'live go')[0]).toBe('Go live');
  expect(find(entries, 'gtl')).toEqual(['Go to Live']);
});

it('finds an entry by its other words as well, behind those that are called so', () => {
  const entries = [
    { title: 'Appearance', more: 'theme dark light' },
    { title: 'Theme: dark' },
    { title: 'Bruno', more: 'deep man German' },
  ];
  expect(find(entries, 'theme')).toEqual(['Theme: dark', 'Appearance']);
  expect(find(entries, 'deep german')).toEqual(['Bruno']);
  expect(find(entries, 'deep french')).toEqual([]);
});

it('heeds neither case nor accents nor signs', () => {
  const entries = titled('Größere Schrift', 'Élodie, calme', 'clip_01-final.mp4');
  expect(find(entries, 'GROSSERE')).toEqual(['Größere Schrift']);
  expect(find(entries, 'grösse')).toEqual(['Größere Schrift']);
  expect(find(entries, 'elodie')).toEqual(['Élodie, calme']);
  expect(find(entries, 'final clip 01')).toEqual(['clip_01-final.mp4']);
  expect(find(entries, ' .,- ')).toEqual([]);
});

it('prefers what has points of its own, and keeps the order of what is alike', () => {
  const entries = [
    { title: 'Anna one' },
    { title: 'Anna two' },
    { title: 'Anna six', bias: 10 },
    { title: 'Anna out', bias: -30 },
  ];
  expect(find(entries, 'anna')).toEqual(['Anna six', 'Anna one', 'Anna two', 'Anna out']);
  expect(find(entries, 'anna', 2)).toEqual(['Anna six', 'Anna one']);
});

it('looks at each of ten thousand entries once for a letter', () => {
  let reads = 0;
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    get title() {
      reads += 1;
      return `Recording ${String(index)} of a long evening`;
    },
    more: 'Live session, swapped face, Mona Lisa',
  }));
  const index = indexEntries(entries);
  const readsBefore = reads;
  expect(searchEntries(index, 'recording 9999', 60)).toHaveLength(1);
  expect(searchEntries(index, 'evening mona', 60)).toHaveLength(60);
  // Words are taken apart when the list is made, not with each letter.
  expect(reads).toBe(readsBefore);
});
