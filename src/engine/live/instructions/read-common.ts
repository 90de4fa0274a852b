/**
 * What live swaps share with pictures and videos: backgrounds and colours, in the words and languages of those. Live has a
 * subset of their steps.
 */
import { readPrompt } from '../../../instructions/prompt/read-prompt.ts';
import type { GradeName, ReimagineStep } from '../../../instructions/step.ts';
import { type ColourGradeSettings, type LiveSettings, plainSettings } from './live-settings.ts';

/** The settings that a text comes to which is understood as a whole, and whose every wish can be done live; null for any other. */
export function readCommon(text: string): LiveSettings | null {
  const { steps, notOffered, notUnderstood } = readPrompt(text, { isVideo: true, pictures: 0 });
  if (steps.length === 0 || notOffered.length > 0 || notUnderstood.length > 0) {
    return null;
  }
  let settings: LiveSettings | null = plainSettings;
  for (const step of steps) {
    settings = settings === null ? null : applyStep(settings, step);
  }
  return settings;
}

function applyStep(settings: LiveSettings, step: ReimagineStep): LiveSettings | null {
  if (step.kind === 'background_blur') {
    return { ...settings, background: { kind: 'blur', amount: step.amount } };
  }
  if (step.kind === 'background_colour') {
    return { ...settings, background: { kind: 'colour', rgb: step.colour } };
  }
  const change =
    step.kind === 'grade' && step.where === undefined ? grades[step.grade]?.(step.amount) : null;
  return change === null || change === undefined
    ? null
    : { ...settings, grade: { ...settings.grade, ...change } };
}

/** The looks that a live swap has. */
const grades: Readonly<
  Partial<Record<GradeName, (amount: number) => Partial<ColourGradeSettings>>>
> = {
  brighter: (amount) => ({ brightness: amount }),
  darker: (amount) => ({ brightness: -amount }),
  more_contrast: (amount) => ({ contrast: amount }),
  less_contrast: (amount) => ({ contrast: -amount }),
  warmer: (amount) => ({ warmth: amount }),
  cooler: (amount) => ({ warmth: -amount }),
  more_saturated: (amount) => ({ colourfulness: amount }),
  less_saturated: (amount) => ({ colourfulness: -amount }),
  black_and_white: () => ({ colourfulness: -1 }),
};
