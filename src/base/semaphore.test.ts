import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

it('runs at most the given number of tasks at once, in their order', async () => {
  const turns = new Semaphore(2);
  const begun: number[] = [];
  let running = 0;
  let max = 0;
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = gates.map(({ promise }, index) =>
    turns.run(async () => {
      begun.push(index);
      running += 1;
      max = Math.max(max, running);
      await promise;
      running -= 1;
    }),
  );
  for (const { resolve } of gates) {
    resolve();
  }
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(max).toBe(2);
});

it('goes on after a failure', async () => {
  const turns = new Semaphore(1);
  const failed = turns.run(() => Promise.reject(new Error('no')));
  const next = turns.run(() => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
