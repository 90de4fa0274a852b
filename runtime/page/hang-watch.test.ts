import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HangWatch, hangAfterMs, pingIntervalMs } from './hang-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that answers when it is told to. */
function watchPage() {
  const changes: boolean[] = [];
  let answers: Array<() => void> = [];
  const watch = new HangWatch(
    () => new Promise<void>((resolve) => answers.push(resolve)),
    (isHung) => changes.push(isHung),
  );
  const answer = async (): Promise<void> => {
    for (const resolve of answers) {
      resolve();
    }
    answers = [];
    await vi.advanceTimersByTimeAsync(0);
  };
  return { watch, changes, answer };
}

it('says nothing about a page that answers', async () => {
  const { watch, changes, answer } = watchPage();
  for (let round = 0; round < 10; round += 1) {
    await vi.advanceTimersByTimeAsync(pingIntervalMs);
    await answer();
  }
  watch.close();
  expect(changes).toEqual([]);
});

it('tells once that a page hangs, and that it answers again', async () => {
  const { watch, changes, answer } = watchPage();
  await vi.advanceTimersByTimeAsync(hangAfterMs);
  expect(changes).toEqual([]);
  await vi.advanceTimersByTimeAsync(3 * pingIntervalMs);
  expect(changes).toEqual([true]);
  await answer();
  watch.close();
  expect(changes).toEqual([true, false]);
});

it('waits while a dialog is open', async () => {
  const { watch, changes } = watchPage();
  watch.isPaused = true;
  await vi.advanceTimersByTimeAsync(10 * hangAfterMs);
  watch.close();
  expect(changes).toEqual([]);
});
