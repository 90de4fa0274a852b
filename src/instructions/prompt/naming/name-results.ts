/**
 * Names what is said of a result, not of an effect: “I want a sad mood”, “I don’t want it to look edited”, “so you can
 * still see the shelves”.
 */
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import {
  PARTS_BEFORE,
  contentWords,
  isContentWord,
  isDivider,
  isSaid,
  splitAfter,
} from '../clauses/segments.ts';
import { isNegation, isOf, mergeTokens, type Token, valueOf, toFiller } from '../tokens/token.ts';

/** Largest number of words between a denial and what it denies. */
const REACH = 8;

/** Returns the words of a prompt; those that are said of its result have names. */
export function nameResults(tokens: readonly Token[]): readonly Token[] {
  const parts = splitAfter(dropBetter(exceptBut(tokens)), isDivider).map(exceptOnly);
  return parts.flatMap((part, at) => {
    const context: Context = {
      before: parts.slice(Math.max(0, at - PARTS_BEFORE), at).flat(),
      joint: parts[at - 1]?.at(-1),
    };
    return nameLipstick(
      nameGoing(
        nameMood(
          nameSeen(
            nameSome(nameUnedited(nameFake(nameLamplight(nameWithout(part, context)))), context),
            context,
          ),
        ),
      ),
      tokens,
    );
  });
}

/** Reads “everything black and white but my eyes” as an exception. */
function exceptBut(tokens: readonly Token[]): readonly Token[] {
  const but = tokens.findIndex(
    (token) => isOf(token, 'and') && grammar.exclusionJoints.test(token.text),
  );
  const joint = tokens[but];
  const start = tokens.findLastIndex((token, at) => at < but && isDivider(token));
  const end = tokens.findIndex((token, at) => at > but && isDivider(token));
  const before = tokens.slice(start + 1, Math.max(0, but));
  const after = tokens.slice(but + 1, end < 0 ? tokens.length : end).filter(isSaid);
  return joint !== undefined &&
    before.some(({ text }) => grammar.totals.test(text)) &&
    before.some((token) => isOf(token, 'mono', 'blur', 'remove', 'hide', 'g')) &&
    after.length > 0 &&
    after.length < 3 &&
    after.every((token) => isOf(token, ...targets))
    ? tokens.with(but, { ...joint, concepts: ['except'] })
    : tokens;
}

/** Reads “everything black and white only the green eyes not” within one clause as an exception. */
function exceptOnly(part: readonly Token[]): readonly Token[] {
  const said = contentWords(part);
  const only = said.findIndex((token) => isOf(token, 'only'));
  const last = said.at(-1);
  const [start, after] = [said.slice(0, Math.max(0, only)), said.slice(only + 1, -1)];
  const isExcept =
    last !== undefined &&
    isOf(last, 'not') &&
    grammar.negators.test(last.text) &&
    start.some((token) => isOf(token, 'mono')) &&
    start.every((token) => isOf(token, 'mono', 'picture')) &&
    after.filter((token) => isOf(token, ...targets)).length === 1 &&
    after.every((token) => isOf(token, ...targets, 'colour'));
  return isExcept
    ? part.flatMap((token) =>
        token === said[only]
          ? [mergeTokens('except', token, last)]
          : // Which eyes they are only tells them apart.
            token === last || (after.includes(token) && isOf(token, 'colour'))
            ? []
            : [token],
      )
    : part;
}

/** Drops the second half of “the darker the better” and “je dunkler, desto besser”. */
function dropBetter(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      isOf(token, 'enhance') &&
      grammar.comparatives.test(token.text) &&
      grammar.degreeAdverbs.test(tokens[index - 1]?.text ?? ''),
  );
  const start = tokens.findLastIndex(
    (token, index) =>
      index < at &&
      grammar.comparatives.test(token.text) &&
      grammar.degreeAdverbs.test(tokens[index - 1]?.text ?? ''),
  );
  return start > 0
    ? tokens.map((token, index) =>
        index === at || (index < at && grammar.degreeAdverbs.test(token.text))
          ? toFiller(token)
          : token,
      )
    : tokens;
}

/** Reads “no dark circles” and “no yellow tint” as a wish to be without them, and “better not so bright” as one that compares nothing. */
function nameWithout(part: readonly Token[], { before }: Context): readonly Token[] {
  const said = contentWords(part);
  const [first, second] = said;
  const isWithout =
    first !== undefined &&
    isOf(first, 'not') &&
    said.length > 1 &&
    said
      .slice(1)
      .every((token) =>
        isOf(token, 'undereyes', 'eyes', 'cast', 'tint', 'colour', 'amount', 'person'),
      );
  const isBetter =
    first !== undefined &&
    second !== undefined &&
    isOf(first, 'enhance') &&
    grammar.comparatives.test(first.text) &&
    isOf(second, 'not', 'less', 'nottoo');
  const isCast =
    first !== undefined &&
    // “Warmer, no yellow tint” limits the warmth, and “not tinted” asks for nothing.
    !before.some((token) => isOf(token, 'g')) &&
    grammar.absences.test(first.text) &&
    said.some((token) => isOf(token, 'cast', 'tint')) &&
    said.some((token) => isOf(token, 'colour'));
  return isWithout && (isCast || said.some((token) => isOf(token, 'undereyes')))
    ? part.map((token) =>
        token === first
          ? { ...token, concepts: ['remove'] }
          : isOf(token, 'tint') && token.concepts.length === 1
            ? { ...token, concepts: ['cast'] }
            : token,
      )
    : isBetter
      ? part.map((token) => (token === first ? toFiller(token) : token))
      : part;
}

/** Reads “the light is so yellow” as a complaint of a cast. */
function nameLamplight(part: readonly Token[]): readonly Token[] {
  const said = contentWords(part);
  const light = said.find((token) => isOf(token, 'light') && token.concepts.length === 1);
  const isTinged =
    light !== undefined &&
    said.some((token) => isOf(token, 'colour')) &&
    said.some((token) => isOf(token, 'is')) &&
    (said.some((token) => isOf(token, 'too', 'zu', 'amount')) ||
      part.some(({ text }) => grammar.conclusions.test(text) || grammar.impressions.test(text))) &&
    said.every((token) => token === light || isOf(token, 'colour', 'is', 'too', 'zu', 'amount'));
  return isTinged
    ? part.map((token) => (token === light ? { ...token, concepts: ['picture'] } : token))
    : part;
}

/** Reads the adjective of “not that fake white” as one that says nothing of its own. */
function nameFake(part: readonly Token[]): readonly Token[] {
  const not = part.findIndex((token) => isNegation(token) || isOf(token, 'except'));
  return not < 0
    ? part
    : part.map((token, at) => {
        const next = part.slice(at + 1).find(isSaid);
        return at > not &&
          token.kind === 'unknown' &&
          grammar.artifice.test(token.text) &&
          next !== undefined &&
          isOf(next, 'colour')
          ? { ...token, kind: 'known' as const, concepts: ['described'] }
          : token;
      });
}

/** Reads “I don’t want it to look edited” as a wish to change nothing else. */
function nameUnedited(part: readonly Token[]): readonly Token[] {
  const not = part.findIndex(
    (token) =>
      isNegation(token) ||
      isOf(token, 'except', 'unwanted') ||
      // “Nicht so künstlich”
      (isOf(token, 'less') && grammar.negators.test(token.text.split(' ')[0] ?? '')),
  );
  const end = part.findLastIndex((token) => grammar.artifice.test(token.text));
  const [first, last] = [part[not], part[end]];
  const between = part.slice(not + 1, Math.max(0, end));
  const before = part.slice(0, Math.max(0, not)).filter(isSaid);
  const isDenied =
    first !== undefined &&
    last !== undefined &&
    end > not &&
    end - not < REACH &&
    between.every(isBetween) &&
    !part
      .slice(end + 1)
      // “Keine Puppe aus mir machen”
      .some((token) => isContentWord(token) && !isOf(token, 'from')) &&
    !before.some((token) => isOf(token, 'is')) &&
    // “Without the filter make it look edited” asks for it.
    !(grammar.definites.test(part[not + 1]?.text ?? '') && between.some(isVerb));
  // “The skin shouldn’t look fake” names a part, “whiten my teeth without making it look fake” asks for something.
  const isOfPart = before.every((token) => isOf(token, ...targets, 'picture', 'pronoun'));
  const start = isOfPart ? part.findIndex((token) => before[0] === token || first === token) : not;
  return isDenied && (isOfPart || !grammar.negators.test(first.text))
    ? [
        ...part.slice(0, start),
        mergeTokens('identity', ...part.slice(start, end + 1)),
        ...part.slice(end + 1),
      ]
    : part;
}

function isVerb({ kind }: Token): boolean {
  return kind === 'verb';
}

function isBetween(token: Token): boolean {
  return (
    !isSaid(token) ||
    isOf(token, 'to', 'is', 'too', 'zu', 'amount', 'picture', 'identity', 'more', 'person') ||
    grammar.artifice.test(token.text)
  );
}

interface Context {
  /** The words of the parts before the part. */
  readonly before: readonly Token[];
  /** The mark or conjunction before the part. */
  readonly joint: Token | undefined;
}

/** Reads “the wrinkles, but not all of them” as a small amount. */
function nameSome(part: readonly Token[], { before }: Context): readonly Token[] {
  const said = part.filter((token) => isSaid(token) && !isOf(token, 'and'));
  const [not, all] = said.slice(-2);
  const marks = said.length > 2 ? said.slice(0, -2) : before.slice(-REACH);
  const isLeft =
    said.length === 1 &&
    said.every((token) => isOf(token, 'keep')) &&
    hasWord(part, grammar.fews) &&
    before.slice(-REACH).some((token) => isOf(token, 'blemish'));
  if (isLeft) {
    // “Wrinkles gone, but keep some”
    return part.map((token) =>
      isOf(token, 'keep') ? { ...token, concepts: ['amount:0.35'] } : token,
    );
  }
  const isSome =
    not !== undefined &&
    all !== undefined &&
    (isNegation(not) || isOf(not, 'except')) &&
    grammar.totals.test(all.text) &&
    marks.some((token) => isOf(token, 'blemish'));
  return isSome
    ? part.flatMap((token) =>
        token === not ? [mergeTokens('amount:0.35', not, all)] : token === all ? [] : [token],
      )
    : part;
}

/** Concepts of what may be said to stay visible. */
const VISIBLE = [...targets, 'blemish', 'identity'];
/** Concepts of things, which only less of a blur keeps visible. */
const THINGS = ['object', 'garment', 'sky', 'wall', 'place'];
const BESIDE_VISIBLE = [
  'amount',
  'hide',
  'and',
  'to',
  'zu',
  'more',
  'is',
  'enhance',
  'picture',
  'smooth',
];

/** Reads “so you can still see the shelves” and “mein Gesicht soll man noch erkennen” as what is to stay visible. */
function nameSeen(part: readonly Token[], { before, joint }: Context): readonly Token[] {
  const said = part.filter((token) => isSaid(token) && !isOf(token, 'and'));
  const isLimit =
    (joint !== undefined && isOf(joint, 'and') && !grammar.additions.test(joint.text)) ||
    hasWord(part, grammar.seenModals);
  const isSeen =
    before.some(isSaid) &&
    isLimit &&
    hasWord(part, grammar.stillAdverbs) &&
    hasWord(part, grammar.seeing) &&
    said.every(
      (token) => token.kind === 'unknown' || isOf(token, ...VISIBLE, ...THINGS, ...BESIDE_VISIBLE),
    );
  const isOfPeople = said.some((token) => isOf(token, ...targets) && !isOf(token, 'background'));
  const isBlurred = before.some((token) => isOf(token, 'blur')) && !isOfPeople;
  // Nothing keeps the dog of “darker, but you should still see the dog” visible.
  const isKnown = said.every(
    (token) =>
      isOf(token, ...VISIBLE, ...BESIDE_VISIBLE) ||
      (token.kind === 'unknown' && isSeeing(token.text)),
  );
  if (!isSeen || !(isBlurred || isKnown)) {
    return part;
  }
  const words = part.filter((token) => !isDivider(token));
  const merged = mergeTokens(isBlurred ? 'amount:0.35' : 'identity', ...words);
  return [merged, ...part.filter(isDivider)];
}

function isSeeing(text: string): boolean {
  return (
    grammar.seeing.test(text) || grammar.stillAdverbs.test(text) || grammar.seenModals.test(text)
  );
}

function hasWord(part: readonly Token[], expression: RegExp): boolean {
  return part.some(({ text }) => text.split(' ').some((word) => expression.test(word)));
}

/** Reads “a sad mood” and “make the picture look happy” as the mood of the image, not as an expression. */
function nameMood(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex((token) => isOf(token, 'sad', 'smile', 'expression'));
  const feeling = part[at];
  const next = part.slice(at + 1).find(({ text }) => !grammar.determiners.test(text));
  if (feeling === undefined) {
    return part;
  }
  if (next !== undefined && grammar.moods.test(next.text)) {
    const end = part.indexOf(next);
    return [...part.slice(0, at), mergeTokens('vague', feeling, next), ...part.slice(end + 1)];
  }
  const isOfImage =
    part.some((token) => isOf(token, 'picture') || grammar.imagePronouns.test(token.text)) &&
    !part.some(
      (token) =>
        isOf(token, ...targets, 'object', 'not', 'remove') ||
        grammar.firstPerson.test(token.text) ||
        grammar.personalPronouns.test(token.text),
    );
  // “So that it looks friendly” states what a wish is for.
  const isPurpose = part.slice(0, at).some((token) => isOf(token, 'because'));
  return isOfImage
    ? part.with(at, isPurpose ? toFiller(feeling) : { ...feeling, concepts: ['vague'] })
    : part;
}

/** Gives lipstick for which no word names a colour the usual one: “a bit of lipstick”. */
function nameLipstick(part: readonly Token[], prompt: readonly Token[]): readonly Token[] {
  const said = contentWords(part);
  const isPutOn =
    said.some(({ text }) => grammar.lipsticks.test(text)) &&
    said.every(
      (token) =>
        grammar.lipsticks.test(token.text) || isOf(token, 'amount', 'add', 'person', 'more'),
    ) &&
    !prompt.some((token) => isOf(token, 'colour', 'rosy', 'numbered'));
  return isPutOn
    ? [
        ...part.filter((token) => !isDivider(token)),
        { text: '', concepts: ['colour:burgundy'], kind: 'known', at: [] },
        ...part.filter(isDivider),
      ]
    : part;
}

/** Reads “go darker” as “become darker”, “nimm … zurück” as less, and “the man on the right should go” as a wish to be without him. */
function nameGoing(part: readonly Token[]): readonly Token[] {
  const hasTone = part.some((token) => isOf(token, 'colourword', 'axis'));
  return part.map((token, at) => {
    if (
      hasTone &&
      grammar.returns.test(token.text) &&
      part.slice(0, at).some(({ text }) => grammar.removers.test(text))
    ) {
      // “Nimm die Farben etwas zurück”
      return { ...token, kind: 'known' as const, concepts: ['less'] };
    }
    if (token.kind !== 'unknown' || !grammar.going.test(token.text)) {
      return token;
    }
    const next = part.slice(at + 1).find((other) => isSaid(other) && !isOf(other, 'amount'));
    return next === undefined
      ? part.slice(0, at).some((other) => isOf(other, 'person', 'bystander', 'object', 'text'))
        ? { ...token, kind: 'known' as const, concepts: ['remove'] }
        : token
      : isOf(next, 'g', 'colour', 'blur', 'mono', 'from', 'to') && valueOf(next, 'side') === null
        ? { ...token, kind: 'filler' as const }
        : token;
  });
}
