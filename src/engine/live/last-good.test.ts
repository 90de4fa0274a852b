import { expect, it } from 'vitest';
import type { I420Frame } from '../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../pixels/i420-view.ts';
import { LastGood } from './last-good.ts';
import { createFramePool, type FramePool } from './frame-pool.ts';

const size = { width: 16, height: 8 };

function openFrame({ width, height } = size): I420Frame {
  const colour = { matrix: 'bt601', isFullRange: false } as const;
  return createI420View(new ArrayBuffer(sizeOfI420(width, height)), { width, height }, colour);
}

async function keepOne(held: LastGood, pool: FramePool, shade: number, timestampUs: number) {
  const liveFrame = await pool.acquire();
  liveFrame.frame.y.fill(shade);
  held.update(liveFrame, timestampUs);
  return liveFrame;
}

it('shows the last frame for 0.3 s, over a frame of the same layout', async () => {
  const held = new LastGood();
  const pool = createFramePool(openFrame(), 2);
  held.moveTo(pool);
  const frame = openFrame();
  expect(held.draw(frame, 0)).toBe(false);
  await keepOne(held, pool, 7, 1_000_000);
  expect(held.draw(frame, 1_300_000)).toBe(true);
  expect(frame.y[0]).toBe(7);

  const other = openFrame();
  expect(held.draw(other, 1_300_001)).toBe(false);
  expect(held.draw(other, 999_999)).toBe(false);
  expect(held.draw(openFrame({ width: 8, height: 8 }), 1_000_000)).toBe(false);
  expect(other.y[0]).toBe(0);
});

it('shows it for ten seconds where it takes the place of a cover', async () => {
  const held = new LastGood();
  const pool = createFramePool(openFrame(), 2);
  held.moveTo(pool);
  await keepOne(held, pool, 7, 1_000_000);
  const frame = openFrame();
  expect(held.draw(frame, 11_000_000, true)).toBe(true);
  expect(frame.y[0]).toBe(7);
  expect(held.draw(frame, 11_000_001, true)).toBe(false);
});

it('returns the previous frame, so that a pool of two never runs dry', async () => {
  const held = new LastGood();
  const pool = createFramePool(openFrame(), 2);
  expect(held.moveTo(pool)).toBe(true);
  for (let index = 0; index < 5; index += 1) {
    const liveFrame = await keepOne(held, pool, index, index);
    expect(held.holds(liveFrame)).toBe(true);
  }
});

it('shows nothing of another pool or of a stream that is forgotten', async () => {
  const held = new LastGood();
  const pool = createFramePool(openFrame(), 2);
  held.moveTo(pool);
  await keepOne(held, pool, 7, 0);
  expect(held.moveTo(pool)).toBe(false);
  expect(held.draw(openFrame(), 0)).toBe(true);
  expect(held.moveTo(createFramePool(openFrame(), 2))).toBe(true);
  expect(held.draw(openFrame(), 0)).toBe(false);

  held.moveTo(pool);
  await keepOne(held, pool, 7, 0);
  held.forget();
  expect(held.draw(openFrame(), 0)).toBe(false);
});
