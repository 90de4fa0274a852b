/** Wishes whose words mean something else: colours that are excepted or present, and captions that would correct words. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import type { ReadWish } from '../reading/read-state.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';

/** A prompt with its clauses and wishes. */
export interface PromptWishes {
  readonly prompt: readonly Token[];
  readonly clauses: readonly Clause[];
  readonly wishes: readonly ReadWish[];
}

/** Returns whether a word is one of a clause. */
export function isInClause({ tokens }: Clause, { at }: Token): boolean {
  return at.length > 0 && tokens.some((token) => token.at.some((one) => at.includes(one)));
}

/** The first clause of each word of a prompt; finding it anew for each wish took a tenth of the time of a long prompt. */
const firstClauses = new WeakMap<readonly Clause[], ReadonlyMap<number, number>>();

/** Returns the index of the first clause that one of the words of a wish is in; -1 for none. */
export function findClauseOf(used: readonly Token[], clauses: readonly Clause[]): number {
  let first = firstClauses.get(clauses);
  if (first === undefined) {
    first = new Map(
      clauses
        .flatMap(({ tokens }, index) =>
          tokens.flatMap(({ at }) => at.map((word) => [word, index] as const)),
        )
        .toReversed(),
    );
    firstClauses.set(clauses, first);
  }
  let found = clauses.length;
  for (const { at } of used) {
    for (const word of at) {
      found = Math.min(found, first.get(word) ?? found);
    }
  }
  return found < clauses.length ? found : -1;
}

/** Returns whether a wish does what its words except, correct, take away or only name. */
export function isUnmeant(wish: ReadWish, read: PromptWishes): boolean {
  return (
    isExcluded(wish, read) ||
    isCorrection(wish, read) ||
    isRimOfLetters(wish, read) ||
    isRemoved(wish, read) ||
    isStrength(wish) ||
    isColourThere(wish, read) ||
    isThere(wish, read) ||
    isGroundChanged(wish, read) ||
    isColourLeft(wish) ||
    isSeenThrough(wish) ||
    isHalved(wish, read) ||
    isAccompanied(wish, read) ||
    isOfSame(wish, read)
  );
}

/** Wishes that name what they leave as it is. */
const SPARING = ['keep_colour', 'colour_splash'];

/** Returns whether what a wish would do is excepted: “any colour but this green”, “alles außer schwarzweiß”. */
function isExcluded({ rule, used, where }: ReadWish, { prompt }: PromptWishes): boolean {
  if (SPARING.includes(rule.id) || where?.isInverted === true) {
    return false;
  }
  return used.some((token) => {
    if (token.concepts.length === 0 || isOf(token, ...targets, 'picture', 'except', 'quote')) {
      return false;
    }
    const at = prompt.findIndex((other) => other.at.some((one) => token.at.includes(one)));
    const start = prompt.findLastIndex(
      ({ text }, index) => index < at && !grammar.definites.test(text),
    );
    const before = prompt[start];
    return (
      before !== undefined &&
      !used.some((other) => other.at.some((one) => before.at.includes(one))) &&
      (grammar.exclusions.test(before.text) ||
        (grammar.exclusionJoints.test(before.text) &&
          grammar.totals.test(textOf(prompt.slice(Math.max(0, start - 5), start)))))
    );
  });
}

/** Returns whether a caption would correct words of the image: “fix the typo on the banner, it should say …”. */
function isCorrection({ rule, used, sentence }: ReadWish, { clauses }: PromptWishes): boolean {
  const end = findClauseOf(used, clauses);
  return (
    rule.id === 'words' &&
    clauses
      .slice(0, end + 1)
      .some(
        (clause) =>
          sentence - clause.sentence < 2 &&
          (grammar.misspellings.test(textOf(clause.all)) ||
            (clause.sentence === sentence &&
              clause.tokens.some((token) => isOf(token, 'fix')) &&
              clause.tokens.some(
                (token) => isOf(token, 'text', 'object') || token.kind === 'unknown',
              ))),
      )
  );
}

/**
 * Returns whether a rim is that of letters: “yellow letters “Live” with a black edge around them”, “black edges around
 * the letters”.
 */
function isRimOfLetters(
  { rule, used, sentence }: ReadWish,
  { prompt, wishes }: PromptWishes,
): boolean {
  if (rule.id === 'words') {
    const edge = prompt.findIndex((token) => isOf(token, 'edges') && used.includes(token));
    const before = prompt[edge - 1];
    return before !== undefined && isOf(before, 'colour');
  }
  return (
    rule.id === 'border' &&
    used.some((token) => isOf(token, 'rim', 'outline', 'edges')) &&
    !used.some((token) => isOf(token, 'picture')) &&
    wishes.some((other) => other.rule.id === 'words' && other.sentence === sentence)
  );
}

/** Returns whether the next clause only says that a colour is to go: “red eyes, get rid of that”. */
function isRemoved({ rule, used, sentence }: ReadWish, { clauses }: PromptWishes): boolean {
  const own = findClauseOf(used, clauses);
  const next = clauses[own + 1];
  return (
    rule.needs.includes('colour') &&
    clauses[own]?.isNew === false &&
    next?.sentence === sentence &&
    next.tokens.length > 0 &&
    next.tokens.every(
      (token) => isOf(token, 'remove', 'pronoun') || grammar.objectPronouns.test(token.text),
    ) &&
    next.tokens.some((token) => isOf(token, 'remove'))
  );
}

/** Returns whether more of the brows means stronger ones, not higher ones. */
function isStrength({ rule, used }: ReadWish): boolean {
  return (
    rule.id === 'raised_brows' &&
    !used.some((token) => isOf(token, 'raise') || grammar.heights.test(token.text))
  );
}

/** Returns whether an image without colours is to have some in a part: “black and white with a little colour in the lips”. */
function isColourLeft({ used, where }: ReadWish): boolean {
  return (
    where?.isInverted === false &&
    used.some((token) => isOf(token, 'mono')) &&
    used.some((token) => isOf(token, 'colourword')) &&
    used.some((token) => isOf(token, 'amount', 'more'))
  );
}

/** Returns whether somebody is to be transparent, not what is behind: “make me transparent”. */
function isSeenThrough({ rule, used }: ReadWish): boolean {
  const [named, ...more] = used.filter((token) => isOf(token, 'transparent'));
  return (
    rule.id === 'background_transparent' &&
    named !== undefined &&
    more.length === 0 &&
    named.concepts.length === 1 &&
    grammar.transparency.test(named.text) &&
    used.some((token) => isOf(token, 'person', 'pronoun')) &&
    !used.some((token) => isOf(token, 'background', 'remove', 'only'))
  );
}

/**
 * Returns whether a wish stands beside a style that is confined to a part which it only is to have: “watercolour with my
 * face sharp”.
 */
function isAccompanied(wish: ReadWish, { prompt, clauses, wishes }: PromptWishes): boolean {
  const beside = wishes.filter((other) => hasCompanion(other, prompt));
  if (beside.length === 0) {
    return false;
  }
  const own = clauses[findClauseOf(wish.used, clauses)];
  return (
    own !== undefined && beside.some(({ used }) => used.some((token) => isInClause(own, token)))
  );
}

function hasCompanion({ rule, used, where }: ReadWish, prompt: readonly Token[]): boolean {
  return (
    rule.topic === 'style' &&
    where?.isInverted === false &&
    used.some((token) => {
      const at = isOf(token, where.region)
        ? prompt.findIndex((one) => one.at[0] === token.at[0])
        : 0;
      return prompt
        .slice(Math.max(0, at - 2), Math.max(0, at))
        .some(({ text }) => grammar.companions.test(text));
    })
  );
}

/** Returns whether a tone is that of a part which is otherwise the same: “background same as now but darker”. */
function isOfSame({ used, where }: ReadWish, { clauses }: PromptWishes): boolean {
  const at =
    where === null && used.every((token) => isOf(token, 'g', 'amount'))
      ? findClauseOf(used, clauses)
      : 0;
  const [before, own] = clauses.slice(Math.max(0, at - 1), at + 1);
  return (
    at > 0 &&
    before?.sentence === own?.sentence &&
    own?.isNew === false &&
    own.joint !== null &&
    grammar.exclusionJoints.test(own.joint.text) &&
    own.tokens.every((token) => isOf(token, 'g', 'amount')) &&
    before?.tokens.some((token) => isOf(token, ...targets)) === true &&
    before.tokens.some((token) => isOf(token, 'keep') && grammar.sameness.test(token.text))
  );
}

/** Returns whether each half of the image is to look otherwise: “half black and white, half in colour”. */
function isHalved({ used, sentence }: ReadWish, { clauses }: PromptWishes): boolean {
  if (!used.some((token) => isOf(token, 'amount') && grammar.halves.test(token.text))) {
    return false;
  }
  const own = clauses[findClauseOf(used, clauses)];
  const halves = clauses
    .filter((clause) => clause.sentence === sentence)
    .flatMap(({ all }) => all.filter(({ text }) => grammar.halves.test(text)));
  return halves.length > 1 && own?.all.some((token) => halves.includes(token)) === true;
}

/** Concepts with which a statement of what is there complains of it. */
const COMPLAINED = 'too zu less more remove fix denoise lowlight cast not'.split(' ');

/** Returns whether a wish is only a statement of what is there: “there’s a yellow tint. Make it colder”. */
function isThere({ used }: ReadWish, { clauses }: PromptWishes): boolean {
  const own = clauses[findClauseOf(used, clauses)];
  return (
    own?.isNew === false &&
    !used.some((token) => isOf(token, ...COMPLAINED)) &&
    grammar.existentials.test(textOf(own.all)) &&
    used.every(
      ({ at }) =>
        at.length === 0 || own.tokens.some((token) => token.at.some((one) => at.includes(one))),
    ) &&
    !grammar.requests.test(textOf(own.all))
  );
}

/**
 * Returns whether the ground of an image is named only because it changes: “make the background of the beach photo black
 * and white”.
 */
function isGroundChanged({ used, sentence }: ReadWish, { wishes, clauses }: PromptWishes): boolean {
  const own = clauses[findClauseOf(used, clauses)];
  const hasGround = (wish: {
    readonly rule: ReadWish['rule'];
    readonly used: ReadWish['used'];
  }): boolean =>
    wish.rule.topic === 'background' &&
    wish.used.some((token) => isOf(token, 'background')) &&
    wish.used.some((token) => isOf(token, 'place', 'numbered')) &&
    wish.used.some(
      (token) => isOf(token, 'picture', 'numbered') || grammar.pictureTails.test(token.text),
    ) &&
    !wish.used.some((token) => isOf(token, 'infront', 'replace', 'add', 'person', 'pronoun'));
  const isToned = (wish: ReadWish): boolean =>
    wish.rule.needs.some((need) => /^(?:g:|mono)/u.test(need));
  const beside = wishes.filter(
    (wish) =>
      wish.sentence === sentence &&
      own !== undefined &&
      wish.used.some((token) => isInClause(own, token)),
  );
  return beside.some(hasGround) && beside.some(isToned);
}

/** Returns whether a colour is one that a part already has: “das Blau im Hintergrund kräftiger”, “the green of my jacket darker”. */
function isColourThere({ rule, used }: ReadWish, { prompt }: PromptWishes): boolean {
  const at = prompt.findIndex((token) => used.includes(token) && isOf(token, 'colour'));
  const next = prompt[at + 1];
  const isOfPart =
    rule.needs.includes('colour') &&
    next?.kind === 'filler' &&
    used.some((token) => isOf(token, ...targets) && (token.at[0] ?? 0) > (next.at[0] ?? 0));
  return (
    at > 0 &&
    grammar.definites.test(prompt[at - 1]?.text ?? '') &&
    ((rule.topic === 'background' && used.some((token) => isOf(token, 'there'))) || isOfPart)
  );
}
