import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { createFaceSwapper } from '../../engine/face/face-swapper.ts';
import { transcode } from '../../engine/io/transcode.ts';
import { createQualitySampler } from '../../engine/quality/quality-sampler.ts';
import { createFaceTracker } from '../../engine/track/face-tracker.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { meshEngine } from '../kit/mesh-engine.ts';
import { openWarmModels } from '../kit/models.ts';
import { readSourceFace } from '../kit/source-face.ts';
import { createUntouchedSpans } from '../kit/untouched-spans.ts';
import { createWorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { faceSwap } from './definition.ts';

const weights = { reading: 1, preparing: 2, rendering: 95, finishing: 2 };

/** Puts the face of a photo on the people of a video, frame by frame, on the processor of the machine. */
export const processor: Processor = {
  feature: faceSwap.feature,
  run,
};

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, faceSwap.operation);
  const { signal } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const video = requireFile(context, input.video_key);
  const models = await openWarmModels();
  clock.enter('preparing');
  const face = await readSourceFace(requireFile(context, input.face_key), 'face_key', models);
  signal.throwIfAborted();

  clock.enter('rendering');
  const tracker = createFaceTracker(models);
  const swapper = createFaceSwapper(face.source);
  const quality = createQualitySampler(models, face);
  const spans = createUntouchedSpans();
  let swapped = 0;
  const path = join(context.folder, 'swapped.mp4');
  const result = await transcode(video.path, path, {
    signal,
    maxDurationUs:
      input.max_duration_sec === undefined ? undefined : input.max_duration_sec * 1_000_000,
    maxShortSide: input.output_resolution_p,
    onProgress: ({ share, etaMs }) => clock.advance(share, etaMs),
    transformFrame: (picture, { timestampUs, durationUs }) => {
      const faces = tracker.track(picture, timestampUs);
      const [first] = faces;
      if (first !== undefined) {
        quality.before(picture, first);
      }
      let seen = 0;
      for (const tracked of faces) {
        seen = Math.max(seen, swapper.swap(picture, tracked));
      }
      quality.after(picture, seen);
      if (seen > 0) {
        swapped += 1;
      } else {
        spans.add(timestampUs, durationUs);
      }
    },
  });
  clock.enter('finishing');
  const { size, progress, frames } = result;
  const lengthUs = Math.round(progress.positionUs);
  if (swapped === 0) {
    throw new AppError(
      'face_not_detected',
      `No face was found in the video of video_key from 0 s to ${(lengthUs / 1e6).toFixed(1)} s.`,
    );
  }
  const stages = clock.stages();
  return {
    output: {
      path,
      kind: 'video',
      mime: 'video/mp4',
      extension: 'mp4',
      facts: { durationMs: lengthUs / 1000, widthPx: size.width, heightPx: size.height },
    },
    outputUs: lengthUs,
    report: {
      engine: meshEngine,
      stages,
      wallMs: clock.wallMs(),
      frames: { total: frames, swapped, untouched: spans.list() },
      quality: quality.summarise(),
    },
  };
}
