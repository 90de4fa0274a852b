/**
 * Replaces the driver of a clip by a character: every frame is drawn without the driver, then with the character, and
 * encoded.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import { provenanceComment } from '../../io/provenance.ts';
import { openVideoReader, type TimedFrame } from '../../io/video/video-reader.ts';
import {
  openVideoWriter,
  type VideoWriter,
  type WrittenVideo,
} from '../../io/video/video-writer.ts';
import type { FollowedLimbs } from '../clip/followed-limbs.ts';
import { createMotionCheck, type MotionMetrics } from '../clip/motion-check.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import type { Limb } from '../joints.ts';
import { cropFrame } from '../scene/crop-path.ts';
import { countTurned } from '../unturn-frames.ts';
import { BodyCutout } from './body-cutout.ts';
import { LikenessCheck, type LikenessMetrics } from './likeness-check.ts';
import { type PreparedSwap, prepareSwap, type SwapInput } from './prepare-swap.ts';
import type { HeadReason, SwapMethod } from './scene-cutout.ts';
import { listCrops, SceneRenderer } from './scene-renderer.ts';

/** Input, output and options of a swap. The same input gives the same bytes. */
export interface IdentitySwap extends Omit<SwapInput, 'pause' | 'onProgress'> {
  /** Path of the MP4 file, which appears when it is complete. */
  readonly outputPath: string;
  /** True to copy the sound of the clip. */
  readonly keepsSound: boolean;
  /** Constant rate factor of the encoder; lower for videos that are processed again. */
  readonly crf: number;
  /** Reports the progress of each phase, 0..1: tracking the clip, then rendering. */
  readonly onProgress: (phase: 'preparing' | 'rendering', fraction: number) => void;
}

/** Facts about a finished swap. */
export interface IdentitySwapFacts extends Pick<WrittenVideo, 'sound'> {
  readonly size: { readonly width: number; readonly height: number };
  readonly frames: number;
  /** Number of frames without the character, for example because the driver was not found. */
  readonly heldFrames: number;
  readonly method: SwapMethod;
  /** Reason why only the head was swapped; null if the whole body was. */
  readonly reason: HeadReason | null;
  readonly limbs: readonly Limb[];
  readonly drivers: number;
  readonly cuts: number;
  /** Largest fraction of a scene's plate that no frame shows, so that it was synthesised. */
  readonly guessedFraction: number;
  /** Metrics of a whole body; null if only the head was swapped. */
  readonly motion:
    | (Pick<MotionMetrics, 'jointError'> &
        Omit<FollowedLimbs, 'limbs'> & {
          /** Null if joints were set by hand, because no network finds them again. */
          readonly foundFraction: number | null;
          readonly seams: SeamMetrics;
          /** Frames in which the driver shows another side than the still, and further ones from the side. */
          readonly turnedFrames: number;
          readonly sidewaysFrames: number;
        })
    | null;
  readonly likeness: LikenessMetrics;
  readonly times: Readonly<Record<'track' | 'layers' | 'draw' | 'measure' | 'encode', number>>;
}

/** Number of frames between checks of the abort signal. */
const BREATHE_FRAMES = 4;

/**
 * Swaps the driver of a clip for a character. Throws the errors of preparing, reading and writing. Aborting leaves no
 * file.
 */
export async function swapIdentity(swap: IdentitySwap): Promise<IdentitySwapFacts> {
  const { signal, onProgress } = swap;
  const pause = async (): Promise<void> => {
    await breathe();
    signal.throwIfAborted();
  };
  const prepared = await prepareSwap({
    ...swap,
    pause,
    onProgress: (fraction) => onProgress('preparing', fraction),
  });
  try {
    return await render(swap, prepared);
  } finally {
    prepared.cutout.close();
  }
}

async function render(swap: IdentitySwap, prepared: PreparedSwap): Promise<IdentitySwapFacts> {
  const { video, outputPath, signal, tracker, keepsSound, crf, maxDurationUs } = swap;
  const { scene, cutout, finder, still, maxShortSide } = prepared;
  const { track, colour } = scene;
  const { frames, frameRate, timeBase } = track;
  const { size, crops } = listCrops(prepared, swap.aspectRatio);
  const renderer = new SceneRenderer(prepared);
  const isKnown = still.pose?.isPlaced !== true;
  const check =
    cutout instanceof BodyCutout && isKnown ? createMotionCheck(finder, cutout.motion) : null;
  const { image, face } = still;
  const likeness = face === null ? null : new LikenessCheck(tracker.meter, { image, face }, frames);
  const times = { ...prepared.times, draw: 0, measure: 0, encode: 0 };
  const firstUs = frames[0]?.timestampUs ?? 0;
  const last = frames.at(-1);
  const options = { mime: video.mime, maxShortSide, maxDurationUs, signal };
  const reader = await openVideoReader(video.path, options);
  let writer: VideoWriter | null = null;
  let heldFrames = 0;
  try {
    writer = await openVideoWriter(outputPath, {
      size,
      colour,
      frameRate,
      timeBase,
      quality: { crf },
      comment: provenanceComment,
      sound:
        keepsSound && last !== undefined
          ? { ...video, endUs: last.timestampUs + last.durationUs }
          : undefined,
    });
    for (let index = 0; index < frames.length; index += 1) {
      const next: TimedFrame | null = await reader.next();
      const crop = crops[index];
      if (next === null || crop === undefined) {
        break;
      }
      let startedAtMs = performance.now();
      const { timestampUs, durationUs, planes } = next;
      const { frame: drawn, isShown } = renderer.draw(planes, index, timestampUs);
      heldFrames += isShown ? 0 : 1;
      times.draw += performance.now() - startedAtMs;
      startedAtMs = performance.now();
      if (isShown) {
        check?.add(drawn, index);
      }
      await rejectOnAbort(likeness?.add(index, planes, drawn) ?? Promise.resolve(), signal);
      times.measure += performance.now() - startedAtMs;
      const shown = cropFrame(drawn, crop);
      await rejectOnAbort(
        writer.write(shown, { timestampUs: timestampUs - firstUs, durationUs }),
        signal,
      );
      reader.release(next);
      swap.onProgress('rendering', (index + 1) / frames.length);
      if (index % BREATHE_FRAMES === 0) {
        await breathe();
        signal.throwIfAborted();
      }
    }
    const { sound } = await rejectOnAbort(writer.finish(), signal);
    times.encode = writer.busyMs();
    const looks = { motion: check?.summarise() ?? null, likeness: likeness?.summarise() ?? null };
    return { sound, size, heldFrames, times, ...summarise(prepared, looks) };
  } finally {
    await reader.close();
    await writer?.discard();
  }
}

/** Collects the facts of a swap. */
function summarise(
  { scene: { track, plates }, cutout, reason }: PreparedSwap,
  {
    motion,
    likeness,
  }: { readonly motion: MotionMetrics | null; readonly likeness: LikenessMetrics | null },
): Omit<IdentitySwapFacts, 'sound' | 'size' | 'heldFrames' | 'times'> {
  return {
    frames: track.frames.length,
    method: cutout.method,
    reason,
    limbs: cutout.limbs,
    drivers: track.peopleCount,
    cuts: track.cutCount,
    guessedFraction: Math.max(0, ...plates.map((plate) => plate?.guessedFraction ?? 0)),
    motion:
      cutout instanceof BodyCutout
        ? {
            ...(motion ?? { jointError: null, foundFraction: null }),
            ...countTurned(track, cutout.restJoints),
            hiddenHands: cutout.followed.hiddenHands,
            touchingArms: cutout.followed.touchingArms,
            seams: cutout.seams,
          }
        : null,
    likeness: likeness ?? { toCharacter: null, toDriver: null, strangers: null },
  };
}
