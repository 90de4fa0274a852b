/** Finds why a prompt that no rule reads is not done: another image than the first, a background that is too busy. */
import type { InstructionRule } from '../../rule.ts';
import { reasons } from '../../rules/reasons.ts';
import { isContentWord } from '../clauses/segments.ts';
import type { PromptPart } from '../prompt.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';

/** Effects on one image. */
const EFFECTS =
  'g mono sepia vintage cinematic sharpen denoise smooth whiten blur crop cartoon pencil oil watercolour enhance'.split(
    ' ',
  );
/** Concepts of words that use a further image for the first one. */
const USES =
  'match infront into from group collage beside background colourword light replace'.split(' ');

/** Rule whose reason says what can be done with a background. */
const GROUND_WAYS = 'background_hide';

/** Returns the report for a prompt of which nothing is read; null where no reason is known. */
export function reportUnread(
  tokens: readonly Token[],
  pictures: number,
  rules: readonly InstructionRule[],
): PromptPart | null {
  return reportOther(tokens, pictures) ?? reportBusy(tokens, rules);
}

/** Reports what can be done about “the background is too busy”. */
function reportBusy(
  tokens: readonly Token[],
  rules: readonly InstructionRule[],
): PromptPart | null {
  const said = tokens.filter(isContentWord);
  const ways = rules.find(({ id }) => id === GROUND_WAYS);
  return ways !== undefined &&
    said.some((token) => isOf(token, 'background')) &&
    said.some((token) => isOf(token, 'busy'))
    ? { words: textOf(said), wish: ways.id, says: ways.says, steps: [] }
    : null;
}

/** Reports a wish about another image than the first: “make the second one warmer”. */
function reportOther(tokens: readonly Token[], pictures: number): PromptPart | null {
  const said = tokens.filter(isContentWord);
  const isOther =
    pictures > 1 &&
    said.some((token) => token.concepts.some((one) => /^numbered:[2-4]$/u.test(one))) &&
    said.some((token) => isOf(token, ...EFFECTS)) &&
    !said.some((token) => isOf(token, ...USES) || token.concepts.includes('numbered:1')) &&
    // “As bright as the second picture”
    !tokens.some(({ text }) => grammar.alike.test(text)) &&
    said.every(({ kind }) => kind === 'known');
  return isOther
    ? { words: textOf(said), wish: 'several_images', says: reasons.firstImage, steps: [] }
    : null;
}
