import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.{ts,tsx}', '{runtime,tools}/**/*.test.ts'],
          // Loading what a file imports takes longer than its tests: one process loads it for many files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
        },
      },
    ],
    environment: 'node',
    // One of two cores is left to wait for the other by default. With more files at a time sound and pictures have gaps.
    maxWorkers: '100%',
    // A limit for what hangs, not a measure: machines that run tests are often busy with other work.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
