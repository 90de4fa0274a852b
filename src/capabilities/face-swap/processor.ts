import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { JobHints } from '../../contract/job-hints.ts';
import { probeMedia } from '../../engine/io/probe.ts';
import { createQualitySampler } from '../../engine/quality/quality-sampler.ts';
import { createChosenPerson } from '../../engine/swap/chosen-person.ts';
import { findClipPeople } from '../../engine/swap/clip-people.ts';
import type { SwappedPeople } from '../../engine/swap/frame-swapper.ts';
import { swapVideo, type VideoSwap } from '../../engine/swap/swap-video.ts';
import type { VideoSwapFacts } from '../../engine/swap/swap-record.ts';
import type { FaceMeter } from '../../engine/track/face-meter.ts';
import { openFaceEngine } from '../kit/face-engine.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { openWarmTracker } from '../kit/models.ts';
import { noteSmallerOutput } from '../kit/notes.ts';
import { readSourceFace } from '../kit/source-face.ts';
import { requirePeople, toPeopleReport } from '../kit/swapped-people.ts';
import { readVideoOutput, toReportSpans } from '../kit/video-result.ts';
import { createWorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { faceSwap } from './definition.ts';

const weights = { reading: 1, preparing: 2, rendering: 95, finishing: 2 };

/** Puts the face of a photo on the main person of a video, or on one who was chosen, with the engine of the run. */
export const processor: Processor = { feature: faceSwap.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, faceSwap.operation);
  const { signal, folder } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const { tracker, folder: models, canonicalFace } = await openWarmTracker(signal);
  signal.throwIfAborted();
  clock.enter('preparing');
  const { meter } = tracker;
  const reading = { meter, canonicalFace, signal };
  const photo = requireFile(context, input.face_key);
  const face = await readSourceFace(photo, 'face_key', reading);
  const video = requireFile(context, input.video_key);
  const { swapper, engine, notes, arePacks } = await openFaceEngine(context, face);
  const swappers = [swapper];
  for (const key of context.hints?.other_face_keys ?? []) {
    const other = await readSourceFace(requireFile(context, key), 'other_face_keys', reading);
    swappers.push((await openFaceEngine(context, other)).swapper);
  }
  signal.throwIfAborted();
  const chosen = await findChosen(video.path, context.hints, { meter, signal });
  clock.enter('rendering');
  const quality = createQualitySampler(meter, face);
  const outputPath = join(folder, 'swapped.mp4');
  const facts = await swapOnce({
    inputPath: video.path,
    inputMime: video.mime,
    outputPath,
    swappers,
    models,
    tracker,
    whom: chosen ?? 'main',
    maxDurationUs:
      input.max_duration_sec === undefined ? undefined : input.max_duration_sec * 1_000_000,
    maxShortSide: input.output_resolution_p,
    signal,
    observer: quality,
    onProgress: ({ fraction, etaMs }) => clock.advance(fraction, etaMs),
  });
  clock.enter('finishing');
  return {
    ...(await readVideoOutput(outputPath, facts)),
    report: {
      engine,
      stages: clock.stages({ rendering: { ...facts.stages } }),
      wallMs: clock.wallMs(),
      frames: {
        total: facts.frames.total,
        swapped: facts.frames.swapped,
        untouched: toReportSpans(facts.untouched),
      },
      quality: { ...quality.summarise(), ...(arePacks ? { flaws: null } : {}) },
      ...toPeopleReport(facts.ranks),
    },
    notes: [...notes, ...noteSmallerOutput(facts.size, input.output_resolution_p)],
  };
}

/** The people of a clip who were chosen by their numbers; null where nobody was. Throws `face_not_detected`. */
async function findChosen(
  path: string,
  hints: JobHints | undefined,
  search: { readonly meter: FaceMeter; readonly signal: AbortSignal },
): Promise<SwappedPeople | null> {
  if (hints?.person === undefined && hints?.other_face_keys === undefined) {
    return null;
  }
  const { people } = await findClipPeople(path, { ...search, view: () => null });
  return requirePeople(people, hints, 'video_key').map(({ embedding }) =>
    createChosenPerson(embedding, search.meter),
  );
}

/** {@link swapVideo} whose swappers are not used again. */
async function swapOnce(swap: VideoSwap): Promise<VideoSwapFacts> {
  try {
    return await swapNamed(swap);
  } finally {
    for (const swapper of swap.swappers) {
      swapper.close?.();
    }
  }
}

/** {@link swapVideo}; a video without a face is named by its field, with the time that was looked at. */
async function swapNamed(swap: VideoSwap): Promise<VideoSwapFacts> {
  try {
    return await swapVideo(swap);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'face_not_detected') {
      throw error;
    }
    const { durationUs } = await probeMedia(swap.inputPath, swap.inputMime);
    const end = (Math.min(durationUs, swap.maxDurationUs ?? Infinity) / 1e6).toFixed(1);
    throw new AppError('face_not_detected', `video_key, 0.0 s to ${end} s: ${error.message}`, {
      cause: error,
      details: { ...error.details, field: 'video_key', seconds: Number(end) },
    });
  }
}
