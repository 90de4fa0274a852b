import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { mouthTrackSchema } from '../../contract/job-details.ts';
import { visemes } from '../../engine/voice/viseme.ts';
import { toReportVisemes } from './report-visemes.ts';

it('shows in each step the mouth that is there longest, and a closure that is short', () => {
  const track = toReportVisemes([
    { viseme: 'sil', startMs: 0, endMs: 80 },
    { viseme: 'PP', startMs: 80, endMs: 95 },
    { viseme: 'aa', startMs: 95, endMs: 160 },
    { viseme: 'ou', startMs: 160, endMs: 200 },
  ]);
  expect(track).toEqual({ stepMs: 40, steps: '00145' });
});

it('is short enough for a report, for any speech of any length', () => {
  const anySpans = fc.array(
    fc.tuple(fc.constantFrom(...visemes), fc.integer({ min: 1, max: 9000 })),
  );
  fc.assert(
    fc.property(anySpans, (parts) => {
      let startMs = 0;
      const spans = parts.map(([viseme, lengthMs]) => {
        const span = { viseme, startMs, endMs: startMs + lengthMs };
        startMs = span.endMs;
        return span;
      });
      const track = mouthTrackSchema.parse(toReportVisemes(spans));
      expect(track.steps.length * track.stepMs).toBeGreaterThanOrEqual(startMs - 1e-3);
      expect((track.steps.length - 1) * track.stepMs).toBeLessThan(Math.max(1, startMs));
    }),
  );
});
