import { expect, it } from 'vitest';
import { armLimit, bodyLimit, createLoadWatch, type LoadLimit } from './load-watch.ts';

/** Returns the seconds at which a watch reports overload, for a stream with a camera of 30 frames a second. */
function watch(
  fpsAt: (second: number) => number,
  mode: 'face' | 'body' = 'body',
  { limit = bodyLimit, movesArms = false }: { limit?: LoadLimit; movesArms?: boolean } = {},
): number[] {
  const load = createLoadWatch(limit);
  const seconds: number[] = [];
  let [received, dropped] = [0, 0];
  for (let second = 0; second < 40; second += 1) {
    received += 30;
    dropped += 30 - fpsAt(second);
    if (load.observe({ mode, movesArms, received, dropped, coverReason: null }, second * 1000)) {
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

it('reports that a machine cannot show arms below 24 frames a second, and judges the body without them', () => {
  const moving = { limit: armLimit, movesArms: true };
  expect(watch(() => 20, 'body', moving)).toEqual([6]);
  expect(watch(() => 26, 'body', moving)).toEqual([]);
  expect(watch(() => 20, 'body', { limit: armLimit })).toEqual([]);
  expect(watch(() => 6, 'body', { movesArms: true })).toEqual([]);
});

it('says nothing of a face, nor of a camera that is slow itself', () => {
  expect(watch(() => 6, 'face')).toEqual([]);
  const load = createLoadWatch(bodyLimit);
  const said = Array.from({ length: 30 }, (_, second) =>
    load.observe(
      { mode: 'body', movesArms: false, received: second * 8, dropped: 0, coverReason: null },
      second * 1000,
    ),
  );
  expect(said).not.toContain(true);
});
