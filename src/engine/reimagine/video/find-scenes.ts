import { setImmediate as turn } from 'node:timers/promises';
import { openVideoReader } from '../../io/video-reader.ts';
import { createSceneWatch } from '../../track/scene-watch.ts';
import type { VideoChange } from './video-change.ts';

/**
 * Returns the start times of the scenes of a video in order, by the cut detection of the frame editor; the first is 0.
 * Decodes the whole video and does nothing else: one to five hundredths of the time of a change.
 */
export async function findScenes({
  inputPath,
  inputMime,
  maxShortSide,
  maxDurationUs,
  signal,
}: Pick<
  VideoChange,
  'inputPath' | 'inputMime' | 'maxShortSide' | 'maxDurationUs' | 'signal'
>): Promise<readonly number[]> {
  const reading = { mime: inputMime, maxShortSide, maxDurationUs, signal };
  const reader = await openVideoReader(inputPath, reading);
  const watch = createSceneWatch();
  const scenes = [0];
  try {
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      if (watch.isCut(frame.picture)) {
        scenes.push(frame.timestampUs);
      }
      reader.giveBack(frame);
      await turn();
    }
    return scenes;
  } finally {
    await reader.close();
  }
}
