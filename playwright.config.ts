import { defineConfig } from '@playwright/test';

// One window after the other: they share a display, its focus and two cores.
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'out/e2e',
  workers: 1,
  // Limits for what hangs, not measures: machines that run tests are often busy with other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Displays, sound servers and cameras of a busy machine fail now and then; what passes only then is told.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  use: { trace: 'retain-on-failure' },
});
