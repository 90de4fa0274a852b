/** Puts a character in the place of the driver of a clip: every frame without the driver, the character drawn there, written. */
import { setImmediate as breathe } from 'node:timers/promises';
import { orAbort } from '../../io/or-abort.ts';
import { provenanceComment } from '../../io/provenance.ts';
import { openVideoReader, type TimedFrame } from '../../io/video-reader.ts';
import { openVideoWriter, type VideoWriter, type WrittenVideo } from '../../io/video-writer.ts';
import { toI420 } from '../../pixels/yuv.ts';
import { createMotionCheck, type MotionMetrics } from '../clip/motion-check.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import type { Limb } from '../joints.ts';
import { cropFrame } from '../scene/crop-path.ts';
import { BodyCutout } from './body-cutout.ts';
import { LikenessCheck, type LikenessMetrics } from './likeness-check.ts';
import { type PreparedSwap, prepareSwap, type SwapInput } from './prepare-swap.ts';
import type { HeadReason, SwapMethod } from './scene-cutout.ts';
import { cropsOf, SceneRenderer } from './scene-renderer.ts';

/** What goes in, what comes out and how. The same input gives the same bytes. */
export interface IdentitySwap extends Omit<SwapInput, 'pause' | 'onProgress'> {
  /** An MP4 file comes to be here when it is complete. */
  readonly outputPath: string;
  /** Whether the sound of the clip goes along. */
  readonly keepsSound: boolean;
  /** Of the encoder; what is drawn on again is written finer. */
  readonly crf: number;
  /** How much of looking at the clip, and then of making the result, is done, 0..1. */
  readonly onProgress: (stage: 'preparing' | 'rendering', fraction: number) => void;
}

/** What became of it. */
export interface IdentitySwapFacts extends Pick<WrittenVideo, 'sound'> {
  readonly size: { readonly width: number; readonly height: number };
  readonly frames: number;
  /** Frames in which no character is shown, because the driver is not seen. */
  readonly heldFrames: number;
  readonly method: SwapMethod;
  /** Why only the head was swapped; null where the whole body was. */
  readonly reason: HeadReason | null;
  readonly limbs: readonly Limb[];
  readonly drivers: number;
  readonly cuts: number;
  /** Largest part of a scene that nobody saw, so that it was made up. */
  readonly guessedFraction: number;
  /** Of a whole body. */
  readonly motion:
    | (Pick<MotionMetrics, 'jointError'> & {
        /** Null where joints were set by hand, so that no network finds them again. */
        readonly foundFraction: number | null;
        readonly seams: SeamMetrics;
      })
    | null;
  readonly likeness: LikenessMetrics;
  readonly times: Readonly<Record<'track' | 'layers' | 'draw' | 'measure' | 'encode', number>>;
}

/** Between two looks at whether it is still wanted. */
const BREATHE_FRAMES = 4;

/** Swaps the driver of a clip for a character. Throws what preparing, reading and writing throw. Aborting leaves no file. */
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
  const { size, crops } = cropsOf(prepared, swap.aspectRatio);
  const renderer = new SceneRenderer(prepared);
  const isKnown = still.pose?.isPlaced !== true;
  const check =
    cutout instanceof BodyCutout && isKnown ? createMotionCheck(finder, cutout.motion) : null;
  const likeness =
    still.face === null
      ? null
      : new LikenessCheck(
          tracker.meter,
          await orAbort(tracker.meter.embed(toI420(still.image), still.face.landmarks), signal),
          frames,
        );
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
      const { timestampUs, durationUs, picture } = next;
      const { frame: drawn, isShown } = renderer.draw(picture, index, timestampUs);
      heldFrames += isShown ? 0 : 1;
      times.draw += performance.now() - startedAtMs;
      startedAtMs = performance.now();
      if (isShown) {
        check?.add(drawn, index);
      }
      await orAbort(likeness?.add(index, picture, drawn) ?? Promise.resolve(), signal);
      times.measure += performance.now() - startedAtMs;
      const shown = cropFrame(drawn, crop);
      await orAbort(
        writer.write(shown, { timestampUs: timestampUs - firstUs, durationUs }),
        signal,
      );
      reader.giveBack(next);
      swap.onProgress('rendering', (index + 1) / frames.length);
      if (index % BREATHE_FRAMES === 0) {
        await breathe();
        signal.throwIfAborted();
      }
    }
    const { sound } = await orAbort(writer.finish(), signal);
    times.encode = writer.busyMs();
    const looks = { motion: check?.summarise() ?? null, likeness: likeness?.summarise() ?? null };
    return { sound, size, heldFrames, times, ...summarise(prepared, looks) };
  } finally {
    await reader.close();
    await writer?.discard();
  }
}

/** What is known of a swap beside its file. */
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
        ? { ...(motion ?? { jointError: null, foundFraction: null }), seams: cutout.seams }
        : null,
    likeness: likeness ?? { toCharacter: null, toDriver: null, strangers: null },
  };
}
