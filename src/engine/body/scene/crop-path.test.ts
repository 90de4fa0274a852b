import { expect, it } from 'vitest';
import { fitCrop, followCrop } from './crop-path.ts';

const frame = { width: 1280, height: 720 };

it('cuts the largest part of a ratio, in even numbers', () => {
  expect(fitCrop(frame, 9 / 16)).toEqual({ width: 404, height: 720 });
  expect(fitCrop({ width: 721, height: 1281 }, undefined)).toEqual({ width: 720, height: 1280 });
  expect(fitCrop({ width: 720, height: 1280 }, 16 / 9)).toEqual({ width: 720, height: 404 });
});

it('stands while somebody sways, and goes along with who walks, within the frame', () => {
  const crop = fitCrop(frame, 9 / 16);
  const swaying = Array.from({ length: 50 }, (_, at) => ({ x: 640 + 8 * Math.sin(at), y: 300 }));
  const still = followCrop(swaying, 25, { frame, crop });
  expect(new Set(still.map(({ left }) => left)).size).toBe(1);
  const walking = Array.from({ length: 100 }, (_, at) => ({ x: at * 12.8, y: 300 }));
  const moved = followCrop(walking, 25, { frame, crop });
  expect(moved[0]!.left).toBeLessThan(200);
  expect(moved[99]!.left).toBeGreaterThan(676);
  for (const [at, { left, top }] of moved.entries()) {
    expect(left % 2 === 0 && left >= 0 && left + crop.width <= frame.width && top === 0).toBe(true);
    expect(Math.abs(left - (moved[at - 1]?.left ?? left))).toBeLessThan(20);
  }
});
