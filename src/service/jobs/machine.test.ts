import { describe, expect, it } from 'vitest';
import { toHttpStatus } from '../../contract/api/errors.ts';
import { jobStages, jobStatusSchema } from '../../contract/api/resources/job.ts';
import { advance, decideCancel, decideRetry, parkAfter, toWorkStage } from './machine.ts';

const parked = { status: 'processing', queueState: 'parked' } as const;

describe('stages of an identity swap', () => {
  it('go from the frame over the still to the video', () => {
    expect(parkAfter('extracting')).toBe('frame_ready');
    expect(advance({ ...parked, stage: 'frame_ready' }, 'swap')).toBe('placing_character');
    expect(parkAfter('placing_character')).toBe('swap_ready');
    expect(advance({ ...parked, stage: 'swap_ready' }, 'motion')).toBe('rendering_motion');
    expect(parkAfter('rendering_motion')).toBeNull();
    expect(parkAfter(null)).toBeNull();
  });

  it('are worked on in three of five', () => {
    expect(jobStages.map(toWorkStage)).toEqual([
      'extracting',
      null,
      'placing_character',
      null,
      'rendering_motion',
    ]);
    expect(toWorkStage(null)).toBeNull();
  });

  it('advance from the one matching stage only, and the refusal names the current one', () => {
    for (const step of ['swap', 'motion'] as const) {
      const from = step === 'swap' ? 'frame_ready' : 'swap_ready';
      for (const stage of jobStages.filter((other) => other !== from)) {
        expect(() => advance({ ...parked, stage }, step)).toThrow(`current stage is ${stage}`);
      }
    }
  });

  it('do not advance for express jobs, jobs at work and jobs that ended', () => {
    const refused = [
      { ...parked, stage: null },
      { status: 'processing', queueState: 'leased', stage: 'frame_ready' },
      { status: 'succeeded', queueState: 'done', stage: 'frame_ready' },
      { status: 'queued', queueState: 'ready', stage: 'frame_ready' },
    ] as const;
    for (const state of refused) {
      let thrown: unknown;
      try {
        advance(state, 'swap');
      } catch (error) {
        thrown = error;
      }
      expect(toHttpStatus(thrown)).toBe(400);
    }
  });
});

describe('cancel', () => {
  it('works on open jobs, leaves canceled ones, refuses finished ones', () => {
    const decisions = jobStatusSchema.options.map((status) => {
      try {
        return decideCancel(status);
      } catch (error) {
        return toHttpStatus(error);
      }
    });
    expect(decisions).toEqual(['cancel', 'cancel', 400, 400, 'unchanged']);
  });
});

describe('retry', () => {
  it('waits twice as long each time, then gives up', () => {
    const policy = { maxAttempts: 4, retryDelayMs: 1000 };
    expect([1, 2, 3, 4, 5].map((attempt) => decideRetry(attempt, policy))).toEqual([
      { retryInMs: 1000 },
      { retryInMs: 2000 },
      { retryInMs: 4000 },
      'give_up',
      'give_up',
    ]);
  });
});
