import { expect, test } from 'vitest';
import { toHttpStatus } from '../../contract/api/errors.ts';
import { parseJsonBody } from './json-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/merge-patch+json',
])('reads %s', (type) => {
  expect(parseJsonBody(bytes('{"a":1}'), type)).toEqual({ a: 1 });
});

test('an empty body is undefined, whatever its content type', () => {
  expect(parseJsonBody(bytes(''), 'application/json')).toBeUndefined();
  expect(parseJsonBody(bytes(''), undefined)).toBeUndefined();
});

test.each([
  ['{"a":', 'application/json'],
  ['{} {}', 'application/json'],
  ["{'a':1}", 'application/json'],
  ['{"a":1}', 'text/plain'],
  ['{"a":1}', undefined],
  ['{"a":1}', 'application/jsonp'],
])('refuses %s as %s with 400', (text, type) => {
  let thrown: unknown;
  try {
    parseJsonBody(bytes(text), type);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: 'invalid_input' });
  expect(toHttpStatus(thrown)).toBe(400);
});

test('refuses bytes that are not UTF-8', () => {
  expect(() => parseJsonBody(new Uint8Array([0x22, 0xff, 0x22]), 'application/json')).toThrow(
    'UTF-8',
  );
});

test('a prototype in disguise stays a plain field, to be refused as an unknown one', () => {
  const parsed = parseJsonBody(bytes('{"__proto__":{"isAdmin":true}}'), 'application/json');
  expect(Object.hasOwn(parsed as object, '__proto__')).toBe(true);
  expect((parsed as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
