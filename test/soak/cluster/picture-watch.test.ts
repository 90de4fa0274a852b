import { expect, it } from 'vitest';
import { PictureWatch } from './picture-watch.ts';

/** Samples four times a second; returns the longest time without a frame, with and without a report. */
function watch(looks: readonly { readonly frames: number; readonly losses: number }[]) {
  const pictures = new PictureWatch();
  const longest = { toldMs: 0, untoldMs: 0 };
  for (const [at, look] of looks.entries()) {
    pictures.look({ ...look, nowMs: 250 * at });
    const kind = pictures.isTold ? 'toldMs' : 'untoldMs';
    longest[kind] = Math.max(longest[kind], pictures.stallMs);
  }
  return longest;
}

it('counts a loss as reported when late frames of the lost engine arrive with its message or after it', () => {
  const lost = { frames: 14, losses: 1 };
  const looks = [{ frames: 5, losses: 0 }, { frames: 12, losses: 1 }, lost, lost, lost];
  expect(watch(looks)).toEqual({ toldMs: 500, untoldMs: 0 });
});

it('counts a message after frames of the next engine as not reported', () => {
  const [lost, next] = [
    { frames: 5, losses: 1 },
    { frames: 15, losses: 1 },
  ];
  const looks = [{ frames: 5, losses: 0 }, lost, lost, lost, next, next, next, next];
  expect(watch(looks)).toEqual({ toldMs: 750, untoldMs: 750 });
});

it('counts nothing before the first frame', () => {
  const none = { frames: 0, losses: 0 };
  expect(watch([none, none, { frames: 1, losses: 0 }])).toEqual({ toldMs: 0, untoldMs: 0 });
});
