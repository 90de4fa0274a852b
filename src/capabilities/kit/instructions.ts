import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { JsonObject } from '../../base/json.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { JobReport, PromptReport } from '../../contract/job-details.ts';
import { describeWishes, ofVideo } from '../../instructions/prompt/wishes/describe-wishes.ts';
import type { InstructionText } from '../../instructions/language-words.ts';
import type { PromptOptions, PromptPart } from '../../instructions/prompt/prompt.ts';
import {
  leaveToModel,
  type ModelPrompt,
  type PromptModel,
} from '../../instructions/prompt/wishes/leave-to-model.ts';
import { proposeWishes } from '../../instructions/prompt/wishes/propose-wishes.ts';
import { type ReadPrompt, readPrompt } from '../../instructions/prompt/read-prompt.ts';
import type { ChosenPeople, SkippedStep, SkipReason } from '../../engine/reimagine/request.ts';
import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import { trackingModels } from './mesh-engine.ts';
import { reportReasons } from './engine-reason.ts';
import { describePackEngine } from './pack-engine.ts';

/** Returns the prompt of a request whose fields were checked, and what its reading depends on. */
function toRequestPrompt(input: JsonObject): { prompt: string; options: PromptOptions } {
  const { prompt, negative_prompt: negative, image_keys: images } = input;
  return {
    prompt: typeof prompt === 'string' ? prompt : '',
    options: {
      pictures: Array.isArray(images) ? images.length : 0,
      isVideo: typeof input['video_key'] === 'string',
      ...(typeof negative === 'string' ? { negative } : {}),
    },
  };
}

/** Parsed prompt with the part that is left to a model. */
export interface JobPrompt {
  readonly read: ReadPrompt;
  /** Part for the model; null when steps do all of it. */
  readonly left: ModelPrompt | null;
}

/** Divides a prompt between steps and a model, when there is one: models change images only. */
function divide(input: JsonObject, model: PromptModel | null): JobPrompt {
  const { prompt, options } = toRequestPrompt(input);
  const read = readPrompt(prompt, options);
  const isVideo = typeof input['video_key'] === 'string';
  return (
    (model === null || isVideo ? null : leaveToModel(read, model)) ?? {
      read,
      left: null,
    }
  );
}

/** Parses the prompt of an accepted job. Throws `processing_failed` when none of its steps is possible any longer. */
export function readJobPrompt(input: JsonObject, model: PromptModel | null): JobPrompt {
  const divided = divide(input, model);
  if (divided.read.steps.length === 0 && divided.left === null) {
    throw new AppError('processing_failed', 'Nothing of the prompt can be done.');
  }
  return divided;
}

/** Packs that ran beside the steps. */
interface PicturePacks {
  readonly facts: readonly PackFacts[];
  /** Sentences for the report. */
  readonly reasons: readonly EngineReason[];
  readonly hasSteps: boolean;
}

/** Describes the engines of a prompt for the report. */
export function describeImageEngine({
  facts,
  reasons,
  hasSteps,
}: PicturePacks): JobReport['engine'] {
  const models = hasSteps ? [...trackingModels, 'person-matte'] : [];
  if (facts.length === 0) {
    return { name: 'Picture engine', provider: 'CPU', models, ...reportReasons(...reasons) };
  }
  const packs = describePackEngine(facts, { further: models, done: reasons });
  return hasSteps ? { ...packs, name: 'Picture engine and model packs' } : packs;
}

/** Throws `invalid_input` when no step of a prompt is possible, with the reason and the possible steps. */
export function checkPrompt(input: JsonObject, model: PromptModel | null): void {
  const { read, left } = divide(input, model);
  if (read.steps.length > 0 || left !== null) {
    return;
  }
  const isVideo = typeof input['video_key'] === 'string';
  throw new AppError(
    'invalid_input',
    [
      'prompt: nothing of it can be done.',
      ...read.notOffered.map(describePart),
      ...describeUnknown(read),
      ...describeProposals(read, input),
      `You can ask for: ${describeWishes(read.language, isVideo ? ofVideo : {})}.`,
    ].join(' '),
    { details: { field: 'prompt' } },
  );
}

/**
 * Throws `processing_failed` when every step of a prompt was omitted, with the reasons: nobody pays for what is returned
 * as it was.
 */
export function refuseUndone(
  read: Pick<ReadPrompt, 'steps' | 'understood'>,
  skipped: readonly SkippedStep[],
): void {
  if (read.steps.every((step) => skipped.some((omitted) => omitted.step === step))) {
    const reasons = findMissed(read, skipped).map(describePart).join(' ');
    throw new AppError('processing_failed', `Nothing of the prompt was done. ${reasons}`, {
      details: faultDetails('nothing_changed'),
    });
  }
}

/** Creates the notes on a prompt that was done in part. */
export function notePrompt(read: ReadPrompt, skipped: readonly SkippedStep[]): JobNote[] {
  const unknown = describeUnknown(read);
  const missed = findMissed(read, skipped);
  return [
    ...(read.notOffered.length === 0
      ? []
      : [{ code: 'not_offered' as const, message: read.notOffered.map(describePart).join(' ') }]),
    ...unknown.map((message) => ({ code: 'not_understood' as const, message })),
    ...(missed.length === 0
      ? []
      : [{ code: 'nothing_found' as const, message: missed.map(describePart).join(' ') }]),
  ];
}

/** Describes for the report how a prompt was understood and done. */
export function reportPrompt(
  { read, left }: JobPrompt,
  skipped: readonly SkippedStep[],
  chosen: readonly ChosenPeople[] = [],
): PromptReport {
  const toPart = ({ words, says }: PromptPart) => ({ words, says });
  return {
    understood: read.understood.map(({ words, says, steps }) => {
      const people = chosen.find(({ step }) => steps.includes(step));
      return { words, says: people === undefined ? says : addCounts(says, people) };
    }),
    notOffered: read.notOffered.map(toPart),
    notUnderstood: [...read.notUnderstood],
    byModel: [...(left?.parts ?? [])],
    notFound: findMissed(read, skipped),
  };
}

/** Adds how many people a step changed and how many it left as they were. */
function addCounts({ en, de, es }: InstructionText, people: ChosenPeople): InstructionText {
  const { step, changed, kept } = people;
  if (step.kind === 'remove_person') {
    return {
      en: `${en} People taken out: ${changed}, still there: ${kept}.`,
      de: `${de} Entfernte Personen: ${changed}, geblieben: ${kept}.`,
      es: `${es} Personas quitadas: ${changed}, quedan: ${kept}.`,
    };
  }
  return {
    en: `${en} Faces covered: ${changed}, left visible: ${kept}.`,
    de: `${de} Verdeckte Gesichter: ${changed}, sichtbar geblieben: ${kept}.`,
    es: `${es} Caras tapadas: ${changed}, visibles: ${kept}.`,
  };
}

function describePart({ words, says }: Pick<PromptPart, 'words' | 'says'>): string {
  return `“${words}”: ${says.en}`;
}

function describeUnknown({ notUnderstood }: ReadPrompt): string[] {
  return notUnderstood.length === 0
    ? []
    : [`Not understood: ${notUnderstood.map((words) => `“${words}”`).join(', ')}.`];
}

/** Describes what could be written instead of words that are not understood. */
function describeProposals(read: ReadPrompt, input: JsonObject): string[] {
  const { prompt, options } = toRequestPrompt(input);
  const proposals = proposeWishes(prompt, read, options).map(({ part }) => `“${part.words}”`);
  return proposals.length === 0 ? [] : [`Did you mean: ${[...new Set(proposals)].join(', ')}?`];
}

function findMissed(
  { understood }: Pick<ReadPrompt, 'understood'>,
  skipped: readonly SkippedStep[],
): { readonly words: string; readonly says: InstructionText }[] {
  return understood.flatMap(({ words, steps }) => {
    const reason = skipped.find(({ step }) => steps.includes(step))?.reason;
    return reason === undefined ? [] : [{ words, says: skipTexts[reason] }];
  });
}

const skipTexts: Readonly<Record<SkipReason, InstructionText>> = {
  no_face: {
    en: 'No face was found.',
    de: 'Es wurde kein Gesicht gefunden.',
    es: 'No se encontró ninguna cara.',
  },
  no_person: {
    en: 'No person was found.',
    de: 'Es wurde keine Person gefunden.',
    es: 'No se encontró a ninguna persona.',
  },
  no_teeth: {
    en: 'No teeth are to be seen.',
    de: 'Es sind keine Zähne zu sehen.',
    es: 'No se ven dientes.',
  },
  no_hair: {
    en: 'No hair was found.',
    de: 'Es wurden keine Haare gefunden.',
    es: 'No se encontró pelo.',
  },
  unsure_hair: {
    en: 'The hair does not stand out from a hat, clothes, skin or the background clearly enough.',
    de: 'Die Haare heben sich nicht deutlich genug von Hut, Kleidung, Haut oder Hintergrund ab.',
    es: 'El pelo no se distingue bien de un sombrero, la ropa, la piel o el fondo.',
  },
  no_clothes: {
    en: 'No clothes were found that stand out from skin and hair.',
    de: 'Es wurde keine Kleidung gefunden, die sich von Haut und Haaren abhebt.',
    es: 'No se encontró ropa que se distinga de la piel y del pelo.',
  },
  large_already: {
    en: 'The picture is large enough already.',
    de: 'Das Bild ist schon groß genug.',
    es: 'La imagen ya es bastante grande.',
  },
  no_room: {
    en: 'The words are too long to be read on a picture of this size.',
    de: 'Der Text ist zu lang, um auf einem Bild dieser Größe lesbar zu sein.',
    es: 'El texto es demasiado largo para leerse en una imagen de este tamaño.',
  },
  no_red_eyes: {
    en: 'No pupil is red.',
    de: 'Keine Pupille ist rot.',
    es: 'Ninguna pupila está roja.',
  },
  closed_eyes: {
    en: 'The eyes are closed.',
    de: 'Die Augen sind geschlossen.',
    es: 'Los ojos están cerrados.',
  },
};
