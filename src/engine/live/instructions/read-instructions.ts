import { findLiveGrade, type LiveGrade, type WishStep } from '../../../instructions/live-step.ts';
import type { PromptPart } from '../../../instructions/prompt/prompt.ts';
import { MAX_PROMPT_CHARS, readWishes } from '../../../instructions/prompt/read-prompt.ts';
import { reasons } from '../../../instructions/rules/reasons.ts';
import type { SwapWarning } from '../swap-warning.ts';
import { describeTopics } from './describe.ts';
import {
  type ColourGradeSettings,
  type LiveSettings,
  neutralGrade,
  plainSettings,
} from './live-settings.ts';

/** Result of parsing an instruction. */
export interface ReadInstructions {
  readonly settings: LiveSettings;
  readonly warnings: readonly SwapWarning[];
}

/**
 * Parses an instruction in any supported language; words that are not understood or not supported come back as
 * warnings.
 */
export function readInstructions(text: string): ReadInstructions {
  const { steps, notOffered, notUnderstood } = readWishes(text, { isLive: true });
  const unknown = notUnderstood.map((words) => `“${words}”`);
  if (text.length > MAX_PROMPT_CHARS) {
    unknown.push(`“… (${text.length - MAX_PROMPT_CHARS} more characters)”`);
  }
  const warnings = notOffered.map(toWarning);
  if (unknown.length > 0) {
    warnings.push({
      code: 'not_understood',
      message: `Not understood: ${unknown.join(', ')}. You can ask for: ${describeTopics()}.`,
    });
  }
  return { settings: steps.reduce(applyStep, plainSettings), warnings };
}

function toWarning({ words, says }: PromptPart): SwapWarning {
  return says === reasons.later
    ? { code: 'contradiction', message: `“${words}”: ${says.en}` }
    : { code: 'not_offered', message: `“${words}” is not done: ${says.en}` };
}

type Applier<K extends WishStep['kind']> = (
  settings: LiveSettings,
  step: Extract<WishStep, { kind: K }>,
) => Partial<LiveSettings>;

/** Changes of the settings by the kind of step. */
const appliers: { readonly [K in WishStep['kind']]?: Applier<K> } = {
  mode: (_, { mode }) => ({ mode }),
  trait: ({ traits }, { trait }) => ({ traits: [...new Set([...traits, trait])] }),
  cover: (_, { cover }) => ({ cover }),
  plain_look: () => ({ grade: neutralGrade }),
  background_keep: () => ({ background: { kind: 'keep' } }),
  background_blur: (_, { amount }) => ({ background: { kind: 'blur', amount } }),
  background_colour: (_, { colour }) => ({ background: { kind: 'colour', rgb: colour } }),
  grade: ({ grade }, step) => {
    const named = findLiveGrade(step.grade);
    return named === null ? {} : { grade: { ...grade, ...grades[named](step.amount) } };
  },
};

type AnyApplier = (settings: LiveSettings, step: WishStep) => Partial<LiveSettings>;

function applyStep(settings: LiveSettings, step: WishStep): LiveSettings {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list has it by the kind of the step
  const apply = appliers[step.kind] as AnyApplier | undefined;
  return { ...settings, ...apply?.(settings, step) };
}

/** Grade of each live look by its amount, 0..1. */
const grades: Readonly<Record<LiveGrade, (amount: number) => Partial<ColourGradeSettings>>> = {
  brighter: (amount) => ({ brightness: amount }),
  darker: (amount) => ({ brightness: -amount }),
  more_contrast: (amount) => ({ contrast: amount }),
  less_contrast: (amount) => ({ contrast: -amount }),
  warmer: (amount) => ({ warmth: amount }),
  cooler: (amount) => ({ warmth: -amount }),
  more_saturated: (amount) => ({ colourfulness: amount }),
  less_saturated: (amount) => ({ colourfulness: -0.8 * amount }),
  black_and_white: () => ({ colourfulness: -1 }),
  noir: () => ({ colourfulness: -1, contrast: 0.5 }),
  sepia: () => ({ colourfulness: -0.85, warmth: 0.75 }),
  vintage: () => ({ colourfulness: -0.85, warmth: 0.75 }),
};
