import { measureDrop } from './dropped-files.ts';
import type { Measurement } from './harness.ts';
import { measureLibrary } from './library-rows.ts';
import { measureRest } from './resting-app.ts';

/** What the window does with as much as somebody gathers in years or drops at once, and while nothing happens. */
export const measurement: Measurement = {
  title: 'The window: at rest, with two hundred dropped files, with a hundred thousand rows',
  needsApp: true,
  run: async ({ note }) => [
    ...(await measureRest(note)),
    ...(await measureDrop(note)),
    ...(await measureLibrary(note)),
  ],
};
