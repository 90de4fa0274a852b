import { AppError } from '../../base/errors.ts';
import { openBuiltInModel } from '../models/open-fixed-model.ts';
import { CameraSwap } from './camera-swap.ts';
import { openCharacterCache } from './character/character-cache.ts';
import { openCover } from './cover/cover.ts';
import { createPrivacyBlur } from './guard/privacy-blur.ts';
import type { LiveSwap, LiveSwapOptions } from './live-swap.ts';
import { openLiveTracker } from './open-tracker.ts';

/** Opens threads and networks, in about half a second. Throws `processing_failed` when the models are damaged. */
export async function openLiveSwap(options: LiveSwapOptions): Promise<LiveSwap> {
  const { models, signal } = options;
  const modelFolder = models.path;
  const blur = createPrivacyBlur();
  const opened: Closeable[] = [];
  const own = <T extends Closeable>(part: T): T => {
    opened.push(part);
    return part;
  };
  const opening = [
    openLiveTracker(models, signal).then(own),
    options.characters ?? openCharacterCache({ modelFolder }).then(own),
    openCover(blur),
    openBuiltInModel(models, 'face-detection-short').then(own),
    openBuiltInModel(models, 'face-detection-full').then(own),
    openBuiltInModel(models, 'face-identity').then(own),
    openBuiltInModel(models, 'person-matte').then(own),
  ] as const;
  try {
    const [tracker, characters, cover, shortRange, fullRange, identity, personMatte] =
      await Promise.all(opening);
    signal?.throwIfAborted();
    return new CameraSwap(options, {
      tracker,
      characters,
      cover,
      blur,
      networks: { shortRange, fullRange, identity, personMatte },
    });
  } catch (error) {
    // Parts that open after the failure are closed too.
    await Promise.allSettled(opening);
    await Promise.all(opened.map((part) => part.close()));
    if (signal?.aborted === true) {
      throw new AppError('cancelled', 'The opening of the live swap was stopped.', {
        cause: error,
      });
    }
    throw error;
  }
}

interface Closeable {
  close(): unknown;
}
