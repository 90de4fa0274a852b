/** The thread that follows faces: it takes frames in order and answers each with its faces. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, invariant, toWireError } from '../../base/errors.ts';
import { openModelFolder } from '../models/model-folder.ts';
import { openTrackerModels, type OpenedTrackerModels } from '../models/tracker-models.ts';
import type { I420Frame } from '../pixels/frame.ts';
import { layI420Frame } from '../pixels/lay-frame.ts';
import { createFaceTracker, type FaceTracker } from '../track/face-tracker.ts';
import { createSharedFaces, type SharedFaces } from './shared-faces.ts';
import type {
  TrackerAnswer,
  TrackerCall,
  TrackerPicture,
  TrackerStart,
} from './tracker-messages.ts';

const port = parentPort;
invariant(port !== null, 'the thread of the tracker has a parent');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by openTrackerThread
const start = workerData as TrackerStart;
const pictures = new Map<number, { readonly frame: I420Frame; readonly faces: SharedFaces }>();
let models: OpenedTrackerModels | null = null;
let tracker: FaceTracker | null = null;

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
} catch (error) {
  send({ kind: 'failed', error: toWireError(error) });
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
      track(call);
      break;
    case 'restart':
      invariant(models !== null, 'models are open while there are calls');
      pictures.clear();
      tracker = createFaceTracker(models, { ...start.options, maxFaces: start.maxFaces });
      break;
    case 'close':
      models?.close();
      port?.close();
      break;
  }
}

function addPicture({ picture, samples, faces, width, height, colour }: TrackerPicture): void {
  pictures.set(picture, {
    frame: layI420Frame(samples, { width, height }, colour),
    faces: createSharedFaces(start.maxFaces, faces),
  });
}

function track({ picture, timestampUs }: TrackerCall & { kind: 'track' }): void {
  if (isStopped()) {
    return;
  }
  const known = pictures.get(picture);
  invariant(known !== undefined && tracker !== null, 'a picture is told before it is tracked');
  const startedAtMs = performance.now();
  known.faces.write(tracker.track(known.frame, timestampUs));
  send({ kind: 'tracked', picture, busyMs: performance.now() - startedAtMs });
}

function send(message: TrackerAnswer): void {
  port?.postMessage(message);
}
