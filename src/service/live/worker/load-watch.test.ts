import { expect, it } from 'vitest';
import { createLoadWatch } from './load-watch.ts';

/** What a watch says in the seconds of a stream with a camera of 30 pictures a second. */
function watch(fpsAt: (second: number) => number, mode: 'face' | 'body' = 'body'): number[] {
  const load = createLoadWatch();
  const seconds: number[] = [];
  let [received, dropped] = [0, 0];
  for (let second = 0; second < 40; second += 1) {
    received += 30;
    dropped += 30 - fpsAt(second);
    if (load.observe({ mode, received, dropped, coverReason: null }, second * 1000)) {
      seconds.push(second);
    }
  }
  return seconds;
}

it('says once, within seconds, that a machine cannot hold a body', () => {
  expect(watch(() => 6)).toEqual([6]);
});

it('lets a body be that is slow only while it warms up, or usable, or slow later', () => {
  expect(watch((second) => (second < 3 ? 2 : 20))).toEqual([]);
  expect(watch(() => 14)).toEqual([]);
  expect(watch((second) => (second < 20 ? 25 : 4))).toEqual([]);
});

it('says nothing of a face, nor of a camera that is slow itself', () => {
  expect(watch(() => 6, 'face')).toEqual([]);
  const load = createLoadWatch();
  const said = Array.from({ length: 30 }, (_, second) =>
    load.observe(
      { mode: 'body', received: second * 8, dropped: 0, coverReason: null },
      second * 1000,
    ),
  );
  expect(said).not.toContain(true);
});
