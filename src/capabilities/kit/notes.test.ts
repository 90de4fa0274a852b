import { expect, it } from 'vitest';
import { createModelFailure } from './engine-reason.ts';
import { noteFallback, noteKeptGlasses, notePhotoGlasses, noteSmallerOutput } from './notes.ts';

it('an output with fewer lines than were asked for is noted, upright or not', () => {
  expect(noteSmallerOutput({ width: 640, height: 360 }, 480)).toMatchObject([
    { code: 'smaller_output', message: expect.stringContaining('360p') },
  ]);
  expect(noteSmallerOutput({ width: 360, height: 640 }, 480)).toHaveLength(1);
  expect(noteSmallerOutput({ width: 480, height: 854 }, 480)).toEqual([]);
  expect(noteSmallerOutput({ width: 64, height: 64 }, undefined)).toEqual([]);
});

it('an engine that runs because a chosen one could not is noted, a built-in one is not', () => {
  expect(
    noteFallback({ isFallback: true, reasons: [createModelFailure('a.onnx', 'It is gone.')] }),
  ).toEqual([
    { code: 'fallback_engine', message: 'a.onnx was chosen and could not be used. It is gone.' },
  ]);
  expect(noteFallback({ isFallback: false, reasons: [] })).toEqual([]);
});

it('glasses that were taken off, drawn or kept are noted, and no others', () => {
  const codesOf = (notes: readonly { readonly code: string }[]) => notes.map(({ code }) => code);
  expect(codesOf(notePhotoGlasses('none'))).toEqual([]);
  expect(codesOf(notePhotoGlasses('removed'))).toEqual(['glasses_removed']);
  const drawn = notePhotoGlasses('drawn');
  expect(codesOf(drawn)).toEqual(['glasses_drawn']);
  expect(codesOf(noteKeptGlasses({ targetGlasses: 0.9 }, []))).toEqual(['glasses_kept']);
  expect(noteKeptGlasses({ targetGlasses: 0.9 }, drawn)).toEqual([]);
  expect(noteKeptGlasses({ targetGlasses: 0.1 }, [])).toEqual([]);
  expect(noteKeptGlasses(null, [])).toEqual([]);
});
