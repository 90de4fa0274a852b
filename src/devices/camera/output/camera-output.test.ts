import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i420Bytes, type LinkedFrameKind } from '../../../contract/frame-link.ts';
import { CameraOutput } from './camera-output.ts';

const format = { width: 4, height: 2, rate: 30 };
const CARD = 1;
const RAW = 200;
const SWAPPED = 100;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An output whose device remembers the first sample of every frame. */
function openWorld() {
  const shown: number[] = [];
  const sink = {
    write: (frame: Uint8Array) => void shown.push(frame[0] ?? 0),
    written: 0,
    isRead: null,
    close: async () => undefined,
  };
  const card = new Uint8Array(i420Bytes(format)).fill(CARD);
  const output = new CameraOutput({
    format,
    card,
    testPicture: card,
    sinks: [sink],
    nowMs: () => Date.now(),
  });
  output.publish(true);
  return {
    output,
    shown,
    last: () => shown.at(-1),
    send: (kind: LinkedFrameKind, value: number, size = format): void => {
      const frame = { ...size, kind, capturedAtMs: Date.now() };
      output.onFrame(frame, new Uint8Array(i420Bytes(size)).fill(value));
    },
  };
}

describe('the output to cameras', () => {
  it('shows the card from the first moment, and at its rate', async () => {
    const { shown } = openWorld();
    expect(new Set(shown)).toEqual(new Set([CARD]));
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown.length).toBeGreaterThanOrEqual(28);
    expect(new Set(shown)).toEqual(new Set([CARD]));
  });

  it('shows the card alone until the user is live, and again from the end of that on', async () => {
    const { send, shown, output } = openWorld();
    output.publish(false);
    output.setDelay(100);
    send('swapped', SWAPPED);
    await vi.advanceTimersByTimeAsync(200);
    expect(new Set(shown)).toEqual(new Set([CARD]));
    output.publish(true);
    send('swapped', SWAPPED + 1);
    await vi.advanceTimersByTimeAsync(150);
    expect(shown).toContain(SWAPPED + 1);
    expect(shown).not.toContain(SWAPPED);
    send('swapped', SWAPPED + 2);
    output.publish(false);
    const from = shown.length;
    await vi.advanceTimersByTimeAsync(500);
    expect(new Set(shown.slice(from))).toEqual(new Set([CARD]));
  });

  it('shows frames at once, the last one until it is old, then the card', async () => {
    const { send, last, output } = openWorld();
    send('swapped', SWAPPED);
    expect(last()).toBe(SWAPPED);
    await vi.advanceTimersByTimeAsync(250);
    expect(last()).toBe(SWAPPED);
    expect(output.status.flow).toBe('flowing');
    await vi.advanceTimersByTimeAsync(120);
    expect(last()).toBe(CARD);
    expect(output.status.flow).toBe('stalled');
  });

  it('shows the card at once when the worker is gone or a cover is asked for', () => {
    const { send, last, output } = openWorld();
    send('swapped', SWAPPED);
    output.onLost();
    expect(last()).toBe(CARD);
    send('swapped', SWAPPED + 1);
    output.cover(true);
    expect(last()).toBe(CARD);
    send('swapped', SWAPPED);
    expect(last()).toBe(CARD);
  });

  it('shows another card at once where the card is shown, and later where a frame is', async () => {
    const { send, last, output } = openWorld();
    output.setCard(new Uint8Array(i420Bytes(format)).fill(CARD + 1));
    expect(last()).toBe(CARD + 1);
    send('swapped', SWAPPED);
    output.setCard(new Uint8Array(i420Bytes(format)).fill(CARD + 2));
    expect(last()).toBe(SWAPPED);
    output.cover(true);
    expect(last()).toBe(CARD + 2);
  });

  it('holds frames back by the delay, in their order', async () => {
    const { send, shown, output } = openWorld();
    output.setDelay(200);
    for (let frame = 0; frame < 12; frame += 1) {
      send('swapped', SWAPPED + frame);
      await vi.advanceTimersByTimeAsync(1000 / 30);
    }
    const fresh = shown.filter((value, index) => value >= SWAPPED && value !== shown[index - 1]);
    expect([6, 7]).toContain(fresh.length);
    expect(fresh).toEqual(fresh.map((_value, index) => SWAPPED + index));
    await vi.advanceTimersByTimeAsync(250);
    expect(shown).toContain(SWAPPED + 11);
  });

  it('drops waiting frames when the delay changes or unchanged frames are forbidden', async () => {
    const { send, shown, last, output } = openWorld();
    output.allowPassthrough(true);
    send('swapped', SWAPPED);
    output.setDelay(300);
    send('swapped', SWAPPED + 1);
    await vi.advanceTimersByTimeAsync(100);
    send('passthrough', RAW);
    await vi.advanceTimersByTimeAsync(100);
    send('swapped', SWAPPED + 2);
    output.allowPassthrough(false);
    output.setDelay(310);
    expect(last()).toBe(SWAPPED);
    await vi.advanceTimersByTimeAsync(320);
    const fresh = shown.filter((value, index) => value !== shown[index - 1]);
    expect(fresh).toEqual([CARD, SWAPPED, SWAPPED + 1, SWAPPED + 2]);
  });

  it('never shows unchanged camera frames while they are forbidden, after any sequence of calls', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('send' as const),
        kind: fc.constantFrom('swapped', 'covered', 'passthrough'),
      }),
      fc.record({ do: fc.constant('allow' as const), isOn: fc.boolean() }),
      fc.record({ do: fc.constant('publish' as const), isOn: fc.boolean() }),
      fc.record({ do: fc.constant('cover' as const), isOn: fc.boolean() }),
      fc.record({ do: fc.constant('delay' as const), ms: fc.constantFrom(0, 40, 500) }),
      fc.record({ do: fc.constant('lose' as const) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 700 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { send, shown, output } = openWorld();
        let isAllowed = false;
        let isPublished = true;
        let isCovered = false;
        for (const taken of steps) {
          const before = shown.length;
          if ('kind' in taken) {
            send(taken.kind, taken.kind === 'passthrough' ? RAW : SWAPPED);
          } else if ('isOn' in taken && taken.do === 'allow') {
            isAllowed = taken.isOn;
            output.allowPassthrough(isAllowed);
          } else if ('isOn' in taken && taken.do === 'publish') {
            isPublished = taken.isOn;
            output.publish(isPublished);
          } else if ('isOn' in taken) {
            isCovered = taken.isOn;
            output.cover(isCovered);
          } else if ('ms' in taken && taken.do === 'delay') {
            output.setDelay(taken.ms);
          } else if (taken.do === 'lose') {
            output.onLost();
          } else if ('ms' in taken) {
            await vi.advanceTimersByTimeAsync(taken.ms);
          }
          const seen = shown.slice(before);
          if (!isAllowed) {
            expect(seen).not.toContain(RAW);
          }
          if (isCovered || !isPublished) {
            expect(seen.every((value) => value === CARD)).toBe(true);
          }
        }
        output.close();
      }),
    );
  });
});
