import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Flow } from './flow.ts';
import { messages, unread } from './voice-limits.ts';

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
  return { socket, flow: new Flow(socket, () => Date.now()) };
}

it('reads a thousand messages a second on average, whatever they hold', () => {
  const { socket, flow } = openFlow();
  const seconds = 10;
  let read = 0;
  for (let passedMs = 0; passedMs < seconds * 1000; passedMs += unread.pollMs) {
    // What one read of the socket gives still comes, paused or not.
    for (let index = 0; !socket.isPaused && index < 500; index += 1) {
      flow.count();
      read += 1;
    }
    vi.advanceTimersByTime(unread.pollMs);
  }
  expect(read).toBeGreaterThan(0.9 * seconds * messages.perSecond);
  expect(read).toBeLessThan(1.1 * seconds * messages.perSecond + messages.atOnce);
  flow.close();
});

it('makes up for messages that came after reading stopped', () => {
  const { socket, flow } = openFlow();
  for (let index = 0; index < messages.atOnce + 3 * messages.perSecond; index += 1) {
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
  for (let index = 0; index < 2 * messages.atOnce; index += 1) {
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
