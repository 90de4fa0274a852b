import { describe, expect, it } from 'vitest';
import { type LocalJob, noStages } from '../../contract/ipc/jobs.ts';
import type { JobQueueState } from '../../contract/ipc/queue.ts';
import { createText } from '../i18n/text.ts';
import { findQueueLeftMs, toQueueParts, toQueueProgress } from './queue-facts.ts';
import { cancelText, queueStateText } from './queue-words.ts';

const queue: JobQueueState = {
  isPaused: false,
  order: [],
  slots: { a: 2, b: 1 },
  holds: [],
  whenDone: 'nothing',
  canSleep: false,
  endsAtMs: null,
};

function createJob(id: string, state: LocalJob['state'], change: Partial<LocalJob> = {}): LocalJob {
  return {
    id,
    profileId: 'a',
    feature: 'face_swap',
    state,
    createdAtMs: 0,
    startedAtMs: null,
    endedAtMs: null,
    inputs: [],
    options: {},
    holdUsd: null,
    costUsd: null,
    transferFraction: null,
    progress: null,
    error: null,
    retryAtMs: null,
    isCanceling: false,
    isQuiet: false,
    remote: null,
    isCleared: false,
    ...noStages,
    result: null,
    report: null,
    notes: [],
    thumbnailUrl: null,
    expectedMs: null,
    ...change,
  };
}

const moving = (etaMs: number, fraction = 0.5): Partial<LocalJob> => ({
  progress: { fraction, phase: 'rendering', etaMs },
});

describe('the queue', () => {
  it('shows running jobs, the queue in its order, and ended jobs until they are cleared', () => {
    const jobs = [
      createJob('late', 'waiting'),
      createJob('early', 'waiting'),
      createJob('asked', 'unconfirmed'),
      createJob('cleared', 'failed', { isCleared: true }),
      createJob('done', 'succeeded'),
      createJob('second', 'sending'),
      createJob('first', 'processing'),
    ];
    const parts = toQueueParts(jobs, { ...queue, order: ['late', 'early'] });
    expect(parts.running.map(({ id }) => id)).toEqual(['first', 'second']);
    expect(parts.waiting.map(({ id }) => id)).toEqual(['asked', 'late', 'early']);
    expect(parts.finished.map(({ id }) => id)).toEqual(['done']);
  });

  it('counts from the first to the last job, and knows no fraction before there is one', () => {
    const jobs = [createJob('b', 'waiting'), createJob('a', 'sending')];
    const count = (all: readonly LocalJob[]) => {
      const parts = toQueueParts(all, queue);
      return { ...toQueueProgress(parts), leftMs: findQueueLeftMs(all, parts, queue) };
    };
    expect(count(jobs)).toMatchObject({ current: 1, total: 2, fraction: null, leftMs: null });
    expect(count([...jobs, createJob('c', 'succeeded'), createJob('d', 'failed')])).toMatchObject({
      current: 3,
      total: 4,
      over: 2,
      fraction: 0.5,
    });
    expect(count([createJob('c', 'succeeded')])).toMatchObject({
      current: 1,
      total: 1,
      isActive: false,
    });
  });

  it('counts no job that ended before the oldest open one was sent', () => {
    const ended = createJob('old', 'succeeded', { createdAtMs: 1, endedAtMs: 5 });
    const beside = createJob('beside', 'succeeded', { createdAtMs: 8, endedAtMs: 12 });
    const open = createJob('open', 'processing', { createdAtMs: 9, ...moving(1000) });
    const parts = toQueueParts([open, beside, ended], queue);
    expect(parts.finished).toHaveLength(2);
    expect(toQueueProgress(parts)).toMatchObject({ current: 2, total: 2, fraction: 0.75 });
    expect(toQueueProgress(toQueueParts([ended], queue))).toMatchObject({ total: 1, over: 1 });
  });

  it('keeps still for a job that waits for its user, and shows it before the line', () => {
    const parts = toQueueParts([createJob('b', 'waiting'), createJob('a', 'parked')], queue);
    expect(parts.waiting.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(toQueueProgress(parts).isActive).toBe(true);
    const alone = toQueueParts([createJob('a', 'parked')], queue);
    expect(toQueueProgress(alone)).toMatchObject({ total: 1, isActive: false });
  });

  it('has as much time left as its slowest service, which may work on several at once', () => {
    const jobs = [
      createJob('1', 'processing', moving(10_000)),
      createJob('2', 'processing', moving(20_000)),
      createJob('3', 'processing', { ...moving(12_000), profileId: 'b' }),
    ];
    const parts = toQueueParts(jobs, queue);
    expect(findQueueLeftMs(jobs, parts, queue)).toBe(20_000);
    const alone = { ...queue, slots: {} };
    expect(findQueueLeftMs(jobs, parts, alone)).toBe(30_000);
  });
});

describe('a job of the queue', () => {
  const text = createText('en');
  const words = (one: LocalJob, change: Partial<JobQueueState> = {}) =>
    queueStateText(text, one, { queue: { ...queue, ...change }, nowMs: 1_000 }).words;

  it('says its place in the line, and why it was put back and until when', () => {
    const order = ['x', 'y'];
    expect(words(createJob('x', 'waiting'), { order })).toBe('next');
    expect(words(createJob('y', 'waiting'), { order })).toBe('number 2 in line');
    expect(words(createJob('y', 'waiting'), { order, isPaused: true })).toBe(
      'paused, number 2 in line',
    );
    const error = { code: 'at_capacity' as const, message: '' };
    expect(words(createJob('x', 'waiting', { error, retryAtMs: 24_000 }), { order })).toBe(
      'The service is full. Trying again in 23 s',
    );
    expect(words(createJob('x', 'waiting', { error, retryAtMs: 900 }), { order })).toBe(
      'The service is full. Trying again now',
    );
  });

  it('reports the cost of stopping it in advance', () => {
    expect(cancelText(text, createJob('x', 'processing', { holdUsd: 0.5 }))).toContain(
      'you get back the $0.50 held',
    );
    expect(cancelText(text, createJob('x', 'processing', { holdUsd: 0 }))).toContain(
      'It costs nothing',
    );
    expect(cancelText(text, createJob('x', 'collecting', { costUsd: 0.4 }))).toContain(
      'paid: $0.40',
    );
  });
});
