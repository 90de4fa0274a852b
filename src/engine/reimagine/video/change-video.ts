/**
 * Changes a video by steps. Decoding, tracking of faces, the steps and encoding go on at the same time, joined by short queues;
 * a long video takes no more memory than a short one. Where people are made unrecognisable the video is searched for heads
 * first, so that nobody is seen before they are found.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import type { AsyncQueue } from '../../io/async-queue.ts';
import { orAbort } from '../../io/or-abort.ts';
import type { Size } from '../../io/output-size.ts';
import { probeMedia } from '../../io/probe.ts';
import { createProgressMeter } from '../../io/progress.ts';
import { provenanceComment } from '../../io/provenance.ts';
import type { VideoReader } from '../../io/video-reader.ts';
import { openVideoWriter, type VideoWriter, type WrittenVideo } from '../../io/video-writer.ts';
import type { FrameInFlight } from '../../swap/track-frames.ts';
import { HeadCovers } from '../motion/covered-heads.ts';
import type { SkippedStep } from '../request.ts';
import { isOfferedInVideo, type ReimagineStep } from '../../../instructions/step.ts';
import { FrameEditor } from './frame-editor.ts';
import { searchHeads } from './search-heads.ts';
import { trackVideo } from './track-video.ts';
import type { VideoChange, VideoChangeStages } from './video-change.ts';

/** What became of a video. */
export interface VideoChangeFacts extends Pick<WrittenVideo, 'sizeBytes' | 'sound'> {
  readonly size: Size;
  readonly frames: number;
  /** Frames in which at least one step found something to change. */
  readonly changedFrames: number;
  /** Steps that found nothing to change in any frame. */
  readonly skipped: readonly SkippedStep[];
  readonly stages: VideoChangeStages;
  readonly wallMs: number;
}

/**
 * Changes a video and keeps its sound and its times. Throws `invalid_input` for steps that are not offered for videos,
 * `face_not_detected` when nothing could be done without a face, and what reading, writing and the models throw. Aborting
 * leaves no file and throws the reason of the signal. The same input gives the same bytes.
 */
export async function changeVideo(change: VideoChange): Promise<VideoChangeFacts> {
  const { inputPath, inputMime, signal, steps, tracker } = change;
  const startedAtMs = performance.now();
  signal?.throwIfAborted();
  refuseStillSteps(steps);
  const covers = steps.some(({ kind }) => kind === 'anonymise')
    ? await searchHeads(change)
    : new HeadCovers();
  const trackedMs = tracker.busyMs();
  const { durationUs } = await probeMedia(inputPath, inputMime);
  return trackVideo(change, (reader, queue) =>
    render(change, { reader, queue, covers, startedAtMs, trackedMs, durationUs }),
  );
}

function refuseStillSteps(steps: readonly ReimagineStep[]): void {
  const refused = steps.find((step) => !isOfferedInVideo(step));
  if (refused !== undefined) {
    throw new AppError(
      'invalid_input',
      `${refused.kind} is offered for pictures and not for videos.`,
    );
  }
}

interface Rendering {
  readonly reader: VideoReader;
  readonly queue: AsyncQueue<FrameInFlight>;
  readonly covers: HeadCovers;
  readonly startedAtMs: number;
  readonly trackedMs: number;
  readonly durationUs: number;
}

async function render(change: VideoChange, rendering: Rendering): Promise<VideoChangeFacts> {
  const { maxDurationUs, signal } = change;
  const { reader, queue, durationUs } = rendering;
  const output: Output = { change, reader, writer: null, size: reader.size };
  try {
    const editor = new FrameEditor(change, reader.size, rendering.covers);
    let editMs = 0;
    const meter = createProgressMeter<VideoChangeStages>({
      durationUs: Math.min(durationUs, maxDurationUs ?? Number.POSITIVE_INFINITY),
      report: change.onProgress,
      stages: () => ({
        ...reader.busyMs(),
        track: change.tracker.busyMs() - rendering.trackedMs,
        edit: editMs,
        encode: output.writer?.busyMs() ?? 0,
      }),
    });
    for (let next = await queue.dequeue(); next !== null; next = await queue.dequeue()) {
      const faces = await orAbort(next.faces, signal);
      const beganMs = performance.now();
      if (editor.begin(next.frame)) {
        change.matting?.forget();
      }
      const matte = (await change.matting?.matte(next.frame.picture, signal)) ?? null;
      const picture = editor.edit(next.frame, faces, matte);
      editMs += performance.now() - beganMs;
      const writer = await openOutput(output, picture);
      await writer.write(picture, next.frame);
      signal?.throwIfAborted();
      reader.giveBack(next.frame);
      meter.advance(next.frame.timestampUs + next.frame.durationUs);
      await turn();
    }
    editor.refuseUnchanged();
    const written = await orAbort((await openOutput(output, output.size)).finish(), signal);
    const { size } = output;
    const progress = { ...meter.read(), fraction: 1, etaMs: 0 };
    change.onProgress?.(progress);
    return {
      size: { width: size.width & ~1, height: size.height & ~1 },
      sizeBytes: written.sizeBytes,
      sound: written.sound,
      frames: written.frames,
      changedFrames: editor.countChanged(),
      skipped: editor.listSkipped(),
      stages: progress.stages,
      wallMs: performance.now() - rendering.startedAtMs,
    };
  } finally {
    await output.writer?.discard();
  }
}

interface Output {
  readonly change: VideoChange;
  readonly reader: VideoReader;
  writer: VideoWriter | null;
  /** Of its pictures, once there is one; steps may have changed it, alike for all of a video. */
  size: Size;
}

async function openOutput(output: Output, { width, height }: Size): Promise<VideoWriter> {
  const { change, reader } = output;
  const { inputPath, inputMime, maxDurationUs } = change;
  output.size = { width, height };
  output.writer ??= await openVideoWriter(change.outputPath, {
    size: { width, height },
    colour: reader.colour,
    frameRate: reader.frameRate,
    timeBase: reader.timeBase,
    sound: { path: inputPath, mime: inputMime, endUs: maxDurationUs },
    comment: provenanceComment,
  });
  return output.writer;
}
