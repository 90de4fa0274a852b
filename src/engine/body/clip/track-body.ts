import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { AsyncQueue } from '../../io/async-queue.ts';
import { toNumber } from '../../io/ffmpeg.ts';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import type { VideoReader } from '../../io/video/video-reader.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { type ClipReading, type FrameInFlight, trackFrames } from '../../swap/track-frames.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { HAND_VALUES } from '../../track/hand-points.ts';
import { createSceneWatch } from '../../track/scene-watch.ts';
import { isInsideHead, toRegionBelowFace } from '../body-below-face.ts';
import { alignSides } from '../align-sides.ts';
import { type BodyFollower, createBodyFollower } from '../follow-body.ts';
import {
  type BodyFace,
  type BodyFrame,
  type BodyPose,
  type BodyTrack,
  joint,
  JOINT_VALUES,
  toTorsoLength,
} from '../joints.ts';
import { cutMouthPatch } from '../mouth-patch.ts';
import type { PoseFinder } from '../pose-finder.ts';
import type { RefinePose } from '../refine-pose.ts';
import { bridgeGaps, smoothJoints } from '../smooth-joints.ts';

/** The part of a clip to read, with the networks that find bodies. */
export interface BodyReading extends ClipReading {
  readonly finder: PoseFinder;
  /** The user's network that refines joints; null for none. */
  readonly refine?: RefinePose | null | undefined;
  /** Called with every frame and its findings, before the frame's memory is reused. */
  readonly onAnalyzed?: ((seen: AnalyzedFrame) => void) | undefined;
}

/** A frame of a clip with its findings. */
export interface AnalyzedFrame {
  readonly planes: I420Frame;
  /** Null if the person was not found. */
  readonly pose: BodyPose | null;
  /** The face of that person, one of `faces`; null if it was not found. */
  readonly face: TrackedFace | null;
  readonly faces: readonly TrackedFace[];
  /** Counts from 0. */
  readonly scene: number;
  readonly timestampUs: number;
}

interface SeenFrame extends Omit<BodyFrame, 'joints' | 'isSeen'> {
  readonly joints: Float32Array | null;
  /** Counts from 0; joints are smoothed within one. */
  readonly scene: number;
}

/**
 * Maximum distance between the noses of a face and a body of the same person, as a fraction of the side of the body's
 * square.
 */
const SAME_NOSE = 0.08;
const NOSE_TIP = 1;

/**
 * Tracks the largest person of a clip: the joints with the pose networks on this thread, the face on the tracker's
 * thread in parallel. Throws `processing_failed` if no person is found, and the errors of reading and of the tracker.
 */
export function trackBody(reading: BodyReading): Promise<BodyTrack> {
  return trackFrames(reading, async (reader, queue) => {
    const { size, frameRate, timeBase } = reader;
    const { seen, peopleCount } = await collect(reading, reader, queue);
    const frames = finish(seen, toNumber(frameRate));
    const cutCount = seen.at(-1)?.scene ?? 0;
    return { size, frameRate, timeBase, frames, peopleCount, cutCount };
  });
}

async function collect(
  { finder, refine = null, signal, onFrame, onAnalyzed }: BodyReading,
  reader: VideoReader,
  queue: AsyncQueue<FrameInFlight>,
): Promise<{ readonly seen: readonly SeenFrame[]; readonly peopleCount: number }> {
  const sceneWatch = createSceneWatch();
  const follower = createBodyFollower(finder);
  const seen: SeenFrame[] = [];
  let scene = 0;
  let peopleCount = 0;
  for (let next = await queue.dequeue(); next !== null; next = await queue.dequeue()) {
    const { frame, faces } = next;
    const { planes, timestampUs, durationUs } = frame;
    const isCut = sceneWatch.isCut(planes);
    scene += isCut ? 1 : 0;
    const { pose: followed, people } = follower.follow(planes, isCut);
    const found = await rejectOnAbort(faces, signal);
    const fitting = followed === null ? null : fitToFace(followed, found, { follower, planes });
    const pose =
      fitting === null || refine === null ? fitting : await refine(planes, fitting, signal);
    peopleCount = Math.max(peopleCount, people, found.length);
    const own = pose === null ? null : findFaceOf(pose, found);
    const face = own === null ? null : copyFace(own, planes);
    seen.push({ timestampUs, durationUs, scene, joints: pose?.joints ?? null, face });
    onAnalyzed?.({ planes, pose, face: own, faces: found, scene, timestampUs });
    reader.release(frame);
    onFrame?.(timestampUs + durationUs);
  }
  return { seen, peopleCount };
}

/** Returns the pose, or the one below its face if it is inside of the head. */
function fitToFace(
  pose: BodyPose,
  faces: readonly TrackedFace[],
  { follower, planes }: { readonly follower: BodyFollower; readonly planes: I420Frame },
): BodyPose {
  const face = findFaceOf(pose, faces);
  if (face === null || !isInsideHead(pose.joints, face)) {
    return pose;
  }
  const below = follower.restart(planes, toRegionBelowFace(face));
  return below === null || isInsideHead(below.joints, face) ? pose : below;
}

/** Returns the face whose nose is nearest to that of the body; null if none is near enough. */
function findFaceOf(pose: BodyPose, faces: readonly TrackedFace[]): TrackedFace | null {
  const x = pose.joints[joint.nose * JOINT_VALUES] ?? 0;
  const y = pose.joints[joint.nose * JOINT_VALUES + 1] ?? 0;
  const distanceOf = ({ landmarks }: TrackedFace): number =>
    Math.hypot((landmarks[NOSE_TIP * 3] ?? 0) - x, (landmarks[NOSE_TIP * 3 + 1] ?? 0) - y);
  const [nearest] = faces.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return nearest === undefined || distanceOf(nearest) > SAME_NOSE * pose.region.width
    ? null
    : nearest;
}

function copyFace(face: TrackedFace, frame: I420Frame): BodyFace {
  const { landmarks, iris, pose, box, confidence, hands } = face;
  return {
    mouth: cutMouthPatch(frame, face),
    landmarks: landmarks.slice(),
    iris: iris.slice(),
    pose: { ...pose, rotation: pose.rotation.slice() },
    box: { ...box },
    confidence,
    hands: Array.from({ length: hands.count }, (_, hand) =>
      hands.points.slice(hand * HAND_VALUES, (hand + 1) * HAND_VALUES),
    ),
  };
}

/** Aligns left and right over the frames of a scene in which the person was found. */
function alignSeen(frames: readonly SeenFrame[], size: number): (Float32Array | null)[] {
  const aligned = alignSides(
    frames.flatMap(({ joints }) => joints ?? []),
    size,
  ).values();
  return frames.map(({ joints }) => (joints === null ? null : (aligned.next().value ?? joints)));
}

/** Smooths the joints of each scene, and interpolates joints for frames in which nobody was found. */
function finish(seen: readonly SeenFrame[], framesPerSecond: number): BodyFrame[] {
  const known = seen.flatMap(({ joints }) => (joints === null ? [] : [joints]));
  if (known.length === 0) {
    throw new AppError(
      'processing_failed',
      'No person was found in the video. Use a clip that shows one person, best from head to feet.',
      { details: { ...faultDetails('no_person'), field: 'video_key' } },
    );
  }
  const lengths = known.map(toTorsoLength).toSorted((a, b) => a - b);
  const size = Math.max(1, lengths[Math.floor((lengths.length - 1) * 0.8)] ?? 1);
  const sided = [...Map.groupBy(seen, ({ scene }) => scene).values()].flatMap((frames) =>
    alignSeen(frames, size),
  );
  const bridged = bridgeGaps(sided);
  const frames: BodyFrame[] = [];
  for (let from = 0; from < seen.length;) {
    const { scene } = seen[from]!;
    const next = seen.findIndex((frame) => frame.scene > scene);
    const to = next === -1 ? seen.length : next;
    const smooth = smoothJoints(bridged.slice(from, to), { size, stepSec: 1 / framesPerSecond });
    for (const [at, { timestampUs, durationUs, joints, face }] of seen.slice(from, to).entries()) {
      frames.push({
        timestampUs,
        durationUs,
        joints: smooth[at]!,
        isSeen: joints !== null,
        face,
        scene,
      });
    }
    from = to;
  }
  return frames;
}
