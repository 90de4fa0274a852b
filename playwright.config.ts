import { defineConfig } from '@playwright/test';

// One window after the other: they share a display, its focus and two cores.
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'out/e2e',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: { trace: 'retain-on-failure' },
});
