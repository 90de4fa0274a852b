import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { JobReport } from '../../contract/job-details.ts';
import {
  type FaceOnlyReason,
  type HeadSwapRequest,
  type HeadSwapResult,
  swapHead,
} from '../../engine/head/swap-head.ts';
import { type HeadCentre, listHeads, centreOfHead } from '../../engine/head/find-heads.ts';
import { provenanceXmp } from '../../engine/io/provenance.ts';
import { readStill } from '../../engine/io/stills.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import type { FaceModels } from '../../engine/track/face-finder.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { describeMeshEngine, trackingModels } from '../kit/mesh-engine.ts';
import { openHeadModels } from '../kit/models.ts';
import { noteFallback } from '../kit/notes.ts';
import { describePackEngine } from '../kit/pack-engine.ts';
import { openRunPacks, type RunPacks } from '../kit/packs.ts';
import { requirePerson } from '../kit/require-person.ts';
import { writePictureOutput } from '../kit/picture-result.ts';
import { createWorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { faceSwapImage } from './definition.ts';
import { measureStill } from './measure-still.ts';
import { drawPackFace } from './pack-face.ts';

const weights = { reading: 2, preparing: 1, rendering: 8, finishing: 2 };

/** The head of a photo is looked at in a view of fixed size; larger photos only cost memory. */
const LONGEST_SOURCE_SIDE = 4096;

/** Puts the head of a photo on the main person of a picture. */
export const processor: Processor = { feature: faceSwapImage.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, faceSwapImage.operation);
  const { signal } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const source = await readStill(requireFile(context, input.face_key).path, {
    maxSide: LONGEST_SOURCE_SIDE,
  });
  const target = await readStill(requireFile(context, input.image_key).path);
  signal.throwIfAborted();
  clock.enter('preparing');
  const models = await openHeadModels();
  const chosen = await openRunPacks(context.packs, signal);
  signal.throwIfAborted();
  const at = findChosen(target, models, context.hints?.person);
  clock.enter('rendering');
  const swapped = await swapNamed({
    source,
    target,
    at,
    models,
    signal,
    pause: breathe,
    onProgress: (fraction) => clock.advance(fraction, null),
  });
  const { picture, engine, notes } = await drawFace(swapped, {
    source,
    target,
    at,
    models,
    chosen,
    signal,
  });
  clock.enter('finishing');
  const isFaceOnMesh = swapped.method === 'face' && chosen.packs === null;
  const quality = await measureStill({
    before: target,
    after: picture,
    source,
    at,
    models,
    signal,
  });
  signal.throwIfAborted();
  const output = await writePictureOutput(context, 'swapped.png', { picture, xmp: provenanceXmp });
  return {
    ...output,
    report: {
      engine,
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      // What gives away a face on a mesh says nothing of a whole head or of a face that packs drew.
      quality: isFaceOnMesh ? quality : { ...quality, flaws: null },
      ...(swapped.facts.rank === null ? {} : { person: swapped.facts.rank }),
    },
    notes: [...notes, ...noteFaceOnly(swapped)],
  };
}

/** Where the head is that was chosen by its number; undefined where none was. Throws `face_not_detected`. */
function findChosen(
  target: RgbaImage,
  models: FaceModels,
  person: number | undefined,
): HeadCentre | undefined {
  if (person === undefined) {
    return undefined;
  }
  const heads = listHeads(target, models);
  return centreOfHead(requirePerson(heads, person, 'image_key'), target);
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
    throw new AppError('face_not_detected', `${field}: ${error.message}`, {
      cause: error,
      details: { ...error.details, field },
    });
  }
}

const faceOnly: Readonly<Record<FaceOnlyReason, string>> = {
  poses_differ:
    'Only the face was swapped: the heads look in directions too far apart for a whole head.',
  source_head_cut_off:
    'Only the face was swapped: the head in the photo of the face is cut off by its edge.',
  neck_breaks: 'Only the face was swapped: a whole head would not have met the neck.',
  clothes_break: 'Only the face was swapped: a whole head would have damaged the clothes.',
  edge_breaks: 'Only the face was swapped: a whole head would have shown its edges.',
};

function noteFaceOnly(swapped: HeadSwapResult): JobNote[] {
  return swapped.method === 'head'
    ? []
    : [{ code: 'face_only', message: faceOnly[swapped.reason] }];
}

/** What the face of a result is drawn with. */
interface FaceRequest extends Pick<HeadSwapRequest, 'source' | 'target' | 'models'> {
  readonly at: HeadCentre | undefined;
  readonly chosen: RunPacks;
  readonly signal: AbortSignal;
}

/**
 * Draws the face anew with the packs of the run: on the head that was put in, or on the target itself where
 * only the face is swapped. Without packs the result stays as it is.
 */
async function drawFace(
  swapped: HeadSwapResult,
  { source, target, at, models, chosen, signal }: FaceRequest,
): Promise<{
  readonly picture: RgbaImage;
  readonly engine: JobReport['engine'];
  readonly notes: readonly JobNote[];
}> {
  const { packs, reason } = chosen;
  if (packs === null) {
    const notes = noteFallback(chosen);
    return { picture: swapped.picture, engine: describeEngine(swapped, reason), notes };
  }
  const onto = swapped.method === 'head' ? swapped.picture : target;
  const picture = await drawPackFace({ picture: onto, source, at, models, packs, signal });
  if (picture === null) {
    const tooFar = 'The face is turned too far aside for the models that are chosen.';
    const notes = noteFallback({ isFallback: true, reason: tooFar });
    return { picture: swapped.picture, engine: describeEngine(swapped, tooFar), notes };
  }
  const engine = describePackEngine(packs.facts);
  return swapped.method === 'head'
    ? { picture, engine: { ...engine, models: [...engine.models, 'person-matte'] }, notes: [] }
    : {
        picture,
        notes: [],
        engine: {
          ...engine,
          reason: `${faceOnly[swapped.reason]} ${engine.reason ?? ''}`.trimEnd(),
        },
      };
}

function describeEngine(swapped: HeadSwapResult, reason: string): JobReport['engine'] {
  const engine = describeMeshEngine(reason);
  return swapped.method === 'head'
    ? { ...engine, name: 'Head engine', models: [...trackingModels, 'person-matte'] }
    : { ...engine, reason: `${faceOnly[swapped.reason]} ${reason}` };
}
