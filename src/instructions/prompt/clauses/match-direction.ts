/** Which image takes the colours of which. */
import type { InstructionText } from '../../language-words.ts';
import type { Clause } from './clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import type { RuleMatch } from './match-rule.ts';
import { isOf, textOf, type Token, valueOf } from '../tokens/token.ts';

/** Says why another image than the first cannot be changed. */
const onlyFirst: InstructionText = {
  en: 'Only the first picture is changed: “give picture 1 the colours of picture 2”; send the other one first.',
  de: 'Geändert wird nur das erste Bild: „gib Bild 1 die Farben von Bild 2“; schick das andere zuerst.',
  es: 'Solo cambia la primera imagen: «iguala los colores de la imagen 2»; envía la otra primero.',
};

function describe(picture: number): InstructionText {
  return {
    en: `Gives picture 1 the colours of picture ${picture}.`,
    de: `Gibt Bild 1 die Farben von Bild ${picture}.`,
    es: `Da a la imagen 1 los colores de la imagen ${picture}.`,
  };
}

/** Adds to a match of colours which image takes them, and refuses one that would change another image than the first. */
export function nameMatchedPictures(match: RuleMatch, { all }: Clause): RuleMatch {
  const { rule, used, isNegated } = match;
  if (rule.id !== 'match_colours' || isNegated) {
    return match;
  }
  const [first, second] = used
    .filter((token) => isOf(token, 'numbered'))
    .toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0));
  const [source, target] =
    second === undefined || first === undefined ? [first] : order(first, second, all);
  const numberOf = (token: Token): number => Number(valueOf(token, 'numbered'));
  const from = source === undefined ? 0 : numberOf(source);
  const isPossible = from > 1 && (target === undefined || numberOf(target) === 1);
  return {
    ...match,
    rule: isPossible ? { ...rule, says: describe(from) } : { ...rule, make: null, says: onlyFirst },
  };
}

/** Returns the image that gives its colours and the one that takes them, of two in their order. */
function order(first: Token, second: Token, all: readonly Token[]): readonly [Token, Token] {
  const leads = (token: Token, words: RegExp): boolean => {
    const at = all.indexOf(token);
    const before = all
      .slice(0, Math.max(0, at))
      .findLast(({ text }) => !grammar.definites.test(text));
    return words.test(token.text.split(' ')[0] ?? '') || words.test(before?.text ?? '');
  };
  const isTransfer = grammar.transfers.test(textOf(all));
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    // “… for picture 2”, “… auf Bild 2”
    if (leads(one, grammar.recipients) && !leads(other, grammar.recipients)) {
      return [other, one];
    }
  }
  if (leads(second, grammar.aims)) {
    // “Match picture 1 to 2” changes the first, “copy the colours of 1 to 2” the last.
    return isTransfer ? [first, second] : [second, first];
  }
  if (leads(first, grammar.sources) && !leads(second, grammar.sources)) {
    return [first, second];
  }
  return leads(second, grammar.sources) || !isTransfer ? [second, first] : [first, second];
}
