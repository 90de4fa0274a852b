import type { FaceModels } from '../track/face-finder.ts';
import type { TrackerModels } from '../track/face-tracker.ts';
import type { ModelFolder } from './model-folder.ts';
import { openBuiltInModel, type OpenedModel } from './open-fixed-model.ts';
import type { ModelName } from './manifest.ts';

/** Networks for one thread. */
interface Opened {
  /** Frees all of them. */
  close(): void;
}

/** The networks that look at single pictures, for one thread. */
export type OpenedFaceModels = FaceModels & Opened;

/** The networks of a tracker, for one thread. */
export type OpenedTrackerModels = TrackerModels & Opened;

type OpenModel = (name: ModelName) => Promise<OpenedModel>;
type Stop = Pick<AbortSignal, 'throwIfAborted'>;

/** Opens what finds faces in stills and tells them apart, in this thread. */
export function openFaceModels(folder: ModelFolder): Promise<OpenedFaceModels> {
  return openTogether(folder, undefined, (open) => openFaces(folder, open));
}

/**
 * Opens everything a tracker runs on, in this thread. Takes about 0.1 s; `signal` is asked before each
 * network.
 */
export function openTrackerModels(
  folder: ModelFolder,
  signal?: Stop,
): Promise<OpenedTrackerModels> {
  return openTogether(folder, signal, async (open) => ({
    ...(await openFaces(folder, open)),
    palm: await open('palm-detection'),
    hand: await open('hand-landmarks'),
  }));
}

async function openFaces(folder: ModelFolder, open: OpenModel): Promise<FaceModels> {
  return {
    shortRange: await open('face-detection-short'),
    fullRange: await open('face-detection-full'),
    mesh: await open('face-mesh'),
    identity: await open('face-identity'),
    canonicalFace: await folder.readCanonicalFace(),
  };
}

/** Opens all of some networks or none. */
async function openTogether<Models extends object>(
  folder: ModelFolder,
  signal: Stop | undefined,
  openAll: (open: OpenModel) => Promise<Models>,
): Promise<Models & Opened> {
  const opened: OpenedModel[] = [];
  const close = (): void => {
    for (const model of opened) {
      model.close();
    }
  };
  try {
    const models = await openAll(async (name) => {
      signal?.throwIfAborted();
      const model = await openBuiltInModel(folder, name);
      opened.push(model);
      return model;
    });
    return { ...models, close };
  } catch (error) {
    close();
    throw error;
  }
}
