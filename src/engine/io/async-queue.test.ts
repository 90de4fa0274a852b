import { describe, expect, it } from 'vitest';
import { createAsyncQueue } from './async-queue.ts';

describe('a handoff', () => {
  it('gives items in order, those that wait and those that come', async () => {
    const handoff = createAsyncQueue([1]);
    handoff.put(2);
    expect([await handoff.dequeue(), await handoff.dequeue()]).toEqual([1, 2]);
    const third = handoff.dequeue();
    handoff.put(3);
    expect(await third).toBe(3);
  });

  it('ends after the enqueued items', async () => {
    const handoff = createAsyncQueue(['last']);
    handoff.end();
    expect([await handoff.dequeue(), await handoff.dequeue(), await handoff.dequeue()]).toEqual([
      'last',
      null,
      null,
    ]);
  });

  it('tells a waiting taker of a failure, and every later one', async () => {
    const handoff = createAsyncQueue<number>();
    const waiting = handoff.dequeue();
    handoff.fail(new Error('broken'));
    handoff.end();
    await expect(waiting).rejects.toThrow('broken');
    await expect(handoff.dequeue()).rejects.toThrow('broken');
  });
});
