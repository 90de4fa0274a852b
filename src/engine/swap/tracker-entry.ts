/** Thread that tracks faces: it receives frames in order and answers each with its faces. */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, invariant, toWireError } from '../../base/errors.ts';
import type { PeerCall } from '../../base/peer/messages.ts';
import { servePeer } from '../../base/peer/serve-peer.ts';
import { type ModelFolder, openModelFolder } from '../models/model-folder.ts';
import { openBuiltInModel, type OpenedModel } from '../models/open-fixed-model.ts';
import { openTrackerModels, type OpenedTrackerModels } from '../models/tracker-models.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { Region } from '../pixels/region.ts';
import { createI420View } from '../pixels/i420-view.ts';
import { createFaceMeter, type FaceMeter } from '../track/face-meter.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { createFaceTracker, type FaceTracker } from '../track/face-tracker.ts';
import { countFramesAhead } from '../track/lookahead.ts';
import type { MeshLandmarker } from '../track/mesh-landmarker.ts';
import { MESH_POINT_COUNT } from '../track/mesh-points.ts';
import { createPlainLandmarker } from '../track/plain-landmarker.ts';
import { createSharedFaces, type SharedFaces } from './shared-faces.ts';
import type {
  SentFrame,
  TrackerAnswer,
  TrackerCall,
  TrackerFrame,
  TrackerStart,
} from './tracker-messages.ts';

const port = parentPort;
invariant(port !== null, 'the thread of the tracker has a parent');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by openTrackerHost
const start = workerData as TrackerStart;
const buffers = new Map<number, FrameBuffer>();
let models: OpenedTrackerModels | null = null;
/** Opened with the first check of a talking result. */
let plainModel: OpenedModel | null = null;
let tracker: FaceTracker | null = null;
/** Frames that wait for later ones, in order. */
const waiting: WaitingFrame[] = [];
/** True when the next frame is the first of its stream. */
let isFirst = true;
/** Time spent on frames since the last report. */
let busyMs = 0;

try {
  const folder = await openModelFolder(start.modelFolder);
  models = await openTrackerModels(folder, {
    throwIfAborted() {
      if (isStopped()) {
        throw new AppError('cancelled', 'The tracker was closed while it was being opened.');
      }
    },
  });
  tracker = createFaceTracker(models, { ...start.options, maxFaces: start.maxFaces });
  serveCalls(models, folder);
  send({ kind: 'ready' });
  // Worker processes may be killed, so the compile cache is written now.
  flushCompileCache();
} catch (error) {
  send({ kind: 'failed', error: toWireError(error) });
}

interface FrameBuffer {
  readonly frame: I420Frame;
  readonly faces: SharedFaces;
}

interface WaitingFrame extends FrameBuffer {
  readonly timestampUs: number;
}

/** Returns methods for single frames, which run between tracked frames. Frame memory is shared or copied. */
function toMeterMethods(models: OpenedTrackerModels, folder: ModelFolder) {
  let opened: FaceMeter | null = null;
  let plain: Promise<MeshLandmarker> | null = null;
  const open = (): FaceMeter => (opened ??= createFaceMeter(models));
  return {
    find: async (frame: I420Frame) => (await open().find(frame)).map(toPlainFace),
    embed: ({
      frame,
      landmarks,
    }: {
      readonly frame: I420Frame;
      readonly landmarks: Float32Array;
    }) => open().embed(frame, landmarks),
    locate: ({ frame, region }: { readonly frame: I420Frame; readonly region: Readonly<Region> }) =>
      open().locate(frame, region),
    locatePlain: async ({
      frame,
      region,
    }: {
      readonly frame: I420Frame;
      readonly region: Readonly<Region>;
    }) => {
      const mesh = new Float32Array(MESH_POINT_COUNT * 3);
      (await (plain ??= openPlain(folder))).locate(frame, region, mesh);
      return mesh;
    },
  };
}

async function openPlain(folder: ModelFolder): Promise<MeshLandmarker> {
  plainModel = await openBuiltInModel(folder, 'face-mesh-plain');
  return createPlainLandmarker(plainModel);
}

/** Methods of the thread's meter. */
export type MeterMethods = ReturnType<typeof toMeterMethods>;

/**
 * Frames use their own messages, which carry several at once and create no garbage; only single-frame calls go through
 * the peer.
 */
function serveCalls(models: OpenedTrackerModels, folder: ModelFolder): void {
  let onReply: (message: unknown) => void = () => undefined;
  servePeer(
    {
      send: (reply) => port?.postMessage(reply),
      onMessage: (listener) => {
        onReply = listener;
      },
    },
    toMeterMethods(models, folder),
  );
  port?.on('message', (call: TrackerCall | PeerCall) =>
    'kind' in call ? answer(call) : onReply(call),
  );
}

function isStopped(): boolean {
  return Atomics.load(start.stop, 0) === 1;
}

function answer(call: TrackerCall): void {
  switch (call.kind) {
    case 'buffer':
      addBuffer(call);
      break;
    case 'track':
      report(call.frames.reduce((count, frame) => count + receive(frame), 0));
      break;
    case 'flush':
      report(finishWaiting(0));
      break;
    case 'restart':
      invariant(models !== null, 'models are open while there are calls');
      report(finishWaiting(0));
      buffers.clear();
      isFirst = true;
      tracker = createFaceTracker(models, { ...start.options, maxFaces: start.maxFaces });
      break;
    case 'close':
      models?.close();
      plainModel?.close();
      port?.close();
      break;
  }
}

function addBuffer({
  buffer,
  samples,
  byteOffset,
  faces,
  width,
  height,
  colour,
}: TrackerFrame): void {
  buffers.set(buffer, {
    frame: createI420View(samples, { width, height }, colour, byteOffset),
    faces: createSharedFaces(start.maxFaces, faces),
  });
}

/** Receives a frame; returns the number of frames tracked now. */
function receive({ buffer, timestampUs }: SentFrame): number {
  const known = buffers.get(buffer);
  invariant(known !== undefined, 'memory is posted before it is tracked');
  waiting.push({ ...known, timestampUs });
  // In the first frame faces are detected, for which later frames are of no use.
  const buffered = start.hasLookahead && !isFirst ? countFramesAhead(known.frame) : 0;
  isFirst = false;
  return finishWaiting(buffered);
}

/** Tracks the waiting frames except for the last few; returns their number. */
function finishWaiting(buffered: number): number {
  let count = 0;
  while (waiting.length > buffered && !isStopped()) {
    invariant(tracker !== null, 'the tracker is there while there are frames');
    const { frame, faces, timestampUs } = waiting[0]!;
    const startedAtMs = performance.now();
    waiting.shift();
    faces.write(tracker.track(frame, timestampUs, waiting));
    busyMs += performance.now() - startedAtMs;
    count += 1;
  }
  return count;
}

function report(count: number): void {
  if (count > 0) {
    send({ kind: 'tracked', count, busyMs });
    busyMs = 0;
  }
}

/** Returns a face as a plain object that can be posted. */
function toPlainFace(face: TrackedFace): TrackedFace {
  const { id, isNew, confidence, landmarks, iris, rawLandmarks, pose, box, hands } = face;
  return {
    id,
    isNew,
    confidence,
    landmarks: landmarks.slice(),
    iris: iris.slice(),
    rawLandmarks: rawLandmarks.slice(),
    pose,
    box,
    hands: { count: hands.count, points: hands.points.slice() },
  };
}

function send(message: TrackerAnswer): void {
  port?.postMessage(message);
}
