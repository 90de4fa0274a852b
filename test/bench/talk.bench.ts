import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAvatars } from './avatar-metrics.ts';
import type { Measurement } from './harness.ts';
import sharp from 'sharp';
import { cutClip } from '../media/support/cut-clip.ts';
import { talkingHead } from '../media/support/decode-clip.ts';
import { frankStill } from '../media/support/stills.ts';
import { measureLips } from './lip-metrics.ts';
import { measureCancel } from './talk-cancel.ts';
import { speakTest } from './talk-speech.ts';

/** Measures lip sync and speaking portraits: quality, cost of each stage, and memory. */
export const measurement: Measurement = {
  title: 'Talk',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-talk-bench-'));
    try {
      const short = await speakTest(folder, 3);
      const portrait = join(folder, 'large.jpg');
      await sharp(frankStill('01829')).resize(1920, 1080, { fit: 'cover' }).jpeg().toFile(portrait);
      const clip = join(folder, 'seconds.mp4');
      await cutClip(talkingHead, clip, { startUs: 9_000_000, durationUs: 4_000_000 });
      const { path: sound } = await speakTest(folder, 1);
      return [
        ...(await measureLips(folder, short, note)),
        ...(await measureAvatars(folder, {
          portrait,
          short,
          long: await speakTest(folder, 7),
          note,
        })),
        ...(await measureCancel({ portrait, clip, sound })),
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
