import type { I420Frame } from '../../pixels/frame.ts';
import type { VideoQuality } from './h264-encoder.ts';
import type { Size } from './output-size.ts';
import { probeMedia } from './probe.ts';
import { rejectOnAbort } from '../reject-on-abort.ts';
import { createProgressMeter, type TranscodeProgress } from '../progress.ts';
import { openVideoReader, type VideoReader } from './video-reader.ts';
import { openVideoWriter, type VideoWriter, type WrittenVideo } from './video-writer.ts';

/** Time, duration and index of a frame. */
export interface FrameMoment {
  readonly timestampUs: number;
  readonly durationUs: number;
  readonly index: number;
}

/** Options of a transcode. */
export interface TranscodeOptions {
  /** Changes a frame in place, at the same size. When absent, the video is only transcoded. */
  readonly transformFrame?:
    | ((frame: I420Frame, moment: FrameMoment) => void | Promise<void>)
    | undefined;
  /** Called about five times a second, and once at the end. */
  readonly onProgress?: ((progress: TranscodeProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Frames from this time on are left out. */
  readonly maxDurationUs?: number | undefined;
  /** Maximum length of the shorter side in pixels, such as 480, 720 or 1080; frames are never enlarged. */
  readonly maxShortSide?: number | undefined;
  readonly quality?: VideoQuality | undefined;
  /** x264's preset. */
  readonly preset?: string | undefined;
}

/** The outcome of a transcode. */
export interface TranscodeResult extends WrittenVideo {
  readonly size: Size;
  readonly progress: TranscodeProgress;
}

/**
 * Decodes a video, transforms its frames and writes an MP4 with the original sound and timing. Decoding and encoding
 * run on threads of FFmpeg while frames are transformed here. Only a few frames are in flight, so memory does not grow
 * with length. Aborting leaves no file and throws the reason of the signal.
 */
export async function transcode(
  inputPath: string,
  outputPath: string,
  options: TranscodeOptions = {},
): Promise<TranscodeResult> {
  const { signal, maxShortSide, maxDurationUs, quality, preset } = options;
  signal?.throwIfAborted();
  const facts = await probeMedia(inputPath);
  const durationUs = Math.min(facts.durationUs, maxDurationUs ?? Number.POSITIVE_INFINITY);
  const reader = await openVideoReader(inputPath, { maxShortSide, maxDurationUs, signal });
  let writer: VideoWriter | null = null;
  try {
    writer = await openVideoWriter(outputPath, {
      size: reader.size,
      colour: reader.colour,
      frameRate: reader.frameRate,
      timeBase: reader.timeBase,
      quality,
      preset,
      sound: { path: inputPath, endUs: maxDurationUs },
    });
    return await run({ reader, writer, durationUs, options });
  } finally {
    // After success `discard` only frees memory; the file stays.
    await Promise.all([reader.close(), writer?.discard()]);
  }
}

async function run({
  reader,
  writer,
  durationUs,
  options: { transformFrame, onProgress, signal },
}: {
  readonly reader: VideoReader;
  readonly writer: VideoWriter;
  readonly durationUs: number;
  readonly options: TranscodeOptions;
}): Promise<TranscodeResult> {
  let transformMs = 0;
  const meter = createProgressMeter({
    durationUs,
    report: onProgress,
    stages: () => ({ ...reader.busyMs(), transform: transformMs, encode: writer.busyMs() }),
  });
  for await (const { planes, ...moment } of reader) {
    if (transformFrame !== undefined) {
      const startedAtMs = performance.now();
      await transformFrame(planes, moment);
      transformMs += performance.now() - startedAtMs;
      signal?.throwIfAborted();
    }
    await writer.write(planes, moment);
    signal?.throwIfAborted();
    meter.advance(moment.timestampUs + moment.durationUs);
  }
  signal?.throwIfAborted();
  const written = await rejectOnAbort(writer.finish(), signal);
  const progress = { ...meter.read(), fraction: 1, etaMs: 0 };
  onProgress?.(progress);
  return { ...written, size: reader.size, progress };
}
