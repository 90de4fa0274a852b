/** Renders the frames of an animated still: layers bent by the joints, on the ground, encoded. */
import { setImmediate as breathe } from 'node:timers/promises';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import { provenanceComment } from '../../io/provenance.ts';
import {
  openVideoWriter,
  type VideoWriter,
  type WrittenVideo,
} from '../../io/video/video-writer.ts';
import type { YuvColour } from '../../pixels/frame.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { BodyPainter } from '../draw/body-painter.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import { ShadowedGround } from '../draw/shadowed-ground.ts';
import { listFollowedLimbs } from './followed-limbs.ts';
import { findOwnFace } from '../find-own-face.ts';
import type { BodyTrack } from '../joints.ts';
import { type CharacterMotion, retarget } from '../retarget.ts';
import { countTurned } from '../unturn-frames.ts';
import { AnimatedCharacter } from './animated-character.ts';
import { AnimatedView } from './animated-view.ts';
import { DrivenHead } from './driven-head.ts';
import {
  countViews,
  createAdditionalViews,
  isSeenIn,
  measureAdditional,
  listPoses,
  showViews,
} from './additional-views.ts';
import { createMotionCheck, type MotionCheck, type MotionSamples } from './motion-check.ts';
import type { PreparedCharacter } from './prepared-character.ts';
import type { BodyStill } from './read-character.ts';
import type { DrivenStill } from './read-driven.ts';
import { measureSeams, findWorstSeams } from './seam-check.ts';
import type {
  AnimationFacts,
  AnimationTimes,
  BodyModels,
  StillAnimation,
} from './still-animation.ts';

const colour: YuvColour = { matrix: 'bt709', isFullRange: false };
/** Number of frames between checks of the abort signal. */
const BREATHE_FRAMES = 4;

/** A range of frames that is rendered separately. */
export interface AnimationSegment {
  readonly from: number;
  /** Exclusive end of the range. */
  readonly to: number;
  /** See `H264Options`. */
  readonly processors: number;
}

/** The result of rendering frames. */
export interface RenderedAnimation {
  /** Facts that are the same for every segment. */
  readonly findings: Omit<
    AnimationFacts,
    'jointError' | 'foundFraction' | 'seams' | 'sound' | 'times'
  >;
  /**
   * Seams over all frames that show a still, measured by the segment that shows it first; null if this segment measured
   * none.
   */
  readonly seams: SeamMetrics | null;
  /** Null if joints were set by hand, because no network finds them again. */
  readonly looks: MotionSamples | null;
  readonly times: Omit<AnimationTimes, 'track'>;
}

/**
 * Renders an animation, or a segment of it without sound, whose timestamps count from the beginning of the animation.
 * State that is carried from frame to frame is advanced from the first frame on, so that both give the same frames.
 */
export async function renderAnimation(
  animation: StillAnimation,
  {
    still,
    additional,
    faces,
    finder,
    track,
    prepared,
  }: DrivenStill & { readonly track: BodyTrack; readonly prepared: PreparedCharacter },
  segment?: AnimationSegment,
): Promise<RenderedAnimation & Pick<WrittenVideo, 'sound'>> {
  const { models, signal, orientation, placed } = animation;
  const times = { layers: 0, draw: 0, measure: 0, encode: 0 };
  let startedAtMs = performance.now();
  const { front: character, bodies: all } = prepared;
  const { joints, shown } = character;
  const rest = { joints, size: still.image, shown, isPlaced: still.pose.isPlaced };
  const motion = retarget(track, rest, { followsTurn: orientation === 'video' });
  const views = showViews(track, additional);
  const span = segment ?? { from: 0, to: track.frames.length };
  const spanned = views.slice(span.from, span.to);
  const bodies = all.filter(({ view }) => isSeenIn(spanned, view));
  times.layers = performance.now() - startedAtMs;
  const head = createHead(still, faces, { models, track, motion });
  await breathe();
  signal.throwIfAborted();
  const ground = new ShadowedGround(character, colour);
  const painter = new BodyPainter(character, ground.frame);
  const front = new AnimatedView(motion, { painter, ground, head });
  let animated: AnimatedCharacter | null = null;
  try {
    const turned = createAdditionalViews(bodies, track, { rest, ratio: motion.ratio, ground });
    animated = new AnimatedCharacter(front, turned, views);
    startedAtMs = performance.now();
    const seams = findWorstSeams([
      ...(span.from === 0 ? [measureSeams(character, listPoses(motion, views, 'front'))] : []),
      ...measureAdditional(bodies, turned, { views, span }),
    ]);
    const seamMs = performance.now() - startedAtMs;
    await breathe();
    signal.throwIfAborted();
    // Joints set by hand are not checked, because the network does not find people in drawings.
    const check = placed === undefined ? createMotionCheck(finder, animated) : null;
    const { sound } = await render({
      animation,
      still,
      track,
      character: animated,
      check,
      times,
      span,
      segment,
    });
    times.measure += seamMs;
    return {
      findings: {
        ...listFollowedLimbs(character, motion.follows),
        size: { width: still.image.width, height: still.image.height },
        frames: track.frames.length,
        heldFrames: track.frames.filter(({ isSeen }) => !isSeen).length,
        ...countTurned(track, joints, (index) => views[index]?.view === 'front'),
        views: countViews(views),
        drivers: track.peopleCount,
        people: Math.max(still.people, faces.length),
        cuts: track.cutCount,
      },
      seams,
      looks: check?.samples() ?? null,
      sound,
      times,
    };
  } finally {
    (animated ?? front).close();
  }
}

/** Creates the head of the person; null if the still does not show their face. */
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
  const face = findOwnFace(faces, joints);
  if (face === null) {
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

interface Rendering {
  readonly animation: StillAnimation;
  readonly still: BodyStill;
  readonly track: BodyTrack;
  readonly character: AnimatedCharacter;
  /** Null if joints were set by hand. */
  readonly check: MotionCheck | null;
  readonly times: { draw: number; measure: number; encode: number };
  readonly span: { readonly from: number; readonly to: number };
  readonly segment: AnimationSegment | undefined;
}

async function render(rendering: Rendering): Promise<WrittenVideo> {
  const { animation, still, track, character, check, times, span, segment } = rendering;
  const { outputPath, video, keepsSound, signal, onProgress } = animation;
  const { frames, frameRate, timeBase } = track;
  const first = frames[0]!;
  const last = frames.at(-1)!;
  const sound = keepsSound ? { ...video, endUs: last.timestampUs + last.durationUs } : undefined;
  let writer: VideoWriter | null = null;
  try {
    writer = await openVideoWriter(outputPath, {
      size: still.image,
      colour,
      frameRate,
      timeBase,
      quality: { crf: 18 },
      ...(segment === undefined
        ? { comment: provenanceComment, sound }
        : {
            processors: segment.processors,
            isContinuation: segment.from > 0,
            originUs: frames[segment.from]!.timestampUs - first.timestampUs,
          }),
    });
    for (let index = 0; index < span.to; index += 1) {
      const { timestampUs, durationUs } = frames[index]!;
      const startedAtMs = performance.now();
      if (index < span.from) {
        character.follow(index, timestampUs);
      } else {
        const frame = character.draw(index, timestampUs);
        times.draw += performance.now() - startedAtMs;
        check?.add(frame, index);
        await rejectOnAbort(
          writer.write(frame, { timestampUs: timestampUs - first.timestampUs, durationUs }),
          signal,
        );
      }
      onProgress('rendering', (index + 1) / span.to);
      if (index % BREATHE_FRAMES === 0) {
        await breathe();
        signal.throwIfAborted();
      }
    }
    const written = await rejectOnAbort(writer.finish(), signal);
    times.measure = check?.busyMs() ?? 0;
    times.encode = writer.busyMs();
    return written;
  } finally {
    await writer?.discard();
  }
}
