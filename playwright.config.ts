import { defineConfig } from '@playwright/test';
import { findRecordingProblem } from './test/support/closed-network.ts';

/**
 * Tests with another program, which reads frames at the rate of a camera. They run one after the other; of all others two may run
 * at a time, each with a display and servers of its own: they mostly wait, for windows to open or for what plays. Packets are
 * recorded in a network of its own, which others do not disturb.
 */
const ofDevices = ['ui-obs', 'ui-remote-camera', 'ui-virtual-camera'].map(
  (name) => `**/${name}.e2e.ts`,
);

// `npm test` runs all tests: those that `network.e2e.ts` runs where packets are recorded need not run twice.
const isWholeRun = process.env['GUISE_TALLY'] !== undefined;

export default defineConfig({
  testDir: 'test/e2e',
  projects: [
    { name: 'screens', testMatch: '**/*.e2e.ts', testIgnore: ofDevices },
    { name: 'devices', testMatch: ofDevices },
  ],
  outputDir: 'out/e2e',
  ...(isWholeRun && findRecordingProblem() === null ? { grepInvert: /@recorded/ } : {}),
  // One window after the other, unless the command line says otherwise: they share two cores.
  workers: 1,
  // Limits for what hangs, not measures: machines that run tests are often busy with other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Displays, sound servers and cameras of a busy machine fail now and then; what passes only then is told.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  // Recording a trace slows a test down: only the second attempt of a failed one is recorded.
  use: { trace: 'on-first-retry' },
});
