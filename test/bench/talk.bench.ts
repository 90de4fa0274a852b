import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAvatars } from './avatar-figures.ts';
import type { Measurement } from './harness.ts';
import { measureLips } from './lip-figures.ts';
import { speakTest } from './talk-speech.ts';

/** Lips that follow a sound, and portraits that speak it: how well, what each stage costs, and how much memory. */
export const measurement: Measurement = {
  title: 'Talk',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-talk-bench-'));
    try {
      const short = await speakTest(folder, 3);
      return [
        ...(await measureLips(folder, short, note)),
        ...(await measureAvatars(folder, { short, long: await speakTest(folder, 8) }, note)),
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
