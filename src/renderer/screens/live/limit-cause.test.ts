import { expect, it } from 'vitest';
import { findLiveLimit } from '../../live/live-metrics.ts';
import { findCause } from './limit-cause.ts';

const slowCamera =
  findLiveLimit({ fps: 30, isSmallest: false }, 16, {
    sentFps: 16,
    limitedBy: 'none',
    lateMs: 0,
  }) ?? 'network';

it('blames the camera while the computer has time left', () => {
  expect(findCause(slowCamera, { load: 0.4, hasClip: false })).toBe('camera');
  expect(findCause(slowCamera, { load: null, hasClip: false })).toBe('camera');
});

it('blames the computer where it is overloaded, and where no camera is in use', () => {
  expect(findCause(slowCamera, { load: 0.97, hasClip: false })).toBe('computer');
  expect(findCause(slowCamera, { load: 0.4, hasClip: true })).toBe('computer');
});

it('leaves other causes as they are', () => {
  expect(findCause('network', { load: 0.97, hasClip: true })).toBe('network');
});
