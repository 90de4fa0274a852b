import type { InstructionRule } from '../../rule.ts';
import { targets } from '../tokens/concepts.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, kindOf, type Token } from '../tokens/token.ts';
import { findCandidates, splitNeed } from './rules-by-need.ts';

/** A rule that matches words of a clause. */
export interface RuleMatch {
  readonly rule: InstructionRule;
  /** Tokens that the rule requires and those that it consumes with them, in order. */
  readonly used: readonly Token[];
  /** The colour of the wish where several are named; null for none. */
  readonly colour: string | null;
  readonly isNegated: boolean;
}

const SMALL_PARTS: ReadonlySet<string> = new Set(
  targets.filter((target) => target !== 'person' && target !== 'pronoun'),
);

/** Concepts that reverse or change the meaning of a wish. A rule is rejected while one of them is left over. */
const TURNING: ReadonlySet<string> = new Set(
  `listed stamp bystander nick remove dislike whiten less except keep too replace instead nottoo quote object place material garment age bodyshape pose expression named signed
   weather-not fix edges number restored uncropped noisy down conceal cast blur axis studiolight shadowy undereyes surprised sky day enlarge group rotate quarter upsidedown blemish text close open bigger smaller slim wide raise`.split(
    /\s+/,
  ),
);

/** Returns whether a token reverses or changes the meaning of a wish. */
export function isTurning(token: Token): boolean {
  return hasKind(token, TURNING);
}

/** Concepts of parts whose colour can be changed. */
const COLOURED: readonly string[] = [
  'hair',
  'lips',
  'eyes',
  'brows',
  'clothes',
  'background',
  'light',
];

/**
 * Finds the rule that explains the most of some words; null where no rule is allowed. `isAsked` is whether the words
 * ask for a change.
 */
export function findRule(
  rules: readonly InstructionRule[],
  tokens: readonly Token[],
  isAsked = false,
): RuleMatch | null {
  let best: { readonly match: RuleMatch; readonly score: number } | null = null;
  const named = tokens.flatMap(({ concepts }) => concepts);
  const present = new Set([...named, ...named.map(kindOf)]);
  for (const rule of findCandidates(rules, present)) {
    const found = matchRule(rule, tokens, isAsked);
    if (found !== null && found.score > (best?.score ?? 0)) {
      best = found;
    }
  }
  return best?.match ?? null;
}

function matchRule(
  rule: InstructionRule,
  tokens: readonly Token[],
  isAsked: boolean,
): { readonly match: RuleMatch; readonly score: number } | null {
  const needed: Token[] = [];
  const dropped: Token[] = [];
  for (const need of rule.needs) {
    const kinds = splitNeed(need);
    const picked =
      need === 'colour' && tokens.filter((token) => isOf(token, 'colour')).length > 1
        ? pickColour(tokens, needed[0] ?? null)
        : null;
    const found =
      picked?.token ??
      (need === 'colour' && tokens.filter((token) => isOf(token, 'colour')).length > 1
        ? undefined
        : (findUndone(tokens, kinds) ??
          tokens.find((token) => !needed.includes(token) && hasAny(token, kinds)) ??
          needed.find((token) => token.concepts.length > 1 && hasAny(token, kinds))));
    if (found === undefined) {
      return null;
    }
    dropped.push(...(picked?.dropped ?? []));
    if (!needed.includes(found)) {
      needed.push(found);
    }
  }
  const kinds = [...rule.needs.flatMap(splitNeed), ...rule.may];
  const extra = tokens.filter(
    (token, index) =>
      !needed.includes(token) &&
      (isOf(token, 'amount')
        ? isBeside(tokens, index, needed)
        : dropped.includes(token) ||
          isAgain(token, needed) ||
          (hasAny(token, rule.may) &&
            !(
              isOf(token, 'not') &&
              (isBefore(token, tokens, needed) || isUndoing(token, tokens))
            ) &&
            (rule.make === null || isFree(token, rule)))),
  );
  const used = tokens.filter((token) => needed.includes(token) || extra.includes(token));
  const isWhole = used.every(({ concepts }) =>
    concepts.every(
      (concept) => matches(concept, kinds) || ['amount', 'role', 'there'].includes(kindOf(concept)),
    ),
  );
  if (
    (!isWhole && rule.make !== null && dropped.length === 0) ||
    isForbidden(rule, tokens, { needed, used, isAsked }) ||
    isDividedByWithout(tokens, needed, used)
  ) {
    return null;
  }
  const colour = needed.find((token) => isOf(token, 'colour')) ?? null;
  const not = tokens.findIndex((token) => isOf(token, 'not'));
  const last = Math.max(
    ...used.flatMap((token) =>
      needed.includes(token) || isOf(token, ...UNDOING) ? [tokens.indexOf(token)] : [],
    ),
  );
  const isNegated = not >= 0 && not < last && !used.some((token) => isOf(token, 'not'));
  return {
    match: {
      rule,
      used: isNegated
        ? tokens.filter(
            (token, at) =>
              at === not || (used.includes(token) && (at > not || needed.includes(token))),
          )
        : used,
      colour: colour?.concepts.find((concept) => kindOf(concept) === 'colour') ?? null,
      isNegated,
    },
    score: needed.length * 10 + extra.length + (rule.needs.length > 1 ? 3 : 0),
  };
}

/** Returns whether “without” stands between the words of a wish: “at the beach without my ex” denies no beach. */
function isDividedByWithout(
  tokens: readonly Token[],
  needed: readonly Token[],
  used: readonly Token[],
): boolean {
  const not = tokens.findIndex((token) => isOf(token, 'not'));
  const without = tokens[not];
  return (
    without !== undefined &&
    !used.includes(without) &&
    grammar.without.test(without.text) &&
    needed.some((token) => tokens.indexOf(token) > not) &&
    needed.some((token) => tokens.indexOf(token) < not && !isOf(token, ...targets))
  );
}

/** Concepts of verbs that take something away; denied they leave it. */
const UNDOING = ['remove', 'less', 'smooth', 'fix', 'conceal'];

/** Returns whether a denial is that of a verb after it: “Falten nicht entfernen”, not “no wrinkles”. */
function isUndoing(not: Token, tokens: readonly Token[]): boolean {
  return tokens.slice(tokens.indexOf(not) + 1).some((token) => isOf(token, ...UNDOING));
}

/** Finds the verb that a denial belongs to, where either could fulfil a need; undefined for none. */
function findUndone(tokens: readonly Token[], kinds: readonly string[]): Token | undefined {
  const not = tokens.find((token) => isOf(token, 'not'));
  return not !== undefined && kinds.includes('not') && isUndoing(not, tokens)
    ? tokens.find((token) => isOf(token, ...UNDOING) && hasAny(token, kinds))
    : undefined;
}

/** Returns whether a denial stands before all words of a wish: “no blur on my face” asks for none. */
function isBefore(token: Token, tokens: readonly Token[], needed: readonly Token[]): boolean {
  const at = tokens.indexOf(token);
  return needed.every((other) => tokens.indexOf(other) > at);
}

/** Returns whether a token repeats the meaning of another one, as in “pop art with halftone dots”. */
function isAgain({ concepts }: Token, needed: readonly Token[]): boolean {
  return (
    concepts.length > 0 &&
    concepts.every(
      (concept) =>
        !['colour', 'side', 'numbered', 'aspect', 'site', 'quote'].includes(kindOf(concept)) &&
        needed.some((token) => token.concepts.includes(concept)),
    )
  );
}

/**
 * Returns whether a token is free for a rule: optional colours do not belong to a wish when another rule needs them.
 */
function isFree(token: Token, rule: InstructionRule): boolean {
  return !isOf(token, 'colour') || rule.may.includes('colour') || rule.may.includes('colour:white');
}

/** Words of a clause that a rule explains. */
interface RuleWords {
  readonly needed: readonly Token[];
  readonly used: readonly Token[];
  /** True when the clause asks for something. */
  readonly isAsked: boolean;
}

/**
 * Returns whether left-over words forbid a rule. A wish that is not understood is better than an opposite effect or a
 * change of another part.
 */
function isForbidden(
  rule: InstructionRule,
  tokens: readonly Token[],
  { needed, used, isAsked }: RuleWords,
): boolean {
  if (rule.make === null) {
    return tokens.some((token) => isOf(token, ...rule.unless));
  }
  const left = tokens.filter((token) => !used.includes(token));
  const isAll = rule.touches.includes('all');
  // “hide the background” does not cover faces.
  const isWide =
    isAll || !rule.needs.some((need) => need.split('|').some((kind) => targets.includes(kind)));
  // “anime eyes” does not draw the whole image as anime.
  const isPart =
    rule.topic === 'style' &&
    left.some((token) => hasKind(token, SMALL_PARTS) && !isOf(token, 'background')) &&
    !tokens.some((token) => isOf(token, 'only', 'except', 'keep'));
  const hasWhere = left.some((token) => isOf(token, ...targets));
  return (
    isStatement(tokens, { needed, used, isAsked }) ||
    isPart ||
    left.some(
      (token) =>
        isOf(token, ...rule.unless) ||
        (hasKind(token, TURNING) && !(rule.canConfine && isOf(token, 'except') && hasWhere)) ||
        isOf(token, 'side') ||
        (isOf(token, 'there') && !rule.canConfine) ||
        (isOf(token, 'numbered') && !token.concepts.includes('numbered:1')) ||
        (isAll && isOf(token, 'colour') && !isDescribing(token, tokens)) ||
        (isWide &&
          !rule.canConfine &&
          hasKind(token, SMALL_PARTS) &&
          !isOf(token, ...rule.touches)),
    ) ||
    isState(needed, tokens, isAsked)
  );
}

/** Returns whether words deny an effect after it, or describe how something is, and ask for nothing. */
function isStatement(tokens: readonly Token[], { needed, used, isAsked }: RuleWords): boolean {
  // “The green is too zzz” is not too green.
  const isUnknownExcess = needed.some(
    (token) => isOf(token, 'too', 'zu') && tokens[tokens.indexOf(token) + 1]?.kind === 'unknown',
  );
  // “Let the rain stop” is no wish for rain.
  const end = tokens.at(-1);
  const isDeniedLast =
    end !== undefined &&
    isOf(end, 'not') &&
    !used.includes(end) &&
    !used.some((token) => isOf(token, 'only', 'except'));
  // “My skin is so smooth it looks fake” describes how it is.
  const isStated =
    !isAsked &&
    tokens.some((token) => isOf(token, 'is') && !used.includes(token)) &&
    needed.some(
      (token) =>
        isOf(token, 'smooth', 'smile', 'sad', 'slim', 'wide', 'hide') ||
        // “My face is blurry”
        (isOf(token, 'blur') && needed.some((part) => isOf(part, 'face'))) ||
        // “Grey is better”
        (isOf(token, 'enhance') && grammar.comparatives.test(token.text)),
    );
  // “He frowns, …”
  const isShown =
    !isAsked &&
    needed.some(
      (token) => isOf(token, 'smile', 'sad') && grammar.expressionStates.test(token.text),
    );
  // “The background is a beach, …”
  const is = tokens.findIndex((token) => isOf(token, 'is'));
  const place = tokens.findIndex((token) => isOf(token, 'place'));
  const isThere =
    !isAsked &&
    needed.some((token) => isOf(token, 'place')) &&
    is > 0 &&
    tokens.slice(0, is).some((token) => isOf(token, 'background')) &&
    (is === 1 || place < is);
  return isStated || isThere || isShown || isUnknownExcess || isDeniedLast;
}

/** Returns whether a colour only describes a part: “everything black and white except the blue eyes”. */
function isDescribing(token: Token, tokens: readonly Token[]): boolean {
  const next = tokens[tokens.indexOf(token) + 1];
  const before = tokens[tokens.indexOf(token) - 1];
  return (
    next !== undefined && before !== undefined && isOf(before, 'except') && isOf(next, ...targets)
  );
}

/** Looks that an image is also said to resemble: “it looks like a painting”. */
const RESEMBLED = 'sepia noir vintage pastel cartoon painted'.split(' ');

/** Effects that may also be statements: “it’s night, make it day” states, “make it look like it’s night” asks. */
export const STATES: readonly string[] = 'night golden rain snow fog mono'
  .split(' ')
  .concat(RESEMBLED);

/** Returns whether words only state how the image is: “the photo is dark”. */
function isState(needed: readonly Token[], tokens: readonly Token[], isAsked: boolean): boolean {
  const [only, ...more] = needed;
  return (
    only !== undefined &&
    more.length === 0 &&
    isOf(only, 'blur', 'grain', ...(isAsked ? [] : ['g', ...STATES])) &&
    (only.at.length === 1 || isOf(only, ...STATES)) &&
    !grammar.comparativeWords.test(only.text) &&
    !grammar.exposure.test(only.text) &&
    tokens.some((token) => isOf(token, 'is')) &&
    // “Sieht aus wie ein Foto aus den 70ern” may ask for it.
    !(isOf(only, ...RESEMBLED) && tokens.some((token) => isOf(token, 'from')))
  );
}

/**
 * Selects the wanted one of several colours: not the old colour (“from brown”, “instead of brown”) and not the colour
 * before the part (“the black shirt white”). Returns null where the choice is ambiguous.
 */
function pickColour(
  tokens: readonly Token[],
  target: Token | null,
): { readonly token: Token; readonly dropped: readonly Token[] } | null {
  // “von rot zu blau” does not complain about blue.
  if (target !== null && isOf(target, 'zu', 'too', 'less')) {
    return null;
  }
  const isTarget = (token: Token): boolean => isOf(token, ...COLOURED);
  const colours = tokens.filter((token) => isOf(token, 'colour'));
  const named = tokens.filter(isTarget);
  const turned = pickTurned(tokens, colours, named);
  if (turned !== null) {
    return turned;
  }
  if (named.length > 1) {
    const token = colours[target === null ? -1 : named.indexOf(target)];
    return named.length === colours.length && token !== undefined ? { token, dropped: [] } : null;
  }
  const before = (token: Token): Token | undefined => tokens[tokens.indexOf(token) - 1];
  const after = (token: Token): Token | undefined => tokens[tokens.indexOf(token) + 1];
  const isSource = (token: Token): boolean => {
    const previous = before(token);
    return previous !== undefined && isOf(previous, 'from', 'instead');
  };
  const wanted = colours.filter((token) => !isSource(token));
  const plain =
    wanted.length === 1
      ? wanted
      : wanted.filter((token, index) => {
          const next = after(token);
          return !(index === 0 && next !== undefined && isTarget(next));
        });
  const [token, ...others] = plain;
  return token === undefined || others.length > 0
    ? null
    : {
        token,
        dropped: tokens.filter(
          (other) =>
            (isOf(other, 'colour') && other !== token) ||
            isOf(other, 'from', 'to', 'zu', 'instead'),
        ),
      };
}

/**
 * Reads “brown eyes to blue eyes” and “blue eyes instead of brown eyes”: a part that is named twice gets one colour.
 */
function pickTurned(
  tokens: readonly Token[],
  colours: readonly Token[],
  named: readonly Token[],
): { readonly token: Token; readonly dropped: readonly Token[] } | null {
  const [first, second] = colours;
  const [part, again] = named;
  if (
    first === undefined ||
    second === undefined ||
    colours.length !== 2 ||
    part === undefined ||
    named.length !== 2 ||
    again?.concepts[0] !== part.concepts[0]
  ) {
    return null;
  }
  const between = tokens.slice(tokens.indexOf(first), tokens.indexOf(second));
  const isInto = between.some((token) => isOf(token, 'to', 'zu'));
  if (!isInto && !between.some((token) => isOf(token, 'instead'))) {
    return null;
  }
  const token = isInto ? second : first;
  const dropped = tokens.filter(
    (other) =>
      other === again ||
      (other !== token && colours.includes(other)) ||
      isOf(other, 'from', 'to', 'zu', 'instead'),
  );
  return { token, dropped };
}

/**
 * Returns whether an amount belongs to a wish: to the words after it, else to those before it (“heavy rain”, “warmer,
 * strongly”).
 */
function isBeside(tokens: readonly Token[], index: number, needed: readonly Token[]): boolean {
  const isWord = (token: Token): boolean =>
    !isOf(
      token,
      'amount',
      'more',
      'less',
      'only',
      'person',
      'picture',
      'pronoun',
      'colourword',
      'add',
      'is',
      'bigger',
    );
  const next = tokens.slice(index + 1).find(isWord);
  const last = tokens.slice(0, index).findLast(isWord);
  return next !== undefined
    ? needed.includes(next) || isOf(next, ...targets)
    : last !== undefined && (needed.includes(last) || isOf(last, ...targets));
}

function hasAny(token: Token, entries: readonly string[]): boolean {
  return token.concepts.some((concept) => matches(concept, entries));
}

function hasKind(token: Token, kinds: ReadonlySet<string>): boolean {
  return token.concepts.some((concept) => kinds.has(kindOf(concept)));
}

function matches(concept: string, entries: readonly string[]): boolean {
  return entries.includes(concept) || entries.includes(kindOf(concept));
}
