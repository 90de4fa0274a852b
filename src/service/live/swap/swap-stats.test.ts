import { expect, it } from 'vitest';
import type { StreamReport } from '../worker/worker-messages.ts';
import { toStatsMessage } from './swap-stats.ts';

const report: StreamReport = {
  streamedMs: 0,
  framesPerSecond: 1,
  latencyMs: 30,
  isTracked: false,
  mode: 'face',
  isReduced: false,
  movesArms: false,
  hasSlowArms: false,
  coverReason: null,
  engine: 'Mesh engine, CPU',
  received: 9,
  dropped: 0,
};
const say = (change: Partial<StreamReport> | null) =>
  toStatsMessage({
    report: change === null ? null : { ...report, ...change },
    streamedMs: 0,
    elapsedMs: 0,
    maxDurationSec: 60,
  });

it('gives the reason why no face is shown, so that a busy machine is not taken for a missing face', () => {
  expect(say({ coverReason: 'late' })).toMatchObject({ tracked: false, cover_reason: 'late' });
  expect(say({ coverReason: 'no_face' })).toMatchObject({ cover_reason: 'no_face' });
  // Before the first picture nobody has looked for a face.
  expect(say(null)).toMatchObject({ tracked: false, cover_reason: 'no_picture' });
  expect(say({ mode: null })).toMatchObject({ cover_reason: 'no_picture' });
  expect(say({ isTracked: true })).not.toHaveProperty('cover_reason');
});
