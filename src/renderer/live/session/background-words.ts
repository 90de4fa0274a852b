import type { PromptReader } from '../../../capabilities/form/prompt-reading.ts';
import { type LiveBackground, liveBackgrounds } from '../../../contract/live-choice.ts';
import type { PromptOptions, PromptPart } from '../../../instructions/prompt/prompt.ts';
import { toBackgroundWords } from './instruction.ts';

/** Background part of an instruction, separated from the rest. */
export interface BackgroundWords {
  /** Matching background choice; null when the instruction has none, or another one than the choices. */
  readonly background: LiveBackground | null;
  /** Instruction without the words of a background choice. */
  readonly rest: string;
  /** The instruction without any words about a background. */
  readonly plain: string;
}

/** Parser options for instructions of live swaps. */
export const ofLive: PromptOptions = { isLive: true };

/** Extracts the background requests of an instruction. */
export function readBackgroundWords(instruction: string, reader: PromptReader): BackgroundWords {
  const find = (words: string): PromptPart | undefined =>
    reader
      .read(words, ofLive)
      .understood.find(({ steps }) => steps.some(({ kind }) => kind.startsWith('background_')));
  const part = find(instruction);
  if (part === undefined) {
    return { background: null, rest: instruction, plain: instruction };
  }
  const plain = reader.remove(instruction, part, ofLive);
  const background =
    liveBackgrounds.find((choice) => isSame(find(toBackgroundWords(choice)), part)) ?? null;
  return plain === null || background === null
    ? { background: null, rest: instruction, plain: plain ?? instruction }
    : { background, rest: plain, plain };
}

function isSame(one: PromptPart | undefined, other: PromptPart): boolean {
  return JSON.stringify(one?.steps) === JSON.stringify(other.steps);
}
