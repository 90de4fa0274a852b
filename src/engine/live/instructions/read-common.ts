/**
 * What live swaps share with pictures and videos: backgrounds and colours, in the words and languages of those. Live has a
 * subset of their steps.
 */
import { readPrompt } from '../../../instructions/prompt/read-prompt.ts';
import type { GradeName, ReimagineStep } from '../../../instructions/step.ts';
import type { Topic } from './instructions.ts';
import type { ColourGradeSettings, LiveSettings } from './live-settings.ts';

/** A wish that was read by the words of pictures and videos. */
export interface CommonWish {
  readonly topic: Topic;
  readonly effect: string;
  readonly apply: (settings: LiveSettings) => LiveSettings;
}

/** The wishes of words that are understood as a whole, and can all be done live; null for any others. */
export function readCommon(text: string): readonly CommonWish[] | null {
  const { understood, notOffered, notUnderstood } = readPrompt(text, {
    isVideo: true,
    pictures: 0,
  });
  const steps = understood.flatMap((part) => part.steps.map((step) => toWish(step, part.says.en)));
  const wishes = steps.filter((wish) => wish !== null);
  const isWhole = notOffered.length === 0 && notUnderstood.length === 0;
  const isLive =
    wishes.length === steps.length && understood.every((part) => part.steps.length > 0);
  return isWhole && isLive && wishes.length > 0 ? wishes : null;
}

function toWish(step: ReimagineStep, effect: string): CommonWish | null {
  if (step.kind === 'background_blur') {
    const background = { kind: 'blur', amount: step.amount } as const;
    return { topic: 'background', effect, apply: (settings) => ({ ...settings, background }) };
  }
  if (step.kind === 'background_colour') {
    const background = { kind: 'colour', rgb: step.colour } as const;
    return { topic: 'background', effect, apply: (settings) => ({ ...settings, background }) };
  }
  const look = step.kind === 'grade' && step.where === undefined ? looks[step.grade] : undefined;
  if (step.kind !== 'grade' || look === undefined) {
    return null;
  }
  const change = look.change(step.amount);
  return {
    topic: look.topic,
    effect,
    apply: (settings) => ({ ...settings, grade: { ...settings.grade, ...change } }),
  };
}

/** The looks that a live swap has. */
const looks: Readonly<
  Partial<
    Record<
      GradeName,
      {
        readonly topic: Topic;
        readonly change: (amount: number) => Partial<ColourGradeSettings>;
      }
    >
  >
> = {
  brighter: { topic: 'brightness', change: (amount) => ({ brightness: amount }) },
  darker: { topic: 'brightness', change: (amount) => ({ brightness: -amount }) },
  more_contrast: { topic: 'contrast', change: (amount) => ({ contrast: amount }) },
  less_contrast: { topic: 'contrast', change: (amount) => ({ contrast: -amount }) },
  warmer: { topic: 'warmth', change: (amount) => ({ warmth: amount }) },
  cooler: { topic: 'warmth', change: (amount) => ({ warmth: -amount }) },
  more_saturated: { topic: 'colours', change: (amount) => ({ colourfulness: amount }) },
  less_saturated: { topic: 'colours', change: (amount) => ({ colourfulness: -amount }) },
  black_and_white: { topic: 'colours', change: () => ({ colourfulness: -1 }) },
};
