import { fileURLToPath } from 'node:url';
import type { BodyModels } from '../../engine/body/clip/still-animation.ts';
import type { VideoChangeModels } from '../../engine/reimagine/video/video-change.ts';
import type { HeadModels } from '../../engine/head/swap-head.ts';
import { type ModelFolder, openModelFolder } from '../../engine/models/model-folder.ts';
import { openBuiltInModel, type OpenedModel } from '../../engine/models/open-fixed-model.ts';
import { type Opened, openTogether } from '../../engine/models/open-together.ts';
import { openTrackerHost, type TrackerHost } from '../../engine/swap/tracker-host.ts';
import type { TalkModels } from '../../engine/talk/avatar-video/avatar-meter.ts';
import type { CanonicalFace } from '../../engine/track/canonical-face.ts';
import { openFaceModels, type OpenedFaceModels } from '../../engine/models/tracker-models.ts';

/** Folder of the built-in networks; sources and build output are at different depths. */
const builtIn = new URL(
  import.meta.url.endsWith('.ts') ? '../../../out/models/' : '../../../../models/',
  import.meta.url,
);

/** Networks of this process with their folder. */
export interface WarmModels {
  readonly models: OpenedFaceModels;
  readonly folder: ModelFolder;
}

/** Tracker thread of this process with its networks. */
export interface WarmTracker {
  readonly tracker: TrackerHost;
  readonly folder: ModelFolder;
  readonly canonicalFace: CanonicalFace;
}

/**
 * Tracking options of videos: only the main person is swapped, so newcomers may be found late, and no frame is urgent.
 */
const videoTracking = {
  hasLookahead: true,
  searchIntervalUs: 600_000,
  newcomerIntervalUs: 2_400_000,
} as const;

let opened: Promise<WarmModels> | null = null;
let matte: Promise<OpenedModel> | null = null;
let plainMesh: Promise<OpenedModel> | null = null;
let thread: Promise<WarmTracker> | null = null;

/**
 * Opens the networks for face detection and tracking once per process and keeps them for later jobs. The service ends
 * idle processes, which frees the memory. Throws `processing_failed` when networks are missing or damaged.
 */
export async function openWarmModels(): Promise<WarmModels> {
  await closeTracker();
  opened ??= open();
  try {
    return await opened;
  } catch (error) {
    opened = null; // The next job looks again.
    throw error;
  }
}

/**
 * Opens a tracker thread once per process and keeps it for later videos. A process has either the thread or the
 * networks of {@link openWarmModels}: both would take a hundred megabytes more.
 */
export async function openWarmTracker(signal: AbortSignal): Promise<WarmTracker> {
  await closeModels();
  const reused = await thread;
  if (reused !== null && !reused.tracker.hasEnded()) {
    return reused;
  }
  thread = openThread(signal);
  try {
    return await thread;
  } catch (error) {
    thread = null; // The next job opens another.
    throw error;
  }
}

/** Opens {@link openWarmModels} with the person matting network. */
export async function openHeadModels(): Promise<HeadModels> {
  const { models, folder } = await openWarmModels();
  matte ??= openBuiltInModel(folder, 'person-matte');
  try {
    return { ...models, personMatte: await matte };
  } catch (error) {
    matte = null;
    throw error;
  }
}

/** Opens the networks for body tracking for one job, which closes them. */
export function openBodyModels(folder: ModelFolder): Promise<BodyModels & Opened> {
  return openTogether(folder, undefined, async (open) => ({
    canonicalFace: await folder.readCanonicalFace(),
    detection: await open('pose-detection'),
    landmarks: await open('pose-landmarks'),
    matte: await open('person-matte'),
  }));
}

/** Opens the networks for video changes, beside the tracker's, for one job, which closes them. */
export function openVideoChangeModels(folder: ModelFolder): Promise<VideoChangeModels & Opened> {
  return openTogether(folder, undefined, async (open) => ({
    canonicalFace: await folder.readCanonicalFace(),
    personMatte: await open('person-matte'),
    fullRange: await open('face-detection-full'),
  }));
}

/** Opens {@link openHeadModels} with the network that measures drawn mouths. */
export async function openTalkModels(): Promise<TalkModels> {
  const models = await openHeadModels();
  const { folder } = await openWarmModels();
  plainMesh ??= openBuiltInModel(folder, 'face-mesh-plain');
  try {
    return { ...models, plainMesh: await plainMesh };
  } catch (error) {
    plainMesh = null;
    throw error;
  }
}

/** Opens the folder of the built-in networks. */
export function openBuiltInFolder(): Promise<ModelFolder> {
  return openModelFolder(fileURLToPath(builtIn));
}

async function open(): Promise<WarmModels> {
  const folder = await openBuiltInFolder();
  return { models: await openFaceModels(folder), folder };
}

async function openThread(signal: AbortSignal): Promise<WarmTracker> {
  const folder = await openBuiltInFolder();
  const canonicalFace = await folder.readCanonicalFace();
  const modelFolder = folder.path;
  const tracker = await openTrackerHost({ modelFolder, ...videoTracking, signal });
  return { tracker, folder, canonicalFace };
}

async function closeTracker(): Promise<void> {
  const closing = thread;
  thread = null;
  await (await closing)?.tracker.close();
}

async function closeModels(): Promise<void> {
  const closing = [opened?.then(({ models }) => models), matte, plainMesh];
  opened = null;
  matte = null;
  plainMesh = null;
  for (const networks of closing) {
    (await networks)?.close();
  }
}
