import { measureDrop } from './dropped-files.ts';
import type { Measurement } from './harness.ts';
import { measureLibrary } from './library-rows.ts';
import { measureRest } from './resting-app.ts';

/** Measures the window at rest, with the files of many years, and with many files dropped at once. */
export const measurement: Measurement = {
  title: 'The window: at rest, with two hundred dropped files, with a hundred thousand rows',
  needsApp: true,
  run: async ({ note }) => [
    ...(await measureRest(note)),
    ...(await measureDrop(note)),
    ...(await measureLibrary(note)),
  ],
};
