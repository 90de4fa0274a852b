import { expect, it } from 'vitest';
import { createText } from '../i18n/text.ts';
import { describeRemote } from './describe-remote.ts';

const text = createText('en');
const minuteMs = 60_000;
const word = (leftMs: number): string =>
  describeRemote(text, { isGone: false, expiresAtMs: 5 + leftMs }, 5).word;

it('says how long a result is still there, and never longer than it is', () => {
  expect(word(90 * 1_000)).toBe('expires in 1 min');
  expect(word(59 * minuteMs)).toBe('expires in 59 min');
  expect(word(4 * 60 * minuteMs - 1)).toBe('expires in 3 h');
  expect(word(49 * 60 * minuteMs)).toBe('expires in 2 days');
  expect(word(0)).toBe('link expired');
});

it('marks results that are gone, and those that expire within a day', () => {
  const tone = (isGone: boolean, expiresAtMs: number | null) =>
    describeRemote(text, { isGone, expiresAtMs }, 0).tone;
  expect(tone(true, null)).toBe('danger');
  expect(tone(false, 60 * minuteMs)).toBe('warning');
  expect(tone(false, 60 * 60 * minuteMs)).toBe('info');
  expect(tone(false, null)).toBe('info');
});
