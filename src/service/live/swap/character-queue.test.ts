import { expect, it } from 'vitest';
import { createCharacterQueue } from './character-queue.ts';

it('prepares one picture at a time and gives up all but the newest that wait', async () => {
  const prepared: string[] = [];
  const finish: (() => void)[] = [];
  let givenUp = 0;
  const queue = createCharacterQueue({
    prepare: async ({ prompt }) => {
      prepared.push(prompt ?? '');
      await new Promise<void>((resolve) => finish.push(resolve));
    },
    onGivenUp: () => {
      givenUp += 1;
    },
  });
  const image = new Uint8Array();
  for (const prompt of ['a', 'b', 'c', 'd']) {
    queue.add({ image, prompt });
  }
  expect([prepared, givenUp, queue.isBusy]).toEqual([['a'], 2, true]);
  finish.shift()?.();
  await expect.poll(() => prepared).toEqual(['a', 'd']);
  finish.shift()?.();
  await expect.poll(() => queue.isBusy).toBe(false);
  queue.add({ image, prompt: 'e' });
  await expect.poll(() => prepared).toEqual(['a', 'd', 'e']);
});
