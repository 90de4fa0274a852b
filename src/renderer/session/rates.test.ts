import { expect, it } from 'vitest';
import { findLimit } from './rates.ts';

it('names the camera when it gives less than it promised, as in low light', () => {
  expect(findLimit(30, { cameraFps: 15, shownFps: 15 })).toBe('camera');
  expect(findLimit(30, { cameraFps: 15, shownFps: 6 })).toBe('camera');
});

it('names the computer when it shows less than the camera gives', () => {
  expect(findLimit(30, { cameraFps: 30, shownFps: 12 })).toBe('computer');
  expect(findLimit(30, { cameraFps: null, shownFps: 12 })).toBe('computer');
});

it('names nothing while both keep up', () => {
  expect(findLimit(30, { cameraFps: 29.4, shownFps: 28 })).toBeNull();
  expect(findLimit(0, { cameraFps: 10, shownFps: 9 })).toBeNull();
});
