import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { createFaceSwapper } from '../../engine/face/face-swapper.ts';
import { readStill, writeStill } from '../../engine/io/stills.ts';
import { toI420 } from '../../engine/pixels/yuv.ts';
import { createQualitySampler } from '../../engine/quality/quality-sampler.ts';
import { createFaceFinder } from '../../engine/track/face-finder.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { meshEngine } from '../kit/mesh-engine.ts';
import { openWarmModels } from '../kit/models.ts';
import { readSourceFace } from '../kit/source-face.ts';
import { createWorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { faceSwapImage } from './definition.ts';
import { paintFrame } from './paint-frame.ts';

const weights = { reading: 2, preparing: 3, rendering: 3, finishing: 2 };

/** Puts the face of a photo on the person of a picture. */
export const processor: Processor = { feature: faceSwapImage.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, faceSwapImage.operation);
  const { signal } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const { models } = await openWarmModels();
  const picture = await readStill(requireFile(context, input.image_key).path);
  signal.throwIfAborted();
  clock.enter('preparing');
  const face = await readSourceFace(requireFile(context, input.face_key), 'face_key', models);
  signal.throwIfAborted();
  clock.enter('rendering');
  const frame = toI420(picture);
  const [target] = createFaceFinder(models).find(frame);
  if (target === undefined) {
    throw new AppError('face_not_detected', 'No face was found in the picture of image_key.');
  }
  const quality = createQualitySampler(models, face, { isStill: true });
  quality.before(frame, target);
  const shown = createFaceSwapper(face.source).swap(frame, target);
  quality.after(frame, shown);
  if (shown === 0) {
    throw new AppError(
      'face_not_detected',
      'The face in the picture of image_key is turned too far away or too small to be swapped.',
    );
  }
  paintFrame(picture, frame, target.box);
  signal.throwIfAborted();
  clock.enter('finishing');
  const path = join(context.folder, 'swapped.png');
  await writeStill(path, picture, { type: 'png' });
  const { width, height } = picture;
  return {
    output: {
      path,
      kind: 'image',
      mime: 'image/png',
      extension: 'png',
      facts: { widthPx: width, heightPx: height },
    },
    outputUs: 0,
    report: {
      engine: {
        ...meshEngine,
        reason: 'Hair and silhouette are those of the picture; only its face was replaced.',
      },
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      quality: { ...quality.summarise(), trackedShare: null },
    },
  };
}
