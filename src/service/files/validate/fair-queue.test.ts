import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const owners = ['a', 'b', 'c'] as const;

it('runs every task once, never two on a lane, never too many of an owner', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom(...owners), { maxLength: 40 }),
      fc.scheduler(),
      async (lanes, perOwner, tasks, scheduler) => {
        const queue = new FairQueue(lanes, perOwner);
        const busy = new Set<number>();
        const running = new Map<string, number>();
        let done = 0;
        const all = tasks.map((owner) =>
          queue.run(owner, async (lane) => {
            expect(lane).toBeLessThan(lanes);
            expect(busy.has(lane)).toBe(false);
            busy.add(lane);
            running.set(owner, (running.get(owner) ?? 0) + 1);
            expect(running.get(owner)).toBeLessThanOrEqual(perOwner);
            await scheduler.schedule(Promise.resolve());
            busy.delete(lane);
            running.set(owner, (running.get(owner) ?? 1) - 1);
            done += 1;
          }),
        );
        await scheduler.waitFor(Promise.all(all));
        expect(done).toBe(tasks.length);
      },
    ),
  );
});

it('runs the first task of another account before the backlog of one', async () => {
  const queue = new FairQueue(1);
  const order: string[] = [];
  const note = (name: string) => () => {
    order.push(name);
    return Promise.resolve();
  };
  await Promise.all([
    ...Array.from({ length: 5 }, (_, index) => queue.run('a', note(`a${index}`))),
    queue.run('b', note('b')),
  ]);
  expect(order.slice(0, 3)).toContain('b');
});

it('goes on after a task that failed', async () => {
  const queue = new FairQueue(1);
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run('a', (lane) => Promise.resolve(lane))).resolves.toBe(0);
});
