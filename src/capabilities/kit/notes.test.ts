import { expect, it } from 'vitest';
import { noteFallback, noteSmallerOutput } from './notes.ts';

it('an output with fewer lines than were asked for is noted, upright or not', () => {
  expect(noteSmallerOutput({ width: 640, height: 360 }, 480)).toMatchObject([
    { code: 'smaller_output', message: expect.stringContaining('360p') },
  ]);
  expect(noteSmallerOutput({ width: 360, height: 640 }, 480)).toHaveLength(1);
  expect(noteSmallerOutput({ width: 480, height: 854 }, 480)).toEqual([]);
  expect(noteSmallerOutput({ width: 64, height: 64 }, undefined)).toEqual([]);
});

it('an engine that runs because a chosen one could not is noted, a built-in one is not', () => {
  expect(noteFallback({ isFallback: true, reason: 'a.onnx could not be used.' })).toEqual([
    { code: 'fallback_engine', message: 'a.onnx could not be used.' },
  ]);
  expect(noteFallback({ isFallback: false, reason: 'None is set up.' })).toEqual([]);
});
