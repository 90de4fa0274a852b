import { prepareSource, type FaceSource } from '../../../src/engine/face/source/face-source.ts';
import { readStill } from '../../../src/engine/io/video/stills.ts';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { toI420 } from '../../../src/engine/pixels/yuv.ts';
import { createFaceEmbedder, embedFace } from '../../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../../src/engine/track/face-finder.ts';
import type { TrackedFace } from '../../../src/engine/track/face-track.ts';
import { createFaceTracker } from '../../../src/engine/track/face-tracker.ts';
import { decodeClip } from './decode-clip.ts';

/** A frame with its face, in their own memory. */
export interface TrackedFrame {
  readonly frame: I420Frame;
  readonly face: TrackedFace;
  readonly timestampUs: number;
}

/** The face of a photo, ready for swapping and for measuring. */
export interface OpenedSource {
  readonly source: FaceSource;
  readonly frame: I420Frame;
  readonly face: TrackedFace;
  readonly embedding: Float32Array;
}

/** `count` frames of a clip from frame `from` on, all of which must contain a face. */
export async function trackClip(
  models: OpenedTrackerModels,
  path: string,
  { from = 0, count }: { readonly from?: number | undefined; readonly count: number },
): Promise<readonly TrackedFrame[]> {
  const tracker = createFaceTracker(models);
  const frames: TrackedFrame[] = [];
  let index = 0;
  for await (const { frame, timestampUs } of decodeClip(path)) {
    if (index >= from) {
      const [face] = tracker.track(frame, timestampUs);
      if (face === undefined) {
        throw new Error(`There is no face in frame ${index} of ${path}.`);
      }
      frames.push({ frame: copyFrame(frame), face: copyFace(face), timestampUs });
    }
    index += 1;
    if (frames.length === count) {
      break;
    }
  }
  return frames;
}

/** The largest face of a photo. */
export async function openSource(models: OpenedTrackerModels, path: string): Promise<OpenedSource> {
  const photo = await readStill(path, { maxSide: 1920 });
  const frame = toI420(photo);
  const [face] = createFaceFinder(models).find(frame);
  if (face === undefined) {
    throw new Error(`There is no face in ${path}.`);
  }
  return {
    source: prepareSource(photo, face, models.canonicalFace),
    frame,
    face,
    embedding: embedFace(createFaceEmbedder(models.identity), frame, face.landmarks),
  };
}

/** A copy of a frame in its own memory. */
export function copyFrame(frame: I420Frame): I420Frame {
  const { y, u, v } = frame;
  return { ...frame, y: Uint8Array.from(y), u: Uint8Array.from(u), v: Uint8Array.from(v) };
}

function copyFace({ id, isNew, confidence, ...face }: TrackedFace): TrackedFace {
  return {
    id,
    isNew,
    confidence,
    landmarks: face.landmarks.slice(),
    rawLandmarks: face.rawLandmarks.slice(),
    iris: face.iris.slice(),
    pose: { ...face.pose, rotation: face.pose.rotation.slice() },
    box: { ...face.box },
    hands: { count: face.hands.count, points: face.hands.points.slice() },
  };
}
