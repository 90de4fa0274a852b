import { AppError } from '../../../base/errors.ts';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import { toHeadRegion } from '../face/anonymise.ts';
import { createHeadDetector } from '../face/head-detector.ts';
import { HeadCovers } from '../motion/covered-heads.ts';
import { trackVideo } from './track-video.ts';
import type { VideoChange } from './video-change.ts';

/**
 * Minimum score of a head; lower than that of the tracker, because covering a cushion is better than showing a face.
 */
const MIN_SCORE = 0.4;

/**
 * Searches a whole video for heads, by the tracker and by a detector that does not depend on it. Throws `face_not_detected`
 * when no frame shows one: a video that is to hide people is not let through because none was found.
 */
export async function searchHeads(change: VideoChange): Promise<HeadCovers> {
  const { signal, models } = change;
  const detector = createHeadDetector(models.fullRange);
  const covers = new HeadCovers();
  await trackVideo(change, async (reader, queue) => {
    for (let next = await queue.dequeue(); next !== null; next = await queue.dequeue()) {
      const { planes, timestampUs } = next.frame;
      const detected = detector.detect(planes, MIN_SCORE);
      const tracked = await rejectOnAbort(next.faces, signal);
      covers.note(timestampUs, [...tracked.map(({ box }) => toHeadRegion(box)), ...detected]);
      reader.release(next.frame);
    }
  });
  if (covers.isEmpty()) {
    throw new AppError(
      'face_not_detected',
      'No face was found in the video that could be made unrecognisable, so nothing was let through.',
    );
  }
  return covers;
}
