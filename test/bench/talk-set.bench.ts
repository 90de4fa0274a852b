import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTalkModels } from '../../src/capabilities/kit/models.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import { openTrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { openBuiltModels } from '../media/support/models.ts';
import type { Metric, Measurement } from './harness.ts';
import { measureClip } from './talk-set/clip-metrics.ts';
import { makeClips } from './talk-set/clips.ts';
import { measurePortrait } from './talk-set/portrait-metrics.ts';
import { makePortraits } from './talk-set/portraits.ts';
import { speakOther, speakTest } from './talk-speech.ts';

/** Slightly longer than the speech. */
const CLIP_SEC = 9;
const LARGE = 'calm man';

/**
 * Measures lip sync in typical portraits and clips, one by one, in the finished files. `TALK_FOLDER` keeps the files
 * there for inspection; `TALK_ONLY` selects those whose name contains it.
 */
export const measurement: Measurement = {
  title: 'Talk, picture by picture',
  needsApp: false,
  run: async ({ note }) => {
    const kept = process.env['TALK_FOLDER'];
    const only = process.env['TALK_ONLY'] ?? '';
    const folder = kept ?? (await mkdtemp(join(tmpdir(), 'guise-talk-set-')));
    await mkdir(folder, { recursive: true });
    const built = await openBuiltModels();
    const models = await openTrackerModels(built);
    const talkModels = await openTalkModels();
    const tracker = await openTrackerHost({ modelFolder: built.path, hasLookahead: true });
    try {
      const speech = await speakTest(folder, 1);
      const metrics: Metric[] = [];
      for (const clip of await makeClips(folder, models, CLIP_SEC)) {
        if (clip.name.includes(only)) {
          note(clip.name);
          metrics.push(
            ...(await measureClip(folder, clip, { speech, models, talkModels, tracker })),
          );
        }
      }
      for (const portrait of await makePortraits(folder, talkModels)) {
        if (portrait.name.includes(only)) {
          note(portrait.name);
          metrics.push(
            ...(await measurePortrait(folder, portrait, { speech, models, talkModels })),
          );
        }
      }
      // Mouths of the clips are 36 pixels wide, those of animated portraits twice that.
      const large = { name: 'large face', path: join(folder, `${LARGE}.mp4`) };
      if (LARGE.includes(only)) {
        const other = await speakOther(folder);
        note(large.name);
        metrics.push(
          ...(await measureClip(folder, large, { speech: other, models, talkModels, tracker })),
        );
      }
      return metrics;
    } finally {
      models.close();
      await tracker.close();
      if (kept === undefined) {
        await rm(folder, { recursive: true });
      }
    }
  },
};
