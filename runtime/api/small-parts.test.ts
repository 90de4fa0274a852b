import { expect, it } from 'vitest';
import { toRgba } from './colour.ts';
import { readFileArguments, saveArguments } from './dialog-zenity.ts';
import { parseRange } from './net.ts';
import { toPattern } from './web-request.ts';
import { readWindowOptions } from './window-options.ts';

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=5-4', 'unsatisfiable'],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['items=0-1', null],
  [null, null],
] as const)('reads the range %s of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

it.each([
  ['#fff', { r: 255, g: 255, b: 255, a: 1 }],
  ['#0A141e', { r: 10, g: 20, b: 30, a: 1 }],
  ['#000a141e', { r: 10, g: 20, b: 30, a: 0 }],
  ['red', null],
  ['#12345', null],
] as const)('reads the colour %s', (text, expected) => {
  expect(toRgba(text)).toEqual(expected);
});

it.each([
  ['<all_urls>', 'anything:x', true],
  ['https://*/*', 'https://example.com/a', true],
  ['https://*/*', 'http://example.com/a', false],
  ['*://*.example.com/*', 'https://a.example.com/', true],
  ['*://*.example.com/*', 'https://aXexample.com/', false],
] as const)('holds %s against %s', (pattern, url, isMatch) => {
  expect(toPattern(pattern).test(url)).toBe(isMatch);
});

it('asks zenity for files, folders and places to save', () => {
  const filters = [{ name: 'Pictures', extensions: ['png', 'jpg'] }];
  expect(readFileArguments({ title: 'Open', filters, properties: ['multiSelections'] })).toEqual([
    '--file-selection',
    '--title=Open',
    '--file-filter=Pictures | *.png *.jpg',
    '--separator=\n',
    '--multiple',
  ]);
  expect(readFileArguments({ properties: ['openDirectory'] })).toContain('--directory');
  expect(saveArguments({ defaultPath: '/tmp/a.txt' })).toEqual([
    '--file-selection',
    '--filename=/tmp/a.txt',
    '--save',
    '--confirm-overwrite',
  ]);
});

it('names options of windows that have no effect, and refuses unsafe pages', () => {
  const unknown: object = { frame: false, kiosk: false };
  const { ignored } = readWindowOptions(Object.assign(unknown, { width: 5 }));
  expect(ignored).toEqual(['frame']);
  for (const preference of ['nodeIntegration', 'webSecurity', 'sandbox', 'contextIsolation']) {
    const isOn = preference === 'nodeIntegration';
    const webPreferences: object = { [preference]: isOn };
    expect(() => readWindowOptions({ webPreferences })).toThrow(
      `webPreferences.${preference} can only be ${String(!isOn)}`,
    );
  }
});
