import { AppError } from '../../base/errors.ts';
import { probeMedia } from '../../engine/io/video/probe.ts';
import { createQualitySampler, type QualitySampler } from '../../engine/quality/quality-sampler.ts';
import type { VideoSwap } from '../../engine/swap/swap-video.ts';
import type { FaceMeter } from '../../engine/track/face-meter.ts';
import { type FaceEngine, openFaceEngine, type SwappedPart } from '../kit/face-engine.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { openWarmTracker } from '../kit/models.ts';
import { readSourceFace } from '../kit/source-face.ts';
import type { ProgressTracker } from '../kit/progress-tracker.ts';
import type { InputFile } from '../media-file.ts';
import type { RunContext } from '../processor.ts';
import { faceSwap } from './definition.ts';

/** Approximate weight of each phase in the work. */
export const swapWeights = { reading: 1, preparing: 2, rendering: 95, finishing: 2 };

/** Request of a face swap. */
export interface FaceSwapRequest {
  readonly video: InputFile;
  readonly photo: InputFile;
  readonly maxDurationUs: number | undefined;
  readonly maxShortSide: number | undefined;
}

/** Reads the request of a run. */
export function readSwapRequest(context: RunContext): FaceSwapRequest {
  const input = readInput(context, faceSwap.operation);
  const seconds = input.max_duration_sec;
  return {
    video: requireFile(context, input.video_key),
    photo: requireFile(context, input.face_key),
    maxDurationUs: seconds === undefined ? undefined : seconds * 1_000_000,
    maxShortSide: input.output_resolution_p,
  };
}

/** Opened engine of a swap. */
export interface OpenedSwap extends FaceEngine {
  readonly meter: FaceMeter;
  readonly quality: QualitySampler;
  /** Swap options without output path and people. The caller closes the swappers. */
  readonly swap: Omit<VideoSwap, 'outputPath' | 'people'>;
}

/** Reads the photo and opens the engine of a run, for the whole video or a part of it. */
export async function openSwap(
  context: RunContext,
  clock: ProgressTracker,
  part: Omit<SwappedPart, 'meter'> | null = null,
): Promise<OpenedSwap> {
  const { video, photo, maxDurationUs, maxShortSide } = readSwapRequest(context);
  const { signal } = context;
  clock.enter('reading');
  const { tracker, folder: models, canonicalFace } = await openWarmTracker(signal);
  signal.throwIfAborted();
  clock.enter('preparing');
  const { meter } = tracker;
  const reading = { meter, canonicalFace, signal };
  const face = await readSourceFace(photo, 'face_key', reading);
  const opened = await openFaceEngine(context, face, part && { ...part, meter });
  const swappers = [opened.swapper];
  for (const key of context.hints?.other_face_keys ?? []) {
    const other = await readSourceFace(requireFile(context, key), 'other_face_keys', reading);
    swappers.push((await openFaceEngine(context, other)).swapper);
  }
  signal.throwIfAborted();
  const quality = createQualitySampler(meter, { ...face, canonicalFace });
  return {
    ...opened,
    meter,
    quality,
    swap: {
      inputPath: video.path,
      inputMime: video.mime,
      swappers,
      models,
      tracker,
      maxDurationUs,
      maxShortSide,
      signal,
      observer: quality,
      onProgress: ({ fraction, etaMs }) => clock.advance(fraction, etaMs),
    },
  };
}

/** Runs `work` and adds the field and the searched time span to its `face_not_detected` error. */
export async function nameVideo<Result>(
  { video, maxDurationUs = Number.POSITIVE_INFINITY }: FaceSwapRequest,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'face_not_detected') {
      throw error;
    }
    const { durationUs } = await probeMedia(video.path, video.mime);
    const end = (Math.min(durationUs, maxDurationUs) / 1e6).toFixed(1);
    throw new AppError('face_not_detected', `video_key, 0.0 s to ${end} s: ${error.message}`, {
      cause: error,
      details: { ...error.details, field: 'video_key', seconds: Number(end) },
    });
  }
}
