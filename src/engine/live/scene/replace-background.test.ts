import { expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { replaceBackground, fillBackground } from './replace-background.ts';

const sizes = [
  [64, 36],
  [53, 31],
  [30, 18],
] as const;

it.each(sizes)('lays what lies between the values of a backdrop, %i by %i', (width, height) => {
  for (const step of [4, 8]) {
    for (const isInstead of [false, true]) {
      const frame = fillFrame(createI420Frame(width, height));
      const before = structuredClone(frame);
      const people = makePeople(width, height);
      const coarse = {
        width: Math.max(1, Math.floor(width / step)),
        height: Math.floor(height / step),
      };
      const plane = (shift: number): Float32Array =>
        Float32Array.from(
          { length: coarse.width * coarse.height },
          (_, at) => ((at * 53 + shift) % 240) + 0.25,
        );
      const backdrop = {
        ...coarse,
        step,
        y: plane(0),
        u: plane(80),
        v: plane(160),
        update: () => {},
      };
      replaceBackground(frame, people, backdrop, isInstead);
      const halfWidth = (width + 1) >> 1;
      for (const [name, shift] of [
        ['y', 0],
        ['u', 1],
        ['v', 1],
      ] as const) {
        const perRow = shift === 0 ? width : halfWidth;
        let max = 0;
        frame[name].forEach((value, at) => {
          const [x, y] = [at % perRow, Math.floor(at / perRow)];
          const alpha = people[(y >> (1 - shift)) * halfWidth + (x >> (1 - shift))]! / 255;
          const kept = isInstead ? 1 - alpha : alpha;
          const ground = readValueAt(backdrop[name], coarse, x, y, step >> shift);
          const wanted = before[name][at]! * kept + ground * (1 - kept);
          max = Math.max(max, Math.abs(value - wanted));
        });
        expect(max).toBeLessThan(1.1);
      }
    }
  }
});

it('fills a frame of odd width up to its last column', () => {
  const frame = fillFrame(createI420Frame(53, 31));
  fillBackground(frame, new Uint8Array(27 * 16), { y: 41.4, u: 90, v: 200 });
  expect(new Set(frame.y)).toEqual(new Set([41]));
  expect(new Set(frame.u)).toEqual(new Set([90]));
  expect(new Set(frame.v)).toEqual(new Set([200]));
});

function readValueAt(
  values: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
  column: number,
  row: number,
  step: number,
): number {
  const x = Math.max(0, Math.min(width - 1, (column + 0.5) / step - 0.5));
  const y = Math.max(0, Math.min(height - 1, (row + 0.5) / step - 0.5));
  const at = (r: number, c: number): number =>
    values[Math.min(height - 1, r) * width + Math.min(width - 1, c)]!;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const upper = at(top, left) + (at(top, left + 1) - at(top, left)) * (x - left);
  const lower = at(top + 1, left) + (at(top + 1, left + 1) - at(top + 1, left)) * (x - left);
  return upper + (lower - upper) * (y - top);
}

function fillFrame(frame: I420Frame): I420Frame {
  for (const plane of [frame.y, frame.u, frame.v]) {
    plane.forEach((_, at) => (plane[at] = (at * 37) % 256));
  }
  return frame;
}

/** Creates a matte with background, people, and all values between. */
function makePeople(width: number, height: number): Uint8Array {
  const people = new Uint8Array(((width + 1) >> 1) * ((height + 1) >> 1));
  people.forEach(
    (_, at) => (people[at] = [0, 0, 0, 0, 0, 255, 255, 255, 255, 100, 254, 1][at % 12]!),
  );
  return people;
}
