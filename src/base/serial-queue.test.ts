import { expect, it } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

it('runs work in its order, one at a time, past failures', async () => {
  const queue = new SerialQueue();
  const gate = Promise.withResolvers<void>();
  const steps: string[] = [];
  const first = queue.run(async () => {
    await gate.promise;
    steps.push('first');
    throw new Error('broken');
  });
  const second = queue.run(async () => {
    steps.push('second');
    return 2;
  });
  gate.resolve();
  await expect(first).rejects.toThrow('broken');
  expect(await second).toBe(2);
  expect(steps).toEqual(['first', 'second']);
});

it('is idle when tasks that were added meanwhile have ended too', async () => {
  const queue = new SerialQueue();
  const steps: string[] = [];
  void queue.run(async () => {
    steps.push('first');
    void queue.run(async () => {
      await Promise.resolve();
      steps.push('second');
    });
  });
  await queue.idle();
  expect(steps).toEqual(['first', 'second']);
});
