import { expect, it } from 'vitest';
import { findLiveLimit } from '../../../live/session/live-metrics.ts';
import { toLimitCause } from './limit-cause.ts';

const slowCamera =
  findLiveLimit({ fps: 30, isSmallest: false }, 16, {
    sentFps: 16,
    limitedBy: 'none',
    lateMs: 0,
  }) ?? 'network';

it('blames the camera while the computer has time left', () => {
  expect(toLimitCause(slowCamera, { load: 0.4, hasClip: false })).toBe('camera');
  expect(toLimitCause(slowCamera, { load: null, hasClip: false })).toBe('camera');
});

it('blames the computer where it is overloaded, and where no camera is in use', () => {
  expect(toLimitCause(slowCamera, { load: 0.97, hasClip: false })).toBe('computer');
  expect(toLimitCause(slowCamera, { load: 0.4, hasClip: true })).toBe('computer');
});

it('leaves other causes as they are', () => {
  expect(toLimitCause('network', { load: 0.97, hasClip: true })).toBe('network');
});
