/**
 * Swaps the faces of a video. Four stages run concurrently, connected by short queues:
 *
 *   decoding (FFmpeg's threads) -> tracking (a thread) -> swapping (here) -> encoding (a thread, and those of x264)
 *
 * A frame stays in the same shared memory from the decoder to the encoder. The number of frames in flight is the number
 * of the reader's buffers, so a long video needs no more memory than a short one.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import { createAsyncQueue, type AsyncQueue } from '../io/async-queue.ts';
import { createNoFrameError } from '../io/video/no-frame-error.ts';
import { rejectOnAbort } from '../io/reject-on-abort.ts';
import { computeLookaheadUs, type VideoQuality } from '../io/video/h264-encoder.ts';
import type { ClipSegment } from '../io/video/clip-segments.ts';
import { probeMedia } from '../io/video/probe.ts';
import { createProgressMeter, type PipelineProgress } from '../io/progress.ts';
import { openVideoReader, type VideoReader } from '../io/video/video-reader.ts';
import { provenanceComment } from '../io/provenance.ts';
import { openThreadedWriter, type ThreadedWriter } from '../io/video/encoder-host.ts';
import type { ModelFolder } from '../models/model-folder.ts';
import type { TrackerOptions } from '../track/face-tracker.ts';
import {
  createFrameSwapper,
  type FrameObserver,
  type FrameSwapper,
  type SwappedPeople,
  type VideoFaceSwapper,
} from './frame-swapper.ts';
import {
  createSwapRecord,
  type SwapCounts,
  type SwapRecord,
  type SwapStages,
  type VideoSwapFacts,
} from './swap-record.ts';
import { createFrameOutput, type FrameOutput, MAX_FRAMES_ON_WAY } from './frame-output.ts';
import { countFrameBuffers, type FrameInFlight } from './track-frames.ts';
import { openTrackerHost, type TrackerHost } from './tracker-host.ts';

/** Input, output and settings of a video swap. */
export interface VideoSwap {
  readonly inputPath: string;
  /** Media type of the input; detected from the content when absent. */
  readonly inputMime?: string | undefined;
  /** Path of the MP4 file, which appears there when it is complete. */
  readonly outputPath: string;
  /**
   * Swappers, one for each selected person. With `all`, person number n of the video gets swapper n, and after the last
   * one the first again.
   */
  readonly swappers: readonly VideoFaceSwapper[];
  readonly models: ModelFolder;
  /**
   * Tracker of these models with lookahead, which is kept for further videos; `tracking` is then set when it is opened.
   * One is opened and closed when absent.
   */
  readonly tracker?: TrackerHost | undefined;
  /** `main` is the person who is largest and nearest to the middle when faces first appear; `all` when absent. */
  readonly people?: SwappedPeople | undefined;
  /** Later frames are skipped. */
  readonly maxDurationUs?: number | undefined;
  /** Maximum length of the shorter side; frames are never enlarged. */
  readonly maxShortSide?: number | undefined;
  readonly quality?: VideoQuality | undefined;
  /** Preset of x264. */
  readonly preset?: string | undefined;
  readonly tracking?: TrackerOptions | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second, and once at the end. */
  readonly onProgress?: ((progress: SwapProgress) => void) | undefined;
  /** Observes every frame before and after it is changed. */
  readonly observer?: FrameObserver | undefined;
  /** Segment to render alone, without sound and with times from its beginning; the whole video when absent. */
  readonly segment?: SwapSegment | undefined;
}

/** Segment of a video, with the settings that determine its bytes. */
export interface SwapSegment extends ClipSegment {
  /** See `H264Options`. */
  readonly processors: number;
}

/**
 * Duration that is tracked and swapped before a segment but not written, so that smoothed state of faces, light and
 * skin settles.
 */
const WARM_UP_US = 2_000_000;

/** Progress of a video swap. */
export type SwapProgress = PipelineProgress<SwapStages>;

/**
 * Swaps faces in a video and keeps its sound and timing; frames without a face stay unchanged. Throws
 * `face_not_detected` when no frame of a whole video could be swapped, and errors of reading, writing and the models.
 * Aborting leaves no file and no thread and throws the reason of the signal. The same input gives the same bytes.
 */
export async function swapVideo(swap: VideoSwap): Promise<VideoSwapFacts> {
  const { inputPath, inputMime, outputPath, signal, maxShortSide, segment } = swap;
  const startedAtMs = performance.now();
  signal?.throwIfAborted();
  const opening = borrowTracker(swap);
  // Awaited below; until then the reader may fail first.
  opening.catch(() => undefined);
  let reader: VideoReader | null = null;
  let writer: ThreadedWriter | null = null;
  let tracking: Promise<void> | null = null;
  const queue = createAsyncQueue<FrameInFlight>();
  try {
    const { durationUs, video } = await probeMedia(inputPath, inputMime);
    const span = computeSpan(swap, video?.framesPerSecond);
    reader = await openVideoReader(inputPath, {
      mime: inputMime,
      maxShortSide,
      startUs: span.readFromUs,
      maxDurationUs: span.readToUs - span.readFromUs,
      signal,
      framesAhead: (size) => countFrameBuffers(size) + MAX_FRAMES_ON_WAY,
      memory: swap.swappers[0]?.arena ?? 'shared',
    });
    // The first frame takes the longest to track: it does not wait for the writer.
    tracking = trackFrames({ swap, reader, opening }, queue);
    writer = await openThreadedWriter(outputPath, {
      size: reader.size,
      colour: reader.colour,
      frameRate: reader.frameRate,
      timeBase: reader.timeBase,
      quality: swap.quality,
      preset: swap.preset,
      processors: segment?.processors,
      isContinuation: segment !== undefined && segment.startUs > 0,
      hasFixedGop: true,
      originUs: segment?.startUs,
      endUs: segment?.endUs ?? undefined,
      ...(segment === undefined && {
        sound: { path: inputPath, mime: inputMime, endUs: swap.maxDurationUs },
        comment: provenanceComment,
      }),
    });
    const { tracker, trackedMs } = await rejectOnAbort(opening, signal);
    return await run({
      swap,
      reader,
      tracker,
      trackedMs,
      writer,
      queue,
      startedAtMs,
      span: { ...span, readToUs: Math.min(durationUs, span.readToUs) },
    });
  } finally {
    // After a successful end there is nothing to discard; the file stays.
    await Promise.all([
      reader?.close(),
      writer?.discard(),
      // Frames posted later would be taken for those of the next video.
      Promise.all([opening, tracking]).then(
        ([{ release }]) => release(),
        () => undefined,
      ),
    ]);
  }
}

/** Times of the frames that are read and written; those that are read after `endUs` are for the encoder's analysis. */
interface Span {
  readonly readFromUs: number;
  readonly startUs: number;
  readonly endUs: number;
  readonly readToUs: number;
}

function computeSpan(
  { segment, maxDurationUs = Number.POSITIVE_INFINITY }: VideoSwap,
  framesPerSecond: number | undefined,
): Span {
  const startUs = segment?.startUs ?? 0;
  const endUs = segment?.endUs ?? Number.POSITIVE_INFINITY;
  return {
    readFromUs: Math.max(0, startUs - WARM_UP_US),
    startUs,
    endUs,
    readToUs: Math.min(endUs + computeLookaheadUs(framesPerSecond), maxDurationUs),
  };
}

interface BorrowedTracker {
  readonly tracker: TrackerHost;
  /** Time it had spent on frames of earlier videos. */
  readonly trackedMs: number;
  readonly release: () => Promise<void>;
}

/** Returns the shared tracker, or one for this video alone. */
async function borrowTracker(swap: VideoSwap): Promise<BorrowedTracker> {
  const reused = swap.tracker;
  if (reused !== undefined) {
    return {
      tracker: reused,
      trackedMs: reused.busyMs(),
      release: async () => reused.restart(),
    };
  }
  const tracker = await openTrackerHost({
    ...swap.tracking,
    modelFolder: swap.models.path,
    hasLookahead: true,
    signal: swap.signal,
  });
  return { tracker, trackedMs: 0, release: () => tracker.close() };
}

interface Pipeline {
  readonly swap: VideoSwap;
  readonly reader: VideoReader;
  readonly tracker: TrackerHost;
  readonly trackedMs: number;
  readonly writer: ThreadedWriter;
  readonly queue: AsyncQueue<FrameInFlight>;
  readonly startedAtMs: number;
  readonly span: Span;
}

async function run(pipeline: Pipeline): Promise<VideoSwapFacts> {
  const { swap, reader, tracker, trackedMs, writer, queue, startedAtMs, span } = pipeline;
  const { signal } = swap;
  const swapper = createFrameSwapper(swap.swappers, swap);
  const record = createSwapRecord();
  const output = createFrameOutput(reader, writer);
  const meter = createProgressMeter<SwapStages>({
    durationUs: span.readToUs - span.readFromUs,
    report: swap.onProgress,
    stages: () => ({
      ...reader.busyMs(),
      track: tracker.busyMs() - trackedMs,
      swap: swapper.busyMs(),
      encode: writer.busyMs(),
    }),
  });
  const onAbort = (): void => queue.fail(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    for (let next = await queue.dequeue(); next !== null; next = await queue.dequeue()) {
      await finishFrame(next, { pipeline, swapper, record, output });
      meter.advance(next.frame.timestampUs + next.frame.durationUs - span.readFromUs);
    }
    await rejectOnAbort(output.drain(), signal);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  if (swap.segment === undefined) {
    refuseWithoutFace(record.summarise().frames, typeof swap.people === 'object');
  }
  if (swap.segment !== undefined && record.summarise().frames.total === 0) {
    throw createNoFrameError(swap.segment);
  }
  const { sizeBytes, sound } = await rejectOnAbort(writer.finish(), signal);
  const progress = { ...meter.read(), fraction: 1, etaMs: 0 };
  swap.onProgress?.(progress);
  return {
    ...record.summarise(),
    sizeBytes,
    sound,
    size: reader.size,
    ranks: swapper.ranks(),
    known: swap.swappers[0]?.known?.() ?? null,
    stages: progress.stages,
    wallMs: performance.now() - startedAtMs,
  };
}

/** Posts frames to the tracker as they are decoded. Never rejects: errors go to the consumer of the queue. */
async function trackFrames(
  {
    swap: { swappers },
    reader,
    opening,
  }: Pick<Pipeline, 'swap' | 'reader'> & { readonly opening: Promise<BorrowedTracker> },
  queue: AsyncQueue<FrameInFlight>,
): Promise<void> {
  try {
    const { tracker } = await opening;
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      const faces = tracker.track(frame.planes, frame.timestampUs);
      // Awaited by the consumer of the frame; an abort may come before.
      faces.catch(() => undefined);
      queue.put({ frame, faces });
      if (frame.index === 0) {
        // The tracker takes long for the first frame, so the swappers are prepared meanwhile.
        for (const swapper of swappers) {
          swapper.prepare?.(frame.planes);
        }
      }
    }
    tracker.flush();
    queue.end();
  } catch (error) {
    queue.fail(error);
  }
}

async function finishFrame(
  { frame, faces }: FrameInFlight,
  {
    pipeline: { swap, reader, span },
    swapper,
    record,
    output,
  }: {
    readonly pipeline: Pipeline;
    readonly swapper: FrameSwapper;
    readonly record: SwapRecord;
    readonly output: FrameOutput;
  },
): Promise<void> {
  const found = await rejectOnAbort(faces, swap.signal);
  const isEncoded = frame.timestampUs >= span.startUs;
  const isCounted = isEncoded && frame.timestampUs < span.endUs;
  const answer = swapper.swap(frame, found, isCounted);
  // Synchronous answers create no promise.
  const shown = typeof answer === 'number' ? answer : await answer;
  if (isCounted) {
    record.note(frame, { faces: found.length, shown });
  }
  if (isEncoded) {
    await rejectOnAbort(output.put(frame), swap.signal);
  } else {
    reader.release(frame);
  }
  swap.signal?.throwIfAborted();
  // Faces that are ready come in a row; this lets events of the decoder and the encoder run between them.
  await turn();
}

/** Throws `face_not_detected` when no frame of a video was swapped; `isChosen` is whether people were selected. */
export function refuseWithoutFace(frames: SwapCounts['frames'], isChosen: boolean): void {
  if (frames.swapped === 0) {
    throw new AppError(
      'face_not_detected',
      frames.tracked === 0
        ? `No face was found in any of the ${frames.total} frames of the video.`
        : isChosen
          ? `The chosen person is too small or turned away too far in all of the ${frames.total} frames of the video, or not in them.`
          : `The faces in the video are too small or turned away too far in all of its ${frames.total} frames.`,
      { details: { input: 'video', frames: frames.total, framesWithFace: frames.tracked } },
    );
  }
}
