import { afterEach, expect, it, vi } from 'vitest';
import { ClientActivity } from './activity.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a client counts as sending while frames come, not by other messages', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const activity = new ClientActivity();
  activity.notePictures(0);
  expect(activity.isSending).toBe(false);
  activity.notePictures(30);
  expect(activity.isSending).toBe(true);
  vi.advanceTimersByTime(10_000);
  activity.notePictures(30);
  activity.note();
  expect(activity.isSending).toBe(false);
  expect(activity.silentMs).toBe(0);
  activity.notePictures(31);
  expect(activity.isSending).toBe(true);
});
