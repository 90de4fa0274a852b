import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import { noQuality } from '../../contract/job-details.ts';
import type { HeadModels } from '../../engine/head/swap-head.ts';
import { openCaptionFont } from '../../engine/io/caption-font.ts';
import { provenanceXmp } from '../../engine/io/provenance.ts';
import { readStill, type Still } from '../../engine/io/video/stills.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import { toI420 } from '../../engine/pixels/yuv.ts';
import { analyzeImage, type ImageContent } from '../../engine/reimagine/analysis/image-content.ts';
import { reimagine } from '../../engine/reimagine/reimagine.ts';
import type { ReimagineResult } from '../../engine/reimagine/request.ts';
import { createModelFailure, createReason } from '../kit/engine-reason.ts';
import { withJobFailure, withFaceErrorField } from '../kit/failures.ts';
import { readInput, requireFile } from '../kit/inputs.ts';
import {
  describeImageEngine,
  type JobPrompt,
  notePrompt,
  readJobPrompt,
  refuseUndone,
  reportPrompt,
} from '../kit/instructions.ts';
import { openHeadModels } from '../kit/models.ts';
import { noteFallback } from '../kit/notes.ts';
import { isOfPeople, needPeople, openRunMatting, type RunMatting } from '../kit/people-matting.ts';
import { writeImageOutput } from '../kit/image-result.ts';
import { type ChosenModel, findPromptModel } from '../kit/prompt-model.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { reimagineImage } from './definition.ts';
import { type GeneratedImage, generateLeft } from './generate-left.ts';

const weights = { reading: 1, preparing: 1, rendering: 12, finishing: 2 };

/** Longest side of further images, which serve as backgrounds or for their colours: larger ones only cost memory. */
const LONGEST_FURTHER_SIDE = 4096;
/** Fraction of the rendering time that the model takes. */
const MODEL_FRACTION = 0.95;

/** Changes the first image of a request by its prompt. */
export const processor: Processor = { feature: reimagineImage.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, reimagineImage.operation);
  const { signal } = context;
  const clock = createProgressTracker(weights, (progress) => context.report(progress));
  clock.enter('reading');
  const model = await findPromptModel(context.packs);
  const images: Still[] = [];
  for (const [index, key] of input.image_keys.entries()) {
    const { path } = requireFile(context, key);
    images.push(await readStill(path, index === 0 ? {} : { maxSide: LONGEST_FURTHER_SIDE }));
    signal.throwIfAborted();
  }
  clock.enter('preparing');
  const models = await openHeadModels();
  signal.throwIfAborted();
  const requested = readJobPrompt(context.input, model);
  const region = requested.left?.region ?? null;
  const isNeeded = needPeople(requested.read.steps) || (region !== null && isOfPeople(region));
  const people = await openRunMatting(context.packs, isNeeded, signal);
  clock.enter('rendering');
  const advance = (fraction: number): void => clock.advance(fraction, null);
  const made = await runModel({ context, model, requested, models, people, images, advance });
  const { prompt } = made;
  const { steps } = prompt.read;
  const changed = [made.image, ...images.slice(1)];
  const before = prompt.left === null ? 0 : MODEL_FRACTION;
  const { image, skipped, chosen } = await changeBySteps(changed, {
    context,
    prompt,
    original: images[0],
    models,
    people,
    advance: (fraction) => advance(before + (1 - before) * fraction),
  });
  if (prompt.left === null) {
    refuseUndone(prompt.read, skipped);
  }
  clock.enter('finishing');
  const output = await writeImageOutput(context, 'changed.png', { image, xmp: provenanceXmp });
  return {
    ...output,
    report: {
      engine: describeImageEngine({
        facts: [...made.facts, ...(people.matting === null ? [] : [people.matting.facts()])],
        reasons: [...made.reasons, ...people.reasons],
        hasSteps: steps.length > 0,
      }),
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      quality: noQuality,
      prompt: reportPrompt(prompt, skipped, chosen),
    },
    notes: [...notePrompt(prompt.read, skipped), ...made.notes, ...people.notes],
  };
}

interface ModelWork {
  readonly context: RunContext;
  readonly model: ChosenModel | null;
  readonly requested: JobPrompt;
  readonly models: HeadModels;
  readonly people: RunMatting;
  readonly images: readonly Still[];
  readonly advance: (fraction: number) => void;
}

interface ModelResult {
  readonly image: RgbaImage;
  readonly prompt: JobPrompt;
  readonly facts: GeneratedImage['facts'];
  /** Sentences for the report. */
  readonly reasons: readonly EngineReason[];
  readonly notes: readonly JobNote[];
}

/** Runs the model on its part of the prompt. When it fails, only the steps run, if there are any. */
async function runModel(work: ModelWork): Promise<ModelResult> {
  const { context, model, requested: prompt, images, advance } = work;
  const { signal, input } = context;
  const [image] = images;
  if (image === undefined) {
    throw new AppError('processing_failed', 'There is no picture to change.');
  }
  const untouched = { image, facts: [], reasons: [], notes: [] };
  if (prompt.left === null || model === null) {
    return { ...untouched, prompt };
  }
  const { region } = prompt.left;
  const content =
    region !== null && isOfPeople(region)
      ? await analyzeWithPeople(image, { ...work, signal })
      : analyzeImage(image, work.models);
  try {
    const { negative_prompt: negative } = input;
    const made = await generateLeft(model, {
      content,
      left: prompt.left,
      negative: typeof negative === 'string' ? negative : '',
      signal,
      onProgress: (fraction) => advance(fraction * MODEL_FRACTION),
    });
    if (made.image === null) {
      throw new AppError(
        'processing_failed',
        'The part that it is to change was not found in the picture.',
      );
    }
    const reasons = explainModel(model.label, prompt.left.prompt, made.dropped > 0);
    return { image: made.image, prompt, facts: made.facts, reasons, notes: [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError) || prompt.read.steps.length === 0) {
      throw error;
    }
    const reasons = [createModelFailure(model.label, error.message)];
    const notes = noteFallback({ reasons, isFallback: true });
    return { ...untouched, prompt: readJobPrompt(input, null), reasons, notes };
  }
}

function explainModel(model: string, words: string, isCut: boolean): readonly EngineReason[] {
  const cut = 'The end of the instruction was left out: the model reads only 75 tokens.';
  return [
    createReason('model_told', `${model} was told: \u201C${words}\u201D.`, { model, words }),
    ...(isCut ? [createReason('told_in_part', cut, {})] : []),
  ];
}

interface People {
  readonly models: HeadModels;
  readonly people: RunMatting;
  readonly signal: AbortSignal;
}

/** Analyses an image, with people from the chosen network when there is one. */
async function analyzeWithPeople(
  image: RgbaImage,
  { models, people: { matting }, signal }: People,
): Promise<ImageContent> {
  const matte = (await matting?.matte(toI420(image), signal)) ?? null;
  matting?.forget();
  return analyzeImage(image, models, matte);
}

interface StepWork {
  readonly context: RunContext;
  readonly prompt: JobPrompt;
  /** First image as it was sent. */
  readonly original: RgbaImage | undefined;
  readonly models: HeadModels;
  readonly people: RunMatting;
  readonly advance: (fraction: number) => void;
}

async function changeBySteps(
  images: readonly RgbaImage[],
  { context, prompt, original, models, people, advance }: StepWork,
): Promise<Pick<ReimagineResult, 'image' | 'skipped' | 'chosen'>> {
  const { signal } = context;
  const { steps } = prompt.read;
  const [first] = images;
  if (steps.length === 0 && first !== undefined) {
    return { image: first, skipped: [], chosen: [] };
  }
  const contents = new Map<RgbaImage, ImageContent>();
  for (const image of people.matting === null || !needPeople(steps) ? [] : images) {
    contents.set(image, await analyzeWithPeople(image, { models, people, signal }));
  }
  return withFaceErrorField('image_keys', () =>
    withJobFailure(() =>
      reimagine(images, steps, {
        models,
        signal,
        pause: breathe,
        captionFont: openCaptionFont,
        analyze: (image) => contents.get(image) ?? null,
        original: (image) => (image === first ? (original ?? null) : null),
        onProgress: advance,
      }),
    ),
  );
}
