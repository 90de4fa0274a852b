import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { JobReport, QualityReport } from '../../contract/job-details.ts';
import type { JobHints } from '../../contract/job-hints.ts';
import {
  type FaceOnlyReason,
  type HeadSwapRequest,
  type HeadSwapResult,
  swapHead,
} from '../../engine/head/swap-head.ts';
import { type HeadCentre, listHeads, toHeadCentre } from '../../engine/head/find-heads.ts';
import { provenanceXmp } from '../../engine/io/provenance.ts';
import { readStill } from '../../engine/io/video/stills.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import type { FaceModels } from '../../engine/track/face-finder.ts';
import { createReason, reportReasons } from '../kit/engine-reason.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import { describeMeshEngine, trackingModels } from '../kit/mesh-engine.ts';
import { openHeadModels } from '../kit/models.ts';
import { noteFallback, noteKeptGlasses, notePhotoGlasses } from '../kit/notes.ts';
import { describePackEngine } from '../kit/pack-engine.ts';
import { openRunPacks, type RunPacks } from '../kit/packs.ts';
import { requirePeople, toPeopleReport } from '../kit/swapped-people.ts';
import { writeImageOutput } from '../kit/image-result.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { faceSwapImage } from './definition.ts';
import { measureStill } from './measure-still.ts';
import { drawPackFace } from './pack-face.ts';

const weights = { reading: 2, preparing: 1, rendering: 8, finishing: 2 };

/** Longest side of a photo: its head is processed in a view of fixed size, so larger photos only cost memory. */
const LONGEST_SOURCE_SIDE = 4096;

/** Swaps the head of the main person of an image for that of a photo. */
export const processor: Processor = { feature: faceSwapImage.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, faceSwapImage.operation);
  const { signal } = context;
  const clock = createProgressTracker(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const readPhoto = (key: string): Promise<RgbaImage> =>
    readStill(requireFile(context, key).path, { maxSide: LONGEST_SOURCE_SIDE });
  const source = await readPhoto(input.face_key);
  const target = await readStill(requireFile(context, input.image_key).path);
  signal.throwIfAborted();
  clock.enter('preparing');
  const models = await openHeadModels();
  const chosen = await openRunPacks(context.packs, signal);
  signal.throwIfAborted();
  const [at, ...others] = findChosen(target, models, context.hints);
  clock.enter('rendering');
  const keys = context.hints?.other_face_keys ?? [];
  const count = 1 + others.length;
  const swap = async (place: number, face: Pick<FaceRequest, 'source' | 'target' | 'at'>) => {
    const request = { ...face, models, signal };
    const swapped = await swapNamed(
      {
        ...request,
        pause: breathe,
        onProgress: (fraction) => clock.advance((place + fraction) / count, null),
      },
      place === 0 ? 'face_key' : 'other_face_keys',
    );
    const drawn = await drawFace(swapped, { ...request, chosen });
    return { ...drawn, swapped, notes: [...drawn.notes, ...noteFaceOnly(swapped)] };
  };
  const first = await swap(0, { source, target, at });
  const results = [first];
  for (const [index, key] of keys.entries()) {
    const photo = await readPhoto(key);
    const { image } = results.at(-1) ?? first;
    results.push(await swap(index + 1, { source: photo, target: image, at: others[index] }));
  }
  const { image } = results.at(-1) ?? first;
  clock.enter('finishing');
  const onMesh = first.swapped.method === 'face' && chosen.packs === null ? first.swapped : null;
  const quality = await measureStill({
    before: target,
    after: image,
    source,
    at,
    models,
    signal,
  });
  signal.throwIfAborted();
  const output = await writeImageOutput(context, 'swapped.png', { image, xmp: provenanceXmp });
  return {
    ...output,
    report: {
      engine: first.engine,
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      // The flaws of a mesh face do not apply to a whole head or a face from packs.
      quality: onMesh === null ? { ...quality, flaws: null } : quality,
      ...toPeopleReport(results.flatMap(({ swapped }) => swapped.facts.rank ?? [])),
    },
    // Equal notes are listed once.
    notes: [
      ...new Map(
        [...results.flatMap(({ notes }) => notes), ...noteGlasses(onMesh, quality)].map((note) => [
          note.message,
          note,
        ]),
      ).values(),
    ],
  };
}

/**
 * Returns the positions of the chosen heads; undefined for the main one when none was chosen. Throws
 * `face_not_detected`.
 */
function findChosen(
  target: RgbaImage,
  models: FaceModels,
  hints: JobHints | undefined,
): readonly [HeadCentre | undefined, ...HeadCentre[]] {
  if (hints?.person === undefined && hints?.other_face_keys === undefined) {
    return [undefined];
  }
  const [first, ...others] = requirePeople(listHeads(target, models), hints, 'image_key');
  return [toHeadCentre(first, target), ...others.map((head) => toHeadCentre(head, target))];
}

/**
 * Runs {@link swapHead} and adds the field to its `face_not_detected` error; `photoField` is the field of the photo.
 */
async function swapNamed(request: HeadSwapRequest, photoField: string): Promise<HeadSwapResult> {
  try {
    return await swapHead(request);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'face_not_detected') {
      throw error;
    }
    const field = error.details?.['input'] === 'source' ? photoField : 'image_key';
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
  light_differs: 'Only the face was swapped: the light on a whole head would have been too hard.',
};

function noteFaceOnly(swapped: HeadSwapResult): JobNote[] {
  return swapped.method === 'head'
    ? []
    : [{ code: 'face_only', message: faceOnly[swapped.reason] }];
}

/** Creates the notes about glasses of a face that was drawn without packs; none for a whole head. */
function noteGlasses(
  onMesh: Extract<HeadSwapResult, { readonly method: 'face' }> | null,
  { flaws }: QualityReport,
): JobNote[] {
  if (onMesh === null) {
    return [];
  }
  const ofPhoto = notePhotoGlasses(onMesh.glasses);
  return [...ofPhoto, ...noteKeptGlasses(flaws ?? null, ofPhoto)];
}

/** Inputs for drawing the face of a result. */
interface FaceRequest extends Pick<HeadSwapRequest, 'source' | 'target' | 'models'> {
  readonly at: HeadCentre | undefined;
  readonly chosen: RunPacks;
  readonly signal: AbortSignal;
}

/**
 * Redraws the face with the packs of the run: on the swapped head, or on the target when only the face is swapped.
 * Without packs the result stays as it is.
 */
async function drawFace(
  swapped: HeadSwapResult,
  { source, target, at, models, chosen, signal }: FaceRequest,
): Promise<{
  readonly image: RgbaImage;
  readonly engine: JobReport['engine'];
  readonly notes: readonly JobNote[];
}> {
  const { packs, reasons } = chosen;
  if (packs === null) {
    const notes = noteFallback(chosen);
    return { image: swapped.image, engine: describeEngine(swapped, reasons), notes };
  }
  const onto = swapped.method === 'head' ? swapped.image : target;
  const image = await drawPackFace({ image: onto, source, at, models, packs, signal });
  if (image === null) {
    const message = 'The face is turned too far aside for the models that are chosen.';
    const tooFar = [createReason('too_far_aside', message, {})];
    const notes = noteFallback({ isFallback: true, reasons: tooFar });
    return { image: swapped.image, engine: describeEngine(swapped, tooFar), notes };
  }
  const engine = describePackEngine(packs.facts);
  return swapped.method === 'head'
    ? { image, engine: { ...engine, models: [...engine.models, 'person-matte'] }, notes: [] }
    : {
        image,
        notes: [],
        engine: {
          ...engine,
          ...reportReasons(explainFaceOnly(swapped.reason), ...(engine.reasons ?? [])),
        },
      };
}

function explainFaceOnly(reason: FaceOnlyReason): EngineReason {
  return createReason(`face_only_${reason}`, faceOnly[reason], {});
}

function describeEngine(
  swapped: HeadSwapResult,
  reasons: readonly EngineReason[],
): JobReport['engine'] {
  const engine = describeMeshEngine(reasons);
  return swapped.method === 'head'
    ? { ...engine, name: 'Head engine', models: [...trackingModels, 'person-matte'] }
    : { ...engine, ...reportReasons(explainFaceOnly(swapped.reason), ...reasons) };
}
