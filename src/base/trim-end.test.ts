import { expect, it } from 'vitest';
import { trimEnd } from './trim-end.ts';

it.each([
  ['https://a.example/v1///', '/', 'https://a.example/v1'],
  ['120000', '0', '12'],
  ['a/b', '/', 'a/b'],
  ['///', '/', ''],
  ['', '/', ''],
])('cuts the signs at the end of %j that are %j', (text, sign, expected) => {
  expect(trimEnd(text, sign)).toBe(expected);
});
