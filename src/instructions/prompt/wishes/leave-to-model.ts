/**
 * Selects the wishes of a prompt for a text-to-image model of the user: those that no step does and the model may do.
 */
import type { InstructionText } from '../../language-words.ts';
import type { StepRegion } from '../../step.ts';
import { modelWishes } from '../planning/model-wishes.ts';
import type { PromptPart } from '../prompt.ts';
import type { ReadPrompt } from '../read-prompt.ts';

/** Properties of the user's model that matter for prompts. */
export interface PromptModel {
  /** Name of the model for display. */
  readonly label: string;
  /** True when the model only inpaints a region: it receives only wishes about such a region. */
  readonly isFilling: boolean;
}

/** The part of a prompt that goes to a model. */
export interface ModelPrompt {
  /** Prompt for the model. */
  readonly prompt: string;
  readonly parts: readonly (Pick<PromptPart, 'words'> & { readonly says: InstructionText })[];
  /** The only region that the prompt mentions; null where it mentions several or the whole image. */
  readonly region: StepRegion | null;
}

/**
 * Returns the part of a prompt that a model does, or null where there is none, and the lists of wishes that remain
 * undone.
 */
export function leaveToModel<Read extends ReadPrompt<unknown>>(
  read: Read,
  model: PromptModel,
): { readonly read: Read; readonly left: ModelPrompt } | null {
  const clauses = read.left.filter(({ refused, unknown }) => {
    const regions = refused.map(({ wish }) => modelWishes[wish]);
    return model.isFilling
      ? unknown.length === 0 && regions.every((region) => region !== undefined && region !== null)
      : regions.every((region) => region !== undefined);
  });
  if (clauses.length === 0) {
    return null;
  }
  const parts = new Set(clauses.flatMap(({ refused }) => refused));
  const unknown = new Set(clauses.flatMap((clause) => clause.unknown));
  const isLeft = (part: PromptPart): boolean => parts.has(part);
  const isOfModel = (_words: string, place: number): boolean => unknown.has(place);
  const says = describe(model.label, read.language === 'en');
  const regions = new Set([...parts].map(({ wish }) => modelWishes[wish] ?? null));
  const [region = null] = regions;
  return {
    read: {
      ...read,
      notOffered: read.notOffered.filter((part) => !isLeft(part)),
      notUnderstood: read.notUnderstood.filter((words, place) => !isOfModel(words, place)),
    },
    left: {
      prompt: clauses.map(({ text }) => text).join(', '),
      parts: [
        ...read.notOffered.filter(isLeft).map(({ words }) => words),
        ...read.notUnderstood.filter(isOfModel),
      ].map((words) => ({ words, says })),
      region: regions.size === 1 && unknown.size === 0 ? region : null,
    },
  };
}

function describe(label: string, isEnglish: boolean): InstructionText {
  const hint = isEnglish
    ? { en: '', de: '', es: '' }
    : {
        en: ' It knows English best.',
        de: ' Am besten versteht es Englisch.',
        es: ' Entiende sobre todo inglés.',
      };
  return {
    en: `${label} makes it; how it turns out cannot be predicted.${hint.en}`,
    de: `${label} macht das; wie es ausfällt, lässt sich nicht vorhersagen.${hint.de}`,
    es: `Lo hace ${label}; no se puede saber cómo quedará.${hint.es}`,
  };
}
