import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Backpressure } from './backpressure.ts';
import { messageRate, sendBacklog } from './voice-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A socket whose client sends whenever it is read, one message a step. */
function openFlow() {
  const socket = { isPaused: false, waitingBytes: 0, pause() {}, resume() {} };
  socket.pause = () => (socket.isPaused = true);
  socket.resume = () => (socket.isPaused = false);
  return { socket, flow: new Backpressure(socket, () => Date.now()) };
}

it('reads a thousand messages a second on average, with any content', () => {
  const { socket, flow } = openFlow();
  const seconds = 10;
  let read = 0;
  for (let passedMs = 0; passedMs < seconds * 1000; passedMs += sendBacklog.pollMs) {
    // Messages of one read of the socket still arrive after a pause.
    for (let index = 0; !socket.isPaused && index < 500; index += 1) {
      flow.count();
      read += 1;
    }
    vi.advanceTimersByTime(sendBacklog.pollMs);
  }
  expect(read).toBeGreaterThan(0.9 * seconds * messageRate.perSecond);
  expect(read).toBeLessThan(1.1 * seconds * messageRate.perSecond + messageRate.atOnce);
  flow.close();
});

it('makes up for messages that came after reading stopped', () => {
  const { socket, flow } = openFlow();
  for (let index = 0; index < messageRate.atOnce + 3 * messageRate.perSecond; index += 1) {
    flow.count();
  }
  vi.advanceTimersByTime(2900);
  expect(socket.isPaused).toBe(true);
  vi.advanceTimersByTime(200);
  expect(socket.isPaused).toBe(false);
  flow.close();
});

it('never reads again, and waits for nothing, once it is closed', () => {
  const { socket, flow } = openFlow();
  for (let index = 0; index < 2 * messageRate.atOnce; index += 1) {
    flow.count();
  }
  flow.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(socket.isPaused).toBe(true);
});

it('lets real-time audio in 20 ms pieces through without a pause', () => {
  const { socket, flow } = openFlow();
  const pauses = vi.spyOn(socket, 'pause');
  for (let piece = 0; piece < 500; piece += 1) {
    flow.count();
    flow.enter(320);
    vi.advanceTimersByTime(20);
    flow.leave(320);
  }
  expect(pauses).not.toHaveBeenCalled();
  flow.close();
});
