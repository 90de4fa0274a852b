import { describe, expect, it } from 'vitest';
import { evenTone } from './even-tone.ts';

const SIZE = 64;
const SKIN = [200, 150, 130] as const;

describe('the tone of a texture', () => {
  it('loses coloured light on one side and keeps its luma', () => {
    const planes = paint((x) => (x < SIZE / 4 ? [-60, 10, 80] : [0, 0, 0]));
    const before = lumaAt(planes, 4);
    evenTone(planes, new Float32Array(SIZE * SIZE).fill(1), SIZE);
    const [lit, plain] = [planes.blue[row(4)]!, planes.blue[row(50)]!];
    expect(lit - plain).toBeLessThan(40);
    expect(Math.abs(lumaAt(planes, 4) - before)).toBeLessThan(2);
  });

  it('keeps blush, a small mark and areas without skin', () => {
    const planes = paint((x, y) => {
      if (x > 40) {
        return [20, -60, -50];
      }
      return Math.hypot(x - 8, y - 32) < 2 ? [-90, -90, -90] : [10 - x / 4, 0, 0];
    });
    const before = { red: planes.red.slice(), blue: planes.blue.slice() };
    const trust = Float32Array.from({ length: SIZE * SIZE }, (_, at) => (at % SIZE > 36 ? 0 : 1));
    evenTone(planes, trust, SIZE);
    for (const x of [2, 8, 20, 34, 50]) {
      expect(Math.abs(planes.red[row(x)]! - before.red[row(x)]!)).toBeLessThan(4);
      expect(Math.abs(planes.blue[row(x)]! - before.blue[row(x)]!)).toBeLessThan(4);
    }
  });
});

function row(x: number): number {
  return 32 * SIZE + x;
}

function paint(change: (x: number, y: number) => readonly [number, number, number]): {
  red: Float32Array;
  green: Float32Array;
  blue: Float32Array;
} {
  const [red, green, blue] = SKIN.map((value, channel) =>
    Float32Array.from(
      { length: SIZE * SIZE },
      (_, at) => value + change(at % SIZE, Math.floor(at / SIZE))[channel]!,
    ),
  );
  return { red: red!, green: green!, blue: blue! };
}

function lumaAt(planes: ReturnType<typeof paint>, x: number): number {
  const at = row(x);
  return 0.299 * planes.red[at]! + 0.587 * planes.green[at]! + 0.114 * planes.blue[at]!;
}
