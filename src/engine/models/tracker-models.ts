import type { FaceModels } from '../track/face-finder.ts';
import type { TrackerModels } from '../track/face-tracker.ts';
import type { ModelFolder } from './model-folder.ts';
import { type Opened, type OpenModel, openTogether, type Stop } from './open-together.ts';

/** The networks that look at single pictures, for one thread. */
export type OpenedFaceModels = FaceModels & Opened;

/** The networks of a tracker, for one thread. */
export type OpenedTrackerModels = TrackerModels & Opened;

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
