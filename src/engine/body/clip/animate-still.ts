/**
 * Makes the person of a still move as the driver of a clip does:
 *
 *   still -> person, joints -> layers, ground        clip, once: joints, face -> motion in the build of the still
 *   every frame: layers bent by the joints, drawn on the ground, written
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { orAbort } from '../../io/or-abort.ts';
import { provenanceComment } from '../../io/provenance.ts';
import { openVideoWriter, type VideoWriter, type WrittenVideo } from '../../io/video-writer.ts';
import type { YuvColour } from '../../pixels/frame.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { type BodyDirection, findBodyDirection } from '../body-build.ts';
import { type BodyCharacter, prepareBodyCharacter } from '../character/body-character.ts';
import { findHiddenHands } from '../character/find-hidden-hands.ts';
import { findTouchingArms } from '../character/find-touching-arms.ts';
import type { ParsePerson } from '../character/part-labels.ts';
import { BodyPainter } from '../draw/body-painter.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import { ShadowedGround } from '../draw/shadowed-ground.ts';
import { type BodyTrack, joint, JOINT_VALUES, type Limb, limbs } from '../joints.ts';
import type { PlacedBodyJoints } from '../placed/spread-joints.ts';
import { createPoseFinder, type PoseModels } from '../pose-finder.ts';
import type { RefinePose } from '../refine-pose.ts';
import { type CharacterMotion, retarget } from '../retarget.ts';
import { unturnFrames } from '../unturn-frames.ts';
import { DrivenHead } from './driven-head.ts';
import { createMotionCheck, type MotionCheck, type MotionMetrics } from './motion-check.ts';
import { type BodyStill, readBodyStill } from './read-character.ts';
import { measureSeams } from './seam-check.ts';
import { trackBody } from './track-body.ts';

/** Which way the character faces: as the driver turns, as the still shows it, or one that the still has to show. */
export type CharacterOrientation = 'video' | 'image' | BodyDirection;

/** Networks of a motion control; those of faces run on the tracker's thread. */
export interface BodyModels extends PoseModels {
  readonly matte: FixedModel;
  readonly canonicalFace: CanonicalFace;
  /** Networks of the user that take a step each; null or absent for none. */
  readonly refine?: RefinePose | null | undefined;
  readonly parse?: ParsePerson | null | undefined;
}

/** A file that goes in. */
interface InputFile {
  readonly path: string;
  readonly mime?: string | undefined;
}

/** What goes in, what comes out and how. The same input gives the same bytes. */
export interface StillAnimation {
  readonly image: InputFile;
  readonly video: InputFile;
  /** An MP4 file comes to be here when it is complete. */
  readonly outputPath: string;
  readonly orientation: CharacterOrientation;
  /** Joints of the picture that were set by hand; those that are found in it when absent. */
  readonly placed?: PlacedBodyJoints | undefined;
  /** What of the clip is followed, from its beginning. */
  readonly maxDurationUs: number;
  /** Whether the sound of the clip goes along. */
  readonly keepsSound: boolean;
  readonly models: BodyModels;
  /** Used for nothing else meanwhile. */
  readonly tracker: TrackerHost;
  readonly signal: AbortSignal;
  /** How much of looking at the clip, and then of making the result, is done, 0..1. */
  readonly onProgress: (stage: 'preparing' | 'rendering', fraction: number) => void;
}

/** Time that each part took, in milliseconds. */
export interface AnimationTimes {
  readonly track: number;
  readonly layers: number;
  readonly draw: number;
  readonly measure: number;
  readonly encode: number;
}

/** What became of it. */
export interface AnimationFacts extends Pick<WrittenVideo, 'sound'> {
  /** As in {@link MotionMetrics}; null where joints were set by hand, so that no network finds them again. */
  readonly jointError: MotionMetrics['jointError'];
  readonly foundFraction: MotionMetrics['foundFraction'] | null;
  readonly size: { readonly width: number; readonly height: number };
  readonly frames: number;
  /** Frames in which the driver is not seen. */
  readonly heldFrames: number;
  /** Frames in which the driver shows another side than the still, and is followed as in a mirror. */
  readonly turnedFrames: number;
  readonly limbs: readonly Limb[];
  /** Arms that follow though the still does not show their hand. */
  readonly hiddenHands: readonly Limb[];
  /** Arms that follow though they lie against the body in the still. */
  readonly touchingArms: readonly Limb[];
  /** How torn the character is. */
  readonly seams: SeamMetrics;
  /** Most people in the clip, and in the picture. */
  readonly drivers: number;
  readonly people: number;
  readonly cuts: number;
  readonly times: AnimationTimes;
}

/** Most pixels of the shorter side of a character, and of the clip that it follows. */
const SHORT_SIDE = 720;
const colour: YuvColour = { matrix: 'bt709', isFullRange: false };
/** Between two looks at whether it is still wanted. */
const BREATHE_FRAMES = 4;

/**
 * Animates a still. Throws `processing_failed` where one of the files shows nobody, `invalid_input` where the picture does
 * not show the side that is asked for, and what reading and writing throw. Aborting leaves no file.
 */
export async function animateStill(animation: StillAnimation): Promise<AnimationFacts> {
  const { image, video, models, tracker, signal, orientation, onProgress } = animation;
  const { placed, maxDurationUs } = animation;
  const { refine } = models;
  const times = { track: 0, layers: 0, draw: 0, measure: 0, encode: 0 };
  const finder = createPoseFinder(models);
  const still = await readBodyStill(image.path, finder, { shortSide: SHORT_SIDE, placed, refine });
  const faces = await orAbort(tracker.meter.find(still.frame), signal);
  requireSide(orientation, findBodyDirection(still.pose.joints, faces.length > 0));
  let startedAtMs = performance.now();
  const track = await trackBody({
    ...video,
    maxShortSide: SHORT_SIDE,
    maxDurationUs,
    finder,
    refine,
    tracker,
    signal,
    onFrame: (endUs) => onProgress('preparing', Math.min(1, endUs / maxDurationUs)),
  });
  times.track = performance.now() - startedAtMs;
  startedAtMs = performance.now();
  const pause = async (): Promise<void> => {
    await breathe();
    signal.throwIfAborted();
  };
  const character = await prepareBodyCharacter(still.image, still.pose, {
    matte: models.matte,
    parse: models.parse,
    pause,
  });
  times.layers = performance.now() - startedAtMs;
  const { joints, shown } = character;
  const motion = retarget(
    track,
    { joints, size: still.image, shown, isPlaced: still.pose.isPlaced },
    { followsTurn: orientation === 'video' },
  );
  const head = createHead(still, faces, { models, track, motion });
  startedAtMs = performance.now();
  const seams = measureSeams(character, motion);
  const seamMs = performance.now() - startedAtMs;
  await pause();
  const ground = new ShadowedGround(character, colour);
  const painter = new BodyPainter(character, ground.frame);
  try {
    // Nobody would be found in drawings: what was set by hand is checked by nobody.
    const check = placed === undefined ? createMotionCheck(finder, motion) : null;
    const { sound } = await render({
      animation,
      still,
      track,
      motion,
      painter,
      ground,
      head,
      check,
      times,
    });
    times.measure += seamMs;
    return {
      ...(check?.summarise() ?? { jointError: null, foundFraction: null }),
      seams,
      ...listLimbs(character, motion),
      sound,
      size: { width: still.image.width, height: still.image.height },
      frames: track.frames.length,
      heldFrames: track.frames.filter(({ isSeen }) => !isSeen).length,
      turnedFrames: countTurned(track, joints),
      drivers: track.peopleCount,
      people: Math.max(still.people, faces.length),
      cuts: track.cutCount,
      times,
    };
  } finally {
    painter.close();
  }
}

/** Limbs that follow, and those among them of which the still does not show all. */
function listLimbs(
  character: BodyCharacter,
  { follows }: CharacterMotion,
): Pick<AnimationFacts, 'limbs' | 'hiddenHands' | 'touchingArms'> {
  return {
    limbs: limbs.filter((limb) => follows[limb]),
    hiddenHands: findHiddenHands(character).filter((arm) => follows[arm]),
    touchingArms: findTouchingArms(character).filter((arm) => follows[arm]),
  };
}

function countTurned({ frames }: BodyTrack, rest: Float32Array): number {
  const all = frames.map(({ joints }) => joints);
  return unturnFrames(all, rest).turned.filter(Boolean).length;
}

/** The head of the person that moves; null where the still shows no face of theirs. */
function createHead(
  { image, pose: { joints } }: BodyStill,
  faces: readonly TrackedFace[],
  {
    models: { matte, canonicalFace },
    track,
    motion,
  }: {
    readonly models: BodyModels;
    readonly track: BodyTrack;
    readonly motion: CharacterMotion;
  },
): DrivenHead | null {
  const [x, y] = [joint.nose * JOINT_VALUES, joint.nose * JOINT_VALUES + 1].map(
    (at) => joints[at]!,
  );
  const own = ({ box }: TrackedFace): boolean =>
    Math.abs(box.left + box.width / 2 - x!) < box.width &&
    Math.abs(box.top + box.height / 2 - y!) < box.height;
  const face = faces.find(own);
  if (face === undefined) {
    return null;
  }
  const others = faces.filter((other) => other !== face);
  const frame = toVideoFrame(image, colour);
  return new DrivenHead(
    { image, frame, face, others, joints, matte, canonicalFace },
    track.frames,
    motion.poses,
  );
}

/** A still has one side: which one is asked for has to be the one that it shows. */
function requireSide(orientation: CharacterOrientation, shown: BodyDirection): void {
  if (orientation === 'video' || orientation === 'image' || orientation === shown) {
    return;
  }
  const names = { front: 'from the front', side: 'from the side', back: 'from behind' } as const;
  throw new AppError(
    'invalid_input',
    `The picture shows the character ${names[shown]}, and character_orientation asks for it ${names[orientation]}. What a picture does not show cannot be made up: use a picture ${names[orientation]}, or image or video as character_orientation.`,
    { details: { ...faultDetails('other_side'), field: 'image_key' } },
  );
}

interface Rendering {
  readonly animation: StillAnimation;
  readonly still: BodyStill;
  readonly track: BodyTrack;
  readonly motion: CharacterMotion;
  readonly painter: BodyPainter;
  readonly ground: ShadowedGround;
  /** Null where the still shows no face. */
  readonly head: DrivenHead | null;
  /** Null where nothing could be found again. */
  readonly check: MotionCheck | null;
  readonly times: { draw: number; measure: number; encode: number };
}

async function render({
  animation: { outputPath, video, keepsSound, signal, onProgress },
  still: { image },
  track: { frames, frameRate, timeBase },
  motion: { poses: bodies, follows },
  painter,
  ground,
  head,
  check,
  times,
}: Rendering): Promise<WrittenVideo> {
  const first = frames[0]!;
  const last = frames.at(-1)!;
  let writer: VideoWriter | null = null;
  try {
    writer = await openVideoWriter(outputPath, {
      size: image,
      colour,
      frameRate,
      timeBase,
      quality: { crf: 18 },
      comment: provenanceComment,
      sound: keepsSound ? { ...video, endUs: last.timestampUs + last.durationUs } : undefined,
    });
    const poses = head?.poses ?? bodies;
    for (const [index, pose] of poses.entries()) {
      const { timestampUs, durationUs } = frames[index]!;
      const startedAtMs = performance.now();
      if (ground.update(pose.joints)) {
        painter.setGround(ground.frame);
      }
      painter.draw(pose, follows, (frame) => head?.draw(frame, index, timestampUs) ?? false);
      times.draw += performance.now() - startedAtMs;
      check?.add(painter.frame, index);
      await orAbort(
        writer.write(painter.frame, { timestampUs: timestampUs - first.timestampUs, durationUs }),
        signal,
      );
      onProgress('rendering', (index + 1) / poses.length);
      if (index % BREATHE_FRAMES === 0) {
        await breathe();
        signal.throwIfAborted();
      }
    }
    const written = await orAbort(writer.finish(), signal);
    times.measure = check?.busyMs() ?? 0;
    times.encode = writer.busyMs();
    return written;
  } finally {
    await writer?.discard();
  }
}
