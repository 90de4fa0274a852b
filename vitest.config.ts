import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findCompileCache } from './src/client/compile-cache.mjs';
import { LongestFirst } from './test/support/longest-first.ts';

// Workers that tests start compile their modules once for all of them, as those of a service that runs by itself do.
const compiled = findCompileCache();
if (compiled !== null) {
  process.env['NODE_COMPILE_CACHE'] ??= compiled;
}

/**
 * Tests that compare sound and pictures in time: with more files at a time than cores there are gaps. Those of rooms and of the
 * microphone wait for what they expect, however late it comes.
 */
const realTime = [
  'test/devices/!(microphone).test.ts',
  'test/recording/**/*.test.ts',
  'test/service/{live,voice-changer}/**/*.test.ts',
  'test/media/live-*.test.ts',
];

/**
 * Sound servers, browsers and processes of a busy machine are late now and then: a test of them is tried once more, and what passes
 * only then is told. A property is not: what it finds is a defect.
 */
const retry = { count: 1, condition: /^(?!Property failed)/ };

/**
 * Node loads the sources as they are and keeps what it compiled. Vite's own loader reads every imported name through an object,
 * which takes up to a fifth of the time of loops over pixels and samples.
 */
const asNode = { viteModuleRunner: false, nodeLoader: false } as const;

/** Builds and checks the networks once for all test files. */
const networks = 'test/support/build-models.ts';

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
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'real-time',
          experimental: asNode,
          include: realTime,
          globalSetup: networks,
          retry,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          experimental: asNode,
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', ...realTime],
          globalSetup: networks,
          retry,
          // They start services and wait for them for half of their time: two more than there are cores keep all cores busy.
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    environment: 'node',
    sequence: { sequencer: LongestFirst },
    // A limit for what hangs, not a measure: machines that run tests are often busy with other work.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
