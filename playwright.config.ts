import { defineConfig } from '@playwright/test';
import { whyNotRecorded } from './test/support/closed-network.ts';

/**
 * Tests without devices of the machine, sound or another program, of which two may run at a time, each on a display of its
 * own: they mostly wait for windows to open.
 */
const ofScreens = [
  'command-line',
  'ipc',
  'lifecycle',
  'security',
  'ui-access',
  'ui-accident',
  'ui-batch',
  'ui-form',
  'ui-identity',
  'ui-jobs',
  'ui-jobs-remote',
  'ui-library',
  'ui-models',
  'ui-people',
  'ui-persons',
  'ui-presets',
  'ui-queue',
  'ui-reader',
  'ui-reimagine',
  'ui-service',
  'ui-settings',
  'ui-stage',
  'ui-state',
  'vault',
  'window',
].map((name) => `**/${name}.e2e.ts`);

// `npm test` runs all tests: those that `network.e2e.ts` runs where packets are recorded need not run twice.
const isWholeRun = process.env['GUISE_TALLY'] !== undefined;

export default defineConfig({
  testDir: 'test/e2e',
  projects: [
    { name: 'screens', testMatch: ofScreens },
    { name: 'devices', testMatch: '**/*.e2e.ts', testIgnore: ofScreens },
  ],
  outputDir: 'out/e2e',
  ...(isWholeRun && whyNotRecorded() === null ? { grepInvert: /@recorded/ } : {}),
  // One window after the other, unless the command line says otherwise: they share two cores.
  workers: 1,
  // Limits for what hangs, not measures: machines that run tests are often busy with other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Displays, sound servers and cameras of a busy machine fail now and then; what passes only then is told.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  use: { trace: 'retain-on-failure' },
});
