import { expect, it } from 'vitest';
import * as z from 'zod';
import { sumStageDurations, toFrameRanges, parseSegmentText, requireSegment } from './segments.ts';

it('spans follow each other from the first frame to the last', () => {
  const frameRate = { num: 25, den: 1 };
  const spans = toFrameRanges(1110, { frameUs: 40_000, frameRate, segmentUs: 10_000_000 });
  expect(spans.length).toBeGreaterThan(2);
  expect(spans[0]?.from).toBe(0);
  expect(spans.slice(1).map(({ from }) => from)).toEqual(spans.slice(0, -1).map(({ to }) => to));
  expect(spans.at(-1)?.to).toBe(1110);
  expect(() => requireSegment(spans, spans.length)).toThrow('A segment of the plan');
});

it('times of segments are added by stage', () => {
  const one = { stages: [{ name: 'reading', durationMs: 1 }], wallMs: 5 };
  const two = {
    stages: [
      { name: 'reading', durationMs: 2 },
      { name: 'rendering', durationMs: 4 },
    ],
    wallMs: 7,
  };
  expect(sumStageDurations([one, two])).toEqual({
    stages: [
      { name: 'reading', durationMs: 3 },
      { name: 'rendering', durationMs: 4 },
    ],
    wallMs: 12,
  });
});

it('texts of another version say nothing', () => {
  const schema = z.object({ frames: z.number() });
  expect(parseSegmentText(schema, '{"frames":2}')).toEqual({ frames: 2 });
  expect(parseSegmentText(schema, '{"pictures":2}')).toBeNull();
  expect(parseSegmentText(schema, undefined)).toBeNull();
});
