import type { LiveBackground, LiveChoice } from '../../contract/live-choice.ts';
import { limits } from '../../contract/api/limits.ts';

/** The documented words of each background. */
const backgroundWords: Readonly<Record<LiveBackground, string>> = {
  keep: '',
  blur: 'blurred background',
  character: 'background of the image',
  studio: 'studio background',
  green: 'green background',
};

/** The instruction that a choice stands for: the user's words and those of the background. */
export function toInstruction({
  prompt,
  background,
}: Pick<LiveChoice, 'prompt' | 'background'>): string {
  return [prompt.trim(), backgroundWords[background]]
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, limits.promptChars);
}
