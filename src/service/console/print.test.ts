import { afterEach, expect, it, vi } from 'vitest';
import { printJson, printLine, printNote, toTable } from './print.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('prints no control characters of customers and services, but line breaks and tabs', () => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const notes = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  printLine(toTable(['ADDRESS'], [['http://example.com/\u001B]0;a\u0007\u009B2J']]));
  printNote('a\tb\r\u007F');
  expect(out).toHaveBeenCalledWith('ADDRESS\nhttp://example.com/\uFFFD]0;a\uFFFD\uFFFD2J\n');
  expect(notes).toHaveBeenCalledWith('a\tb\uFFFD\uFFFD\n');
});

it('leaves JSON as it is', () => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printJson({ url: '\u001B\u009B' });
  expect(out).toHaveBeenCalledWith('{"url":"\\u001b\u009B"}\n');
});
