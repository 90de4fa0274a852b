import type { Measurement } from './harness.ts';
import { measureLibrary } from './library-rows.ts';

/** What the window does with as much as somebody gathers in years. */
export const measurement: Measurement = {
  title: 'The window with a hundred thousand rows',
  needsApp: true,
  run: async ({ note }) => measureLibrary(note),
};
