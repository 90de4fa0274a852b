import type { FaceModels } from '../track/face-finder.ts';
import type { TrackerModels } from '../track/face-tracker.ts';
import type { ModelFolder } from './model-folder.ts';
import { type Opened, type OpenModel, openTogether, type Stop } from './open-together.ts';

/** Face networks of one thread, for images. */
export type OpenedFaceModels = FaceModels & Opened;

/** Networks of a tracker, for one thread. */
export type OpenedTrackerModels = TrackerModels & Opened;

/** Opens the networks that detect and identify faces in images, in this thread. */
export function openFaceModels(folder: ModelFolder): Promise<OpenedFaceModels> {
  return openTogether(folder, undefined, (open) => openFaces(folder, open));
}

/**
 * Opens the networks of a tracker in this thread: those of faces, and of hands. Takes about 0.1 s; checks `signal`
 * before each network.
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
