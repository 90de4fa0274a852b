/** The thread that follows faces: it takes frames in order and answers each with its faces. */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, invariant, toWireError } from '../../base/errors.ts';
import { openModelFolder } from '../models/model-folder.ts';
import { openTrackerModels, type OpenedTrackerModels } from '../models/tracker-models.ts';
import type { I420Frame } from '../pixels/frame.ts';
import { createI420View } from '../pixels/i420-view.ts';
import { createFaceMeter, type FaceMeter } from '../track/face-meter.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { createFaceTracker, type FaceTracker } from '../track/face-tracker.ts';
import { countFramesAhead } from '../track/lookahead.ts';
import { createSharedFaces, type SharedFaces } from './shared-faces.ts';
import type {
  MeasureAnswer,
  MeasureCall,
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
const pictures = new Map<number, KnownPicture>();
let models: OpenedTrackerModels | null = null;
let tracker: FaceTracker | null = null;
let meter: FaceMeter | null = null;
/** Frames that wait for those after them, in order. */
const waiting: TrackedPicture[] = [];
/** Whether the next frame is the first of its stream. */
let isFirst = true;
/** Time spent on frames since the last report. */
let busyMs = 0;

try {
  models = await openTrackerModels(await openModelFolder(start.modelFolder), {
    throwIfAborted() {
      if (isStopped()) {
        throw new AppError('cancelled', 'The tracker was closed while it was being opened.');
      }
    },
  });
  tracker = createFaceTracker(models, { ...start.options, maxFaces: start.maxFaces });
  port.on('message', answer);
  send({ kind: 'ready' });
  // Processes of workers are ended suddenly.
  flushCompileCache();
} catch (error) {
  send({ kind: 'failed', error: toWireError(error) });
}

interface KnownPicture {
  readonly frame: I420Frame;
  readonly faces: SharedFaces;
}

interface TrackedPicture extends KnownPicture {
  readonly timestampUs: number;
}

function isStopped(): boolean {
  return Atomics.load(start.stop, 0) === 1;
}

function answer(call: TrackerCall): void {
  switch (call.kind) {
    case 'picture':
      addPicture(call);
      break;
    case 'track':
      report(call.frames.reduce((count, frame) => count + take(frame), 0));
      break;
    case 'flush':
      report(finishWaiting(0));
      break;
    case 'restart':
      invariant(models !== null, 'models are open while there are calls');
      report(finishWaiting(0));
      pictures.clear();
      isFirst = true;
      tracker = createFaceTracker(models, { ...start.options, maxFaces: start.maxFaces });
      break;
    case 'find':
    case 'embed':
    case 'place':
      void look(call).then(send);
      break;
    case 'close':
      models?.close();
      port?.close();
      break;
  }
}

function addPicture({ picture, samples, place, faces, width, height, colour }: TrackerFrame): void {
  pictures.set(picture, {
    frame: createI420View(samples, { width, height }, colour, place),
    faces: createSharedFaces(start.maxFaces, faces),
  });
}

/** Takes a frame; returns how many are tracked now. */
function take({ picture, timestampUs }: SentFrame): number {
  const known = pictures.get(picture);
  invariant(known !== undefined, 'a picture is told before it is tracked');
  waiting.push({ ...known, timestampUs });
  // In the first frame faces are found, in which those after it are of no help.
  const kept = start.looksAhead && !isFirst ? countFramesAhead(known.frame) : 0;
  isFirst = false;
  return finishWaiting(kept);
}

/** Tracks the frames that wait but for the last few; returns how many that were. */
function finishWaiting(kept: number): number {
  let count = 0;
  while (waiting.length > kept && !isStopped()) {
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

async function look(call: MeasureCall): Promise<MeasureAnswer> {
  try {
    invariant(models !== null, 'models are open while there are calls');
    meter ??= createFaceMeter(models);
    switch (call.kind) {
      case 'find':
        return { kind: 'found', faces: (await meter.find(call.frame)).map(toPlainFace) };
      case 'embed':
        return { kind: 'measured', values: await meter.embed(call.frame, call.landmarks) };
      case 'place':
        return { kind: 'measured', values: await meter.place(call.frame, call.region) };
    }
  } catch (error) {
    return { kind: 'unseen', error: toWireError(error) };
  }
}

/** A face as it can be sent. */
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
