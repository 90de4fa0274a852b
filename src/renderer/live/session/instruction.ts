import { limits } from '../../../contract/api/limits.ts';
import type { LiveBackground, LiveChoice, LivePart } from '../../../contract/live-choice.ts';

const backgroundWords: Readonly<Record<LiveBackground, string>> = {
  keep: '',
  blur: 'blur the background',
  dark: 'dark grey background',
  white: 'white background',
  green: 'green screen',
};

const partWords: Readonly<Record<LivePart, string>> = {
  auto: '',
  face: 'only the face',
  head: 'swap the whole head',
  body: 'full body',
  talk: 'talk as a picture',
};

/** Revokes the background of an earlier instruction. */
const plainWords = 'keep the background';

/** Words of each background, as `docs/live-instructions.md` has them. */
export function toBackgroundWords(background: LiveBackground): string {
  return background === 'keep' ? plainWords : backgroundWords[background];
}

/** Instruction of a choice: the user's words, then those of the settings. */
export function toInstruction({
  prompt,
  background,
  part,
}: Pick<LiveChoice, 'prompt' | 'background' | 'part'>): string {
  return [prompt.trim(), partWords[part], backgroundWords[background]]
    .filter((words) => words !== '')
    .join(', ')
    .slice(0, limits.promptChars);
}

/** Instruction for a running session, where an empty one would change nothing. */
export function toChangedInstruction(choice: Parameters<typeof toInstruction>[0]): string {
  const words = toInstruction(choice);
  return words === '' ? plainWords : words;
}
