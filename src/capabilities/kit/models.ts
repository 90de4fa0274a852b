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

/** Built beside the program: the sources and what is made of them lie at different depths. */
const builtIn = new URL(
  import.meta.url.endsWith('.ts') ? '../../../out/models/' : '../../../../models/',
  import.meta.url,
);

/** The networks of this process, and where they come from. */
export interface WarmModels {
  readonly models: OpenedFaceModels;
  readonly folder: ModelFolder;
}

/** The networks of this process on a thread of their own. */
export interface WarmTracker {
  readonly tracker: TrackerHost;
  readonly folder: ModelFolder;
  readonly canonicalFace: CanonicalFace;
}

/** Videos are swapped for their main person: others who come need not be found at once, and nobody waits for a frame. */
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
 * The networks that find and follow faces, opened once per process and kept for its next jobs. A process
 * that idles is ended by the service, which gives their memory back. Throws `processing_failed` when they
 * are missing or damaged.
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
 * A thread that follows faces with these networks, opened once per process and kept for its next videos. A process
 * has either this or the networks of {@link openWarmModels}: both would take a hundred megabytes more.
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

/** {@link openWarmModels}, with the network that tells people from their surroundings. */
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

/** The networks that see bodies, for one job. Close them at its end. */
export function openBodyModels(folder: ModelFolder): Promise<BodyModels & Opened> {
  return openTogether(folder, undefined, async (open) => ({
    canonicalFace: await folder.readCanonicalFace(),
    detection: await open('pose-detection'),
    landmarks: await open('pose-landmarks'),
    matte: await open('person-matte'),
  }));
}

/** The networks that a video is changed with beside the tracker's, for one job. Close them at its end. */
export function openVideoChangeModels(folder: ModelFolder): Promise<VideoChangeModels & Opened> {
  return openTogether(folder, undefined, async (open) => ({
    canonicalFace: await folder.readCanonicalFace(),
    personMatte: await open('person-matte'),
    fullRange: await open('face-detection-full'),
  }));
}

/** {@link openHeadModels}, with the network that looks at mouths which were drawn. */
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

/** The folder of the networks that come with the program. */
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
