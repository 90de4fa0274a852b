import { describe, expect, it } from 'vitest';
import type { CameraView } from '../../../contract/ipc/cameras.ts';
import { noMetrics } from '../session/live-metrics.ts';
import { DelayMatch, toSoundOffsetMs, toVideoMs } from './delay-match.ts';

const frameMs = 40;

/** A match that is read once a second and applies its delay. */
function openWorld(differenceMs: number) {
  const match = new DelayMatch(frameMs);
  const world = {
    match,
    differenceMs: differenceMs as number | null,
    delayMs: 0,
    skipped: 0,
    nowMs: 0,
  };
  const pass = (seconds: number): number[] => {
    const changes: number[] = [];
    for (let second = 0; second < seconds; second += 1) {
      world.nowMs += 1000;
      const { delayMs, skipped } = world;
      const next = match.read({ differenceMs: world.differenceMs, delayMs, skipped }, world.nowMs);
      if (next !== null) {
        changes.push(next - world.delayMs);
        world.delayMs = next;
      }
    }
    return changes;
  };
  const click = (delayMs: number | null): void => {
    world.delayMs = delayMs ?? world.delayMs;
  };
  return Object.assign(world, { pass, click });
}

describe('the match of video and voice', () => {
  it('changes nothing until it is asked to, then holds back what the voice is later', () => {
    const world = openWorld(170);
    expect(world.pass(10)).toEqual([]);
    expect(world.match.differenceMs).toBe(170);
    world.click(world.match.match());
    expect(world.delayMs).toBe(170);
    expect(world.pass(30)).toEqual([]);
  });

  it('is not led by a reading that jumps', () => {
    const world = openWorld(170);
    world.pass(8);
    world.differenceMs = 900;
    world.pass(1);
    world.click(world.match.match());
    expect(world.delayMs).toBe(170);
  });

  it('never goes below nothing, and takes no correction that has no effect', () => {
    const world = openWorld(-80);
    world.pass(5);
    world.click(world.match.match());
    expect(world.delayMs).toBe(0);
    world.click(world.match.correct(-1));
    expect([world.delayMs, world.match.frames]).toEqual([0, 0]);
    expect(world.pass(30)).toEqual([]);
  });

  it('is corrected by frames, and keeps that while it follows', () => {
    const world = openWorld(100);
    world.pass(5);
    world.click(world.match.match());
    world.click(world.match.correct(1));
    world.click(world.match.correct(1));
    expect(world.delayMs).toBe(180);
    expect(world.pass(20)).toEqual([]);
    world.click(world.match.correct(-1));
    expect(world.delayMs).toBe(140);
  });

  it('follows a drift in steps below a frame, one in five seconds', () => {
    const world = openWorld(100);
    world.pass(10);
    world.click(world.match.match());
    world.differenceMs = 165;
    const changes = world.pass(60);
    expect(changes.every((change) => Math.abs(change) < frameMs)).toBe(true);
    expect(changes.length).toBeLessThan(12);
    expect(Math.abs(world.delayMs - 165)).toBeLessThan(frameMs / 4);
  });

  it('does not come sooner while the device leaves frames out', () => {
    const world = openWorld(165);
    world.pass(10);
    world.click(world.match.match());
    world.differenceMs = 100;
    for (let second = 0; second < 60; second += 1) {
      world.skipped += 1;
      expect(world.pass(1)).toEqual([]);
    }
    expect(world.pass(60).length).toBeGreaterThan(0);
  });

  it('leaves a jump to the user, forgets what is gone, and ends when it is told to', () => {
    const world = openWorld(100);
    world.pass(10);
    world.click(world.match.match());
    world.differenceMs = 600;
    expect(world.pass(30)).toEqual([]);
    world.differenceMs = null;
    expect(world.pass(2)).toEqual([]);
    expect([world.match.differenceMs, world.match.match()]).toEqual([null, null]);
    world.differenceMs = 130;
    world.pass(10);
    world.click(world.match.match());
    world.match.stop();
    world.differenceMs = 160;
    expect(world.pass(30)).toEqual([]);
  });
});

describe('the path of the video to the device', () => {
  const metrics = { delay: { send: 10, network: 20, engine: 30, receive: 40 } };
  const output = {
    flow: 'flowing',
    isCard: false,
    readers: 1,
    ageMs: { p50: 150, p95: 200 },
    framesPerSecond: 30,
    received: 9,
    dropped: 0,
    skipped: 0,
  } as const satisfies Partial<Extract<CameraView, { state: 'on' }>['output']>;

  it('has no way back, and the engine in its age, where it is rendered here', () => {
    const here = { ...output, coding: 'i420' } as const;
    expect(toVideoMs({ output: here, delayMs: 100 }, metrics)).toBe(10 + 10 + 50);
  });

  it('has all of the way and the age since then where it is rendered elsewhere', () => {
    const elsewhere = { ...output, coding: 'h264' } as const;
    expect(toVideoMs({ output: elsewhere, delayMs: 100 }, metrics)).toBe(100 + 50);
  });

  it('is what other programs hold sound back by, less what the voice is later', () => {
    const view: CameraView = {
      state: 'on',
      format: { width: 1280, height: 720, rate: 30 },
      output: { ...output, coding: 'i420' },
      sinks: [],
      delayMs: 100,
    };
    const measured = { ...metrics, delayMs: 95 };
    expect(toSoundOffsetMs(view, measured, 0)).toBe(70 + 100);
    expect(toSoundOffsetMs(view, measured, 140)).toBe(70 + 100 - 140);
    expect(toSoundOffsetMs({ state: 'off' }, measured, 140)).toBe(95 - 140);
    expect(toSoundOffsetMs(view, measured, null)).toBe(null);
    expect(toSoundOffsetMs({ state: 'off' }, noMetrics, 0)).toBe(null);
  });

  it('is not known while nothing flows or a part is not measured', () => {
    const card = { ...output, coding: 'h264', flow: 'stalled' } as const;
    expect(toVideoMs({ output: card, delayMs: 0 }, metrics)).toBe(null);
    expect(toVideoMs({ output: { ...output, coding: 'i420' }, delayMs: 0 }, noMetrics)).toBe(null);
  });
});
