import type { TrackerModels } from '../track/face-tracker.ts';
import type { ModelFolder } from './model-folder.ts';
import { openBuiltInModel, type OpenedModel } from './open-fixed-model.ts';
import type { ModelName } from './sources.ts';

/** The networks of a tracker, for one thread. */
export interface OpenedTrackerModels extends TrackerModels {
  /** Frees all of them. */
  close(): void;
}

/**
 * Opens everything a tracker runs on, in this thread. Takes about 0.1 s; `signal` is asked before each
 * network.
 */
export async function openTrackerModels(
  folder: ModelFolder,
  signal?: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<OpenedTrackerModels> {
  const opened: OpenedModel[] = [];
  const open = async (name: ModelName): Promise<OpenedModel> => {
    signal?.throwIfAborted();
    const model = await openBuiltInModel(folder, name);
    opened.push(model);
    return model;
  };
  const close = (): void => {
    for (const model of opened) {
      model.close();
    }
  };
  try {
    return {
      shortRange: await open('face-detection-short'),
      fullRange: await open('face-detection-full'),
      mesh: await open('face-mesh'),
      identity: await open('face-identity'),
      palm: await open('palm-detection'),
      hand: await open('hand-landmarks'),
      canonicalFace: await folder.readCanonicalFace(),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
