/**
 * Changes a video by steps. Decoding, tracking of faces, the steps and encoding run in parallel, connected by short
 * queues; a long video takes no more memory than a short one. Where people are made unrecognisable the video is
 * searched for heads first, so that nobody is seen before they are found.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { AppError, invariant } from '../../../base/errors.ts';
import type { AsyncQueue } from '../../io/async-queue.ts';
import { createNoFrameError } from '../../io/video/no-frame-error.ts';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import type { Size } from '../../io/video/output-size.ts';
import { probeMedia } from '../../io/video/probe.ts';
import { createProgressMeter, type ProgressMeter } from '../../io/progress.ts';
import { provenanceComment } from '../../io/provenance.ts';
import type { VideoReader } from '../../io/video/video-reader.ts';
import {
  openVideoWriter,
  type VideoWriter,
  type WrittenVideo,
} from '../../io/video/video-writer.ts';
import type { FrameInFlight } from '../../swap/track-frames.ts';
import { HeadCovers } from '../motion/covered-heads.ts';
import { isMeasured } from '../change-colours.ts';
import type { SkippedStep } from '../request.ts';
import { isOfferedInVideo, type ReimagineStep } from '../../../instructions/step.ts';
import { findScenes } from './find-scenes.ts';
import { FrameEditor, type SceneTables, withOwnIndex } from './frame-editor.ts';
import { measureScenes } from './measure-scenes.ts';
import { searchHeads } from './search-heads.ts';
import { trackVideo } from './track-video.ts';
import type { CarriedAnchors, VideoChange, VideoChangeStages, VideoScene } from './video-change.ts';
import { type ChangedSpan, listSpans } from './video-spans.ts';

/** Facts about a changed video. */
export interface VideoChangeFacts extends Pick<WrittenVideo, 'sizeBytes' | 'sound'> {
  readonly size: Size;
  readonly frames: number;
  /** Frames in which at least one step found something to change. */
  readonly changedFrames: number;
  /** Steps that found nothing to change in any frame. */
  readonly skipped: readonly SkippedStep[];
  /** Values that stay over cuts, as they were at the end. */
  readonly kept: CarriedAnchors;
  readonly stages: VideoChangeStages;
  readonly wallMs: number;
}

/**
 * Changes a video or a segment of it and keeps its sound and its timestamps. Throws `invalid_input` for steps that are
 * not offered for videos, `face_not_detected` when nothing could be done without a face in the whole video, and errors
 * of reading, writing and the models. Aborting leaves no file and throws the reason of the signal. The same input gives
 * the same bytes.
 */
export async function changeVideo(change: VideoChange): Promise<VideoChangeFacts> {
  const { inputPath, inputMime, signal, steps, tracker } = change;
  const startedAtMs = performance.now();
  signal?.throwIfAborted();
  refuseStillSteps(steps);
  const covers = steps.some(({ kind }) => kind === 'anonymise')
    ? await searchHeads(change)
    : new HeadCovers();
  // What depends on the light of a scene is measured in the whole scene, whose first frame may not show it.
  const scenes = steps.some((step) => step.kind === 'low_light' || isMeasured(step))
    ? (change.segment?.scenes ?? (await findScenes(change)))
    : [];
  const trackedMs = tracker.busyMs();
  const { durationUs, video } = await probeMedia(inputPath, inputMime);
  const { framesPerSecond } = video ?? {};
  const spans = listSpans(change, { durationUs, framesPerSecond });
  const tables = await measureScenes(
    change,
    { scenes, covers },
    {
      fromUs: Math.min(...spans.map(({ fromUs }) => fromUs)),
      toUs: Math.max(...spans.map(({ toUs }) => toUs)),
    },
  );
  const work: Work = {
    change,
    covers,
    scenes,
    tables,
    editor: null,
    reader: null,
    output: null,
    editMs: 0,
  };
  const meter = createProgressMeter<VideoChangeStages>({
    durationUs: spans.reduce((sum, { fromUs, endUs }) => sum + endUs - fromUs, 0),
    report: change.onProgress,
    stages: () => ({
      ...(work.reader?.busyMs() ?? { decode: 0, convert: 0 }),
      track: tracker.busyMs() - trackedMs,
      edit: work.editMs,
      encode: work.output?.writer.busyMs() ?? 0,
    }),
  });
  try {
    let doneUs = 0;
    for (const span of spans) {
      const beforeUs = doneUs - span.fromUs;
      const onFrame = (endUs: number): void => meter.advance(beforeUs + endUs);
      await trackVideo(
        change,
        (reader, queue) => changeSpan(work, { reader, queue, span, onFrame }),
        span,
      );
      doneUs += span.endUs - span.fromUs;
    }
    return await finish(work, { meter, startedAtMs });
  } finally {
    await work.output?.writer.discard();
  }
}

/** A video while it is changed. */
interface Work {
  readonly change: VideoChange;
  readonly covers: HeadCovers;
  readonly scenes: readonly VideoScene[];
  readonly tables: ReadonlyMap<VideoScene, SceneTables>;
  /** Reader of the current span. */
  reader: VideoReader | null;
  editor: FrameEditor | null;
  /** Writer, opened with the first changed frame, because steps may change the size, equally for all frames. */
  output: { readonly writer: VideoWriter; readonly size: Size } | null;
  editMs: number;
}

interface SpanWork {
  readonly reader: VideoReader;
  readonly queue: AsyncQueue<FrameInFlight>;
  readonly span: ChangedSpan;
  /** Called with the end time of every frame. */
  readonly onFrame: (endUs: number) => void;
}

async function changeSpan(work: Work, { reader, queue, span, onFrame }: SpanWork): Promise<void> {
  const { change } = work;
  const { signal, matting } = change;
  work.reader = reader;
  work.editor ??= new FrameEditor(change, reader.size, work);
  const { editor } = work;
  const endUs = change.segment?.endUs ?? Number.POSITIVE_INFINITY;
  let isJump = span.isJump;
  for (let next = await queue.dequeue(); next !== null; next = await queue.dequeue()) {
    const faces = await rejectOnAbort(next.faces, signal);
    const frame = change.segment === undefined ? next.frame : withOwnIndex(next.frame, reader);
    const isCounted = frame.timestampUs >= span.writeFromUs && frame.timestampUs < endUs;
    const beganMs = performance.now();
    if (editor.begin(frame, { isJump, isCounted })) {
      matting?.forget();
    }
    isJump = false;
    const matte = (await matting?.matte(frame.planes, signal)) ?? null;
    const edited = editor.edit(frame, faces, matte);
    work.editMs += performance.now() - beganMs;
    // Frames for the encoder's analysis alone make no file of a segment without frames.
    if (isCounted || work.output !== null) {
      work.output ??= await openOutput(change, reader, edited);
      await work.output.writer.write(edited, frame);
    }
    signal?.throwIfAborted();
    reader.release(next.frame);
    onFrame(frame.timestampUs + frame.durationUs);
    await turn();
  }
}

async function finish(
  { change, editor, output }: Work,
  {
    meter,
    startedAtMs,
  }: { readonly meter: ProgressMeter<VideoChangeStages>; readonly startedAtMs: number },
): Promise<VideoChangeFacts> {
  if (change.segment !== undefined && output === null) {
    throw createNoFrameError(change.segment);
  }
  invariant(editor !== null && output !== null, 'a video has a frame');
  const { writer, size } = output;
  if (change.segment === undefined) {
    editor.refuseUnchanged();
  }
  const written = await rejectOnAbort(writer.finish(), change.signal);
  const progress = { ...meter.read(), fraction: 1, etaMs: 0 };
  change.onProgress?.(progress);
  return {
    size: { width: size.width & ~1, height: size.height & ~1 },
    sizeBytes: written.sizeBytes,
    sound: written.sound,
    frames: written.frames,
    changedFrames: editor.countChanged(),
    skipped: editor.listSkipped(),
    kept: editor.kept(),
    stages: progress.stages,
    wallMs: performance.now() - startedAtMs,
  };
}

async function openOutput(
  { inputPath, inputMime, outputPath, maxDurationUs, segment }: VideoChange,
  { colour, frameRate, timeBase }: VideoReader,
  { width, height }: Size,
): Promise<NonNullable<Work['output']>> {
  const size = { width, height };
  const writer = await openVideoWriter(outputPath, {
    size,
    colour,
    frameRate,
    timeBase,
    processors: segment?.processors,
    isContinuation: segment !== undefined && segment.startUs > 0,
    hasFixedGop: true,
    originUs: segment?.startUs,
    endUs: segment?.endUs ?? undefined,
    ...(segment === undefined && {
      sound: { path: inputPath, mime: inputMime, endUs: maxDurationUs },
      comment: provenanceComment,
    }),
  });
  return { writer, size };
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
