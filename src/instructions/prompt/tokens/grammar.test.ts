import { expect, it } from 'vitest';
import { allWords } from '../../words/all-words.ts';
import { grammar } from './grammar.ts';

it('has words for each expression in some language', () => {
  const empty = Object.entries(grammar).filter(([, expression]) => expression.test(''));
  expect(empty.map(([name]) => name)).toEqual([]);
});

it('lists each word of a language once', () => {
  const twice = allWords.flatMap(({ code, grammar: words }) =>
    Object.entries<string>({ ...words }).flatMap(([name, list]) =>
      list.includes('(')
        ? []
        : list
            .split('|')
            .filter((word, at, all) => word === '' || all.indexOf(word) !== at)
            .map((word) => `${code} ${name}: ${word}`),
    ),
  );
  expect(twice).toEqual([]);
});

it('reads the signs of lists: groups, further letters and any word', () => {
  expect(grammar.descriptions.test('she already has a smile')).toBe(true);
  expect(grammar.distinguishingAdjectives.test('anderen')).toBe(true);
  expect(grammar.appearances.test('my photo looks dark')).toBe(true);
  expect(grammar.appearances.test('my two photos look dark')).toBe(false);
});
