import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { JobReport } from '../../contract/job-details.ts';
import {
  type FaceOnlyReason,
  type HeadSwapRequest,
  type HeadSwapResult,
  swapHead,
} from '../../engine/head/swap-head.ts';
import { readStill, writeStill } from '../../engine/io/stills.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { meshEngine } from '../kit/mesh-engine.ts';
import { openHeadModels } from '../kit/models.ts';
import { createWorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { faceSwapImage } from './definition.ts';
import { measureStill } from './measure-still.ts';

const weights = { reading: 2, preparing: 1, rendering: 8, finishing: 2 };

/** The head of a photo is looked at in a view of fixed size; larger photos only cost memory. */
const LONGEST_SOURCE_SIDE = 4096;

/** Puts the head of a photo on the main person of a picture. */
export const processor: Processor = { feature: faceSwapImage.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, faceSwapImage.operation);
  const { signal, folder } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const source = await readStill(requireFile(context, input.face_key).path, {
    maxSide: LONGEST_SOURCE_SIDE,
  });
  const target = await readStill(requireFile(context, input.image_key).path);
  signal.throwIfAborted();
  clock.enter('preparing');
  const models = await openHeadModels();
  signal.throwIfAborted();
  clock.enter('rendering');
  const swapped = await swapNamed({
    source,
    target,
    models,
    signal,
    pause: breathe,
    onProgress: (share) => clock.advance(share, null),
  });
  clock.enter('finishing');
  const { picture } = swapped;
  const quality = measureStill({ before: target, after: picture, source, models });
  const path = join(folder, 'swapped.png');
  await writeStill(path, picture, { type: 'png' });
  return {
    output: {
      path,
      kind: 'image',
      mime: 'image/png',
      extension: 'png',
      facts: { widthPx: picture.width, heightPx: picture.height },
    },
    outputUs: 0,
    report: {
      engine: describeEngine(swapped),
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      quality,
    },
  };
}

const fields = { source: 'face_key', target: 'image_key' };

/** {@link swapHead}; a picture without a face is named by its field. */
async function swapNamed(request: HeadSwapRequest): Promise<HeadSwapResult> {
  try {
    return await swapHead(request);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'face_not_detected') {
      throw error;
    }
    const field = error.details?.['input'] === 'source' ? fields.source : fields.target;
    throw new AppError('face_not_detected', `${field}: ${error.message}`, { cause: error });
  }
}

const faceOnly: Readonly<Record<FaceOnlyReason, string>> = {
  poses_differ:
    'Only the face was swapped: the heads look in directions too far apart for a whole head.',
  source_head_cut_off:
    'Only the face was swapped: the head in the photo of the face is cut off by its edge.',
};

function describeEngine({ method, reason }: HeadSwapResult): JobReport['engine'] {
  const models = [...meshEngine.models, 'person-matte'];
  return method === 'head'
    ? { ...meshEngine, name: 'Head engine', models }
    : { ...meshEngine, reason: faceOnly[reason] };
}
