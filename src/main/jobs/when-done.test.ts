import { describe, expect, it } from 'vitest';
import { EndAction } from './when-done.ts';

/** A clock that is turned by hand. */
function openEnd() {
  let nowMs = 1_000;
  let timer: { readonly atMs: number; readonly act: () => void } | null = null;
  const ended: string[] = [];
  const state = { canEnd: true };
  const end = new EndAction({
    quit: () => ended.push('quit'),
    findSleep: async () => () => ended.push('sleep'),
    canEnd: () => state.canEnd,
    onChange: () => undefined,
    nowMs: () => nowMs,
    after: (durationMs, act) => {
      const own = { atMs: nowMs + durationMs, act };
      timer = own;
      return () => {
        timer = timer === own ? null : timer;
      };
    },
  });
  const pass = (durationMs: number): void => {
    nowMs += durationMs;
    if (timer !== null && timer.atMs <= nowMs) {
      const { act } = timer;
      timer = null;
      act();
    }
  };
  return { end, ended, pass, state };
}

describe('the action at the end of all jobs', () => {
  it('comes a minute after the last one, once', () => {
    const { end, ended, pass } = openEnd();
    end.set('quit');
    end.setIdle(false);
    end.setIdle(true);
    expect(end.describe()).toMatchObject({ whenDone: 'quit', endsAtMs: 61_000 });
    pass(59_000);
    expect(ended).toEqual([]);
    pass(1_000);
    expect(ended).toEqual(['quit']);
    expect(end.describe()).toMatchObject({ whenDone: 'nothing', endsAtMs: null });
    end.setIdle(false);
    end.setIdle(true);
    pass(120_000);
    expect(ended).toEqual(['quit']);
  });

  it('comes after a job that was in its last step when it was chosen', () => {
    const { end, ended, pass } = openEnd();
    end.setIdle(false);
    end.set('quit');
    end.setIdle(true);
    pass(60_000);
    expect(ended).toEqual(['quit']);
  });

  it('waits for work when there is none yet', () => {
    const { end, ended, pass } = openEnd();
    end.set('quit');
    end.setIdle(true);
    pass(120_000);
    expect(ended).toEqual([]);
  });

  it('is put off by a new job, and stopped by the user', () => {
    const { end, ended, pass } = openEnd();
    end.set('quit');
    end.setIdle(false);
    end.setIdle(true);
    pass(30_000);
    end.setIdle(false);
    pass(60_000);
    end.setIdle(true);
    expect(end.describe().endsAtMs).not.toBeNull();
    end.set('nothing');
    pass(120_000);
    expect(ended).toEqual([]);
  });

  it('cuts off nothing: while live or recording it waits another minute', () => {
    const { end, ended, pass, state } = openEnd();
    end.set('quit');
    end.setIdle(false);
    state.canEnd = false;
    end.setIdle(true);
    pass(60_000);
    expect(ended).toEqual([]);
    state.canEnd = true;
    pass(60_000);
    expect(ended).toEqual(['quit']);
  });

  it('puts the computer to sleep where that is possible', async () => {
    const { end, ended, pass } = openEnd();
    expect(end.describe().canSleep).toBe(false);
    await end.prepare();
    expect(end.describe().canSleep).toBe(true);
    end.set('sleep');
    end.setIdle(false);
    end.setIdle(true);
    pass(60_000);
    expect(ended).toEqual(['sleep']);
  });
});
