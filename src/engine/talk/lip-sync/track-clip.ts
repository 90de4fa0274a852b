import { createSkinColours, createSkinField, type SkinField } from '../../face/draw/skin-field.ts';
import type { AsyncQueue } from '../../io/async-queue.ts';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import type { VideoReader } from '../../io/video/video-reader.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { type ClipReading, type FrameInFlight, trackFrames } from '../../swap/track-frames.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { HAND_POINT_COUNT } from '../../track/hand-points.ts';
import { createSceneWatch } from '../../track/scene-watch.ts';
import { createMouthOverlay } from '../redraw/mouth-overlay.ts';
import { toSkinSignature } from '../redraw/visibility.ts';
import type { ClipFace, ClipFrame, TrackedClip } from './tracked-clip.ts';

/** Inputs for tracking a clip, with the canonical face for sampling skin. */
export interface TalkReading extends ClipReading {
  readonly canonicalFace: CanonicalFace;
}

const MIN_CONFIDENCE = 0.6;
const [MAX_YAW, MAX_PITCH] = [0.6, 0.5];
/** Minimum width of a face: narrower ones have mouths of a few pixels. */
const MIN_WIDTH_PX = 40;
/** Range, as fractions of the face's height from its top, in which a hand joint covers the mouth. */
const [HAND_FROM, HAND_TO] = [0.45, 1.15];

/** Tracks all faces of a clip. Throws what reading and the tracker throw. */
export function trackClip(reading: TalkReading): Promise<TrackedClip> {
  return trackFrames(reading, async (reader, queue) => {
    const { size, colour, frameRate, timeBase } = reader;
    return { ...(await collect(reading, reader, queue)), size, colour, frameRate, timeBase };
  });
}

async function collect(
  { canonicalFace, signal, onFrame }: TalkReading,
  reader: VideoReader,
  queue: AsyncQueue<FrameInFlight>,
): Promise<Pick<TrackedClip, 'frames' | 'framesWithFace'>> {
  const { skinPoints } = createMouthOverlay(canonicalFace);
  const skinField = createSkinField(canonicalFace);
  const sceneWatch = createSceneWatch();
  const frames: ClipFrame[] = [];
  let scene = 0;
  let framesWithFace = 0;
  for (let next = await queue.dequeue(); next !== null; next = await queue.dequeue()) {
    const { frame, faces } = next;
    const found = await rejectOnAbort(faces, signal);
    const { planes, timestampUs, durationUs } = frame;
    scene += sceneWatch.isCut(planes) ? 1 : 0;
    framesWithFace += found.length > 0 ? 1 : 0;
    const usable = found
      .filter(isUsable)
      .map((face) => copyClipFace(planes, face, { skinField, skinPoints }));
    frames.push({ timestampUs, durationUs, scene, faces: usable });
    reader.release(frame);
    onFrame?.(timestampUs + durationUs);
  }
  return { frames, framesWithFace };
}

function isUsable({ confidence, pose, box }: TrackedFace): boolean {
  return (
    confidence > MIN_CONFIDENCE &&
    Math.abs(pose.yaw) < MAX_YAW &&
    Math.abs(pose.pitch) < MAX_PITCH &&
    box.width > MIN_WIDTH_PX
  );
}

function copyClipFace(
  frame: I420Frame,
  face: TrackedFace,
  {
    skinField,
    skinPoints,
  }: { readonly skinField: SkinField; readonly skinPoints: readonly number[] },
): ClipFace {
  const { id, pose, box } = face;
  // Averages smoothed landmarks, which lag at fast lips, and raw ones, which jitter.
  const landmarks = face.landmarks.map((value, at) => (value + face.rawLandmarks[at]!) / 2);
  const colours = createSkinColours();
  skinField.sample(frame, { points: landmarks, step: 3, faceWidth: box.width }, colours);
  return {
    id,
    landmarks,
    pose: { ...pose, rotation: pose.rotation.slice() },
    box: { ...box },
    signature: toSkinSignature(colours, skinPoints),
    isCovered: hasHandBelow(face),
  };
}

function hasHandBelow({ hands, box }: TrackedFace): boolean {
  const [top, bottom] = [box.top + HAND_FROM * box.height, box.top + HAND_TO * box.height];
  for (let joint = 0; joint < hands.count * HAND_POINT_COUNT; joint += 1) {
    const x = hands.points[joint * 2]!;
    const y = hands.points[joint * 2 + 1]!;
    if (x > box.left && x < box.left + box.width && y > top && y < bottom) {
      return true;
    }
  }
  return false;
}
