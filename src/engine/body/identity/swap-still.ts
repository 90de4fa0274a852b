/**
 * Makes the stills of a swap that is done step by step: a frame of the clip with its driver outlined, and the same
 * frame with the character.
 */
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import { openVideoReader } from '../../io/video/video-reader.ts';
import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import { cutRgba } from '../../pixels/yuv.ts';
import { type BodyTrack, JOINT_VALUES } from '../joints.ts';
import { createPoseFinder } from '../pose-finder.ts';
import { cloneFrame } from '../scene/clone-frame.ts';
import { cropFrame } from '../scene/crop-path.ts';
import { drawHole } from '../scene/person-hole.ts';
import { findShortSide, prepareSwap, type SwapInput } from './prepare-swap.ts';
import { readPeople, type ScenePeople } from './read-scene.ts';
import type { HeadReason, SwapMethod } from './scene-cutout.ts';
import { listCrops, SceneRenderer } from './scene-renderer.ts';

/** The character in a frame of its scene. */
export interface SwappedStill {
  readonly image: RgbaImage;
  readonly method: SwapMethod;
  readonly reason: HeadReason | null;
}

/** Yaw from which a face no longer adds to the score of a frame, in radians. */
const MAX_TURN = 0.9;
/** Range of the hole's weights (0..255) that is drawn as the line around the driver. */
const LINE = [40, 215] as const;
const LINE_LUMA = 235;

/** Returns the frame that shows the driver best, with a line around them. Throws the errors of `trackBody`. */
export async function extractFrame(
  input: Omit<SwapInput, 'character'>,
): Promise<{ readonly image: RgbaImage; readonly drivers: number }> {
  const { video, models, tracker, signal, maxDurationUs, onProgress } = input;
  const maxShortSide = await findShortSide(input);
  const people = await readPeople({
    video,
    maxShortSide,
    maxDurationUs,
    finder: createPoseFinder(models),
    refine: models.refine,
    tracker,
    signal,
    onFrame: (endUs) => onProgress(Math.min(1, endUs / maxDurationUs)),
  });
  const index = findBestFrame(people.track);
  const frame = await readFrame(input, { maxShortSide, index });
  drawOutline(frame, people, index);
  return { image: toImage(frame), drivers: people.track.peopleCount };
}

/** Returns the same frame as the video will show it. Throws the errors of `prepareSwap`. */
export async function swapStill(input: SwapInput): Promise<SwappedStill> {
  const prepared = await prepareSwap(input);
  const { scene, cutout, reason, maxShortSide } = prepared;
  try {
    const index = findBestFrame(scene.track);
    const frame = await readFrame(input, { maxShortSide, index });
    const timestampUs = scene.track.frames[index]?.timestampUs ?? 0;
    const { frame: drawn } = new SceneRenderer(prepared).draw(frame, index, timestampUs);
    const crop = listCrops(prepared, input.aspectRatio).crops[index];
    const image = toImage(crop === undefined ? drawn : cropFrame(drawn, crop));
    return { image, method: cutout.method, reason };
  } finally {
    cutout.close();
  }
}

/** Returns the index of the frame with the most visible joints, preferably with a frontal face. */
function findBestFrame({ frames, size }: BodyTrack): number {
  let best = { index: 0, score: -1 };
  for (const [index, { joints, face, isSeen }] of frames.entries()) {
    let seen = 0;
    for (let at = 0; at < joints.length; at += JOINT_VALUES) {
      const [x = 0, y = 0, , visibility = 0] = joints.subarray(at);
      seen += x > 0 && y > 0 && x < size.width && y < size.height ? visibility : 0;
    }
    const front = face === null ? 0 : Math.max(0, 1 - Math.abs(face.pose.yaw) / MAX_TURN);
    const score = isSeen ? (seen * JOINT_VALUES) / joints.length + front : 0;
    best = score > best.score ? { index, score } : best;
  }
  return best.index;
}

async function readFrame(
  { video, maxDurationUs, signal }: Pick<SwapInput, 'video' | 'maxDurationUs' | 'signal'>,
  { maxShortSide, index }: { readonly maxShortSide: number; readonly index: number },
): Promise<I420Frame> {
  const options = { mime: video.mime, maxShortSide, maxDurationUs, signal };
  const reader = await openVideoReader(video.path, options);
  try {
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      if (frame.index === index) {
        return cloneFrame(frame.planes);
      }
      reader.release(frame);
      await rejectOnAbort(Promise.resolve(), signal);
    }
    throw new TypeError('A clip has the frames that it had a moment ago.');
  } finally {
    await reader.close();
  }
}

function drawOutline(frame: I420Frame, { people }: ScenePeople, index: number): void {
  const hole = people[index]?.hole ?? null;
  if (hole === null) {
    return;
  }
  const weights = new Uint8Array(frame.width * frame.height);
  drawHole(hole, weights, frame);
  for (const [at, weight] of weights.entries()) {
    if (weight > LINE[0] && weight < LINE[1]) {
      frame.y[at] = LINE_LUMA;
    }
  }
}

function toImage(frame: I420Frame): RgbaImage {
  const { width, height } = frame;
  return cutRgba(frame, { left: 0, top: 0, width, height });
}
