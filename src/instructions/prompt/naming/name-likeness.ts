/** Names what only illustrates the wish before it: “darker, like in a detective film”, “rain, it should feel cosy”. */
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
import { isNegation, isOf, mergeTokens, type Token, toFiller } from '../tokens/token.ts';

/** Effects of a whole image, which a likeness or a mood may illustrate. */
const EFFECTS =
  'g cartoon anime oil painted pencil watercolour pixels halftone neonlines mono sepia noir cinematic vintage pastel golden night rain snow fog bars border tape'.split(
    ' ',
  );
const STYLES = 'cartoon anime oil painted pencil watercolour pixels halftone neonlines'.split(' ');

/** Returns the words of a prompt; those that illustrate a wish mean nothing of their own. */
export function nameLikeness(tokens: readonly Token[]): readonly Token[] {
  const parts = splitAfter(
    nameStyleColours(dropNeonColours(dropSeasons(dropHabits(tokens)))),
    isDivider,
  );
  return parts.flatMap((part, at) => {
    const before = parts[at - 1] ?? [];
    const isNext = before.at(-1)?.text === ',' && hasEffect(before);
    return nameTeeth(
      // Unlike light and weather, a style makes no mood.
      dropMood(
        dropLikeness(part, isNext ? before : []),
        isNext && !before.some((token) => isOf(token, ...STYLES)),
      ),
      parts.slice(Math.max(0, at - PARTS_BEFORE), at).flat(),
    );
  });
}

/** Drops “like a winter morning” where its sentence asks for the tones of it. */
function dropSeasons(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    if (!isOf(token, 'season')) {
      return token;
    }
    const start = tokens.findLastIndex(({ kind }, index) => index < at && kind === 'stop');
    const isOfTone = tokens
      .slice(start + 1, at)
      .some(({ concepts }) => /^g:(?:warm|cool)er$/.test(concepts[0] ?? ''));
    return isOfTone ? silence(token) : token;
  });
}

/** Drops “like all the big streamers have it”, which says that others have the same. */
function dropHabits(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ text }) => grammar.habits.test(text))) {
    return tokens;
  }
  return splitAfter(tokens, isDivider).flatMap((part) => {
    const said = part.filter((token) => !isDivider(token));
    const start = said.findIndex(({ text }) => grammar.alike.test(text));
    const isHabit =
      said
        .slice(0, Math.max(0, start))
        .some((token) => isContentWord(token) && !isOf(token, 'amount')) &&
      said.length - start > 2 &&
      said.slice(-2).some(({ text }) => grammar.habits.test(text)) &&
      said.slice(start).some((token) => isOf(token, 'person') || token.kind === 'unknown') &&
      // “Half as strong as they do it” says how much.
      !said.slice(start).some((token) => isOf(token, 'amount', 'g', 'number', 'numbered'));
    return isHabit
      ? part.map((token) => (said.indexOf(token) >= start ? silence(token) : token))
      : part;
  });
}

/** Colours of the neon tint. */
const NEON = ['colour:pink', 'colour:magenta', 'colour:purple', 'colour:violet'];

/** Drops the colours that cyberpunk has anyway: “everything in purple and pink like cyberpunk”. */
function dropNeonColours(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isOf(token, 'neontint'))) {
    return tokens;
  }
  const colours = tokens.filter((token) => isOf(token, 'colour'));
  const isTinted =
    colours.length > 0 &&
    colours.every((token) => NEON.includes(token.concepts.join())) &&
    !tokens.some((token) =>
      isOf(token, 'background', 'hair', 'clothes', 'eyes', 'lips', 'light', 'quote', 'border'),
    );
  return isTinted
    ? tokens.map((token, at): Token => {
        const isBetween = isOf(token, 'and') && isNeon(tokens[at - 1]) && isNeon(tokens[at + 1]);
        return isNeon(token) || isBetween ? toFiller(token) : token;
      })
    : tokens;
}

function isNeon(token: Token | undefined): boolean {
  return token !== undefined && NEON.includes(token.concepts.join());
}

function hasEffect(part: readonly Token[]): boolean {
  return (
    part.some((token) => isOf(token, ...EFFECTS)) &&
    !part.some((token) => isNegation(token) || isOf(token, 'remove', 'less', 'keep', 'is'))
  );
}

const silence = (token: Token): Token => (isContentWord(token) ? toFiller(token) : token);

/** Drops “like a crime series” after its effect; alone it is one that is not understood. */
function dropLikeness(part: readonly Token[], last: readonly Token[]): readonly Token[] {
  const isNext = last.length > 0;
  const start = part.findIndex(({ text }) => grammar.alike.test(text.split(' ').at(-1) ?? ''));
  const before = part.slice(0, Math.max(0, start)).filter(isSaid);
  const after = part.slice(start + 1).filter(isContentWord);
  const isOpening = before.every(
    (token) => isOf(token, 'ageword', 'amount') || token.kind !== 'known',
  );
  const genre = part.findLastIndex(
    ({ text }, at) => at > start && text.split(' ').some((word) => grammar.genres.test(word)),
  );
  const isStyle = [...last, ...part.slice(0, start)].some((token) => isOf(token, ...STYLES));
  const isGenre =
    start >= 0 &&
    genre > start &&
    after.every(
      (token) =>
        // “With blood” after the genre, and “those Marilyn prints” of a style, say more.
        (token.kind === 'unknown' && !isStyle && part.indexOf(token) <= genre) ||
        grammar.genres.test(token.text) ||
        isOf(token, 'ageword', 'picture', 'to', 'from', 'described', 'vague') ||
        // “Like grandma’s photos”
        (isOf(token, 'person') && grammar.possessives.test(token.text)) ||
        // “Pop art like a comic book from the 60s”
        (isOf(token, 'vintage', ...STYLES) &&
          part.slice(0, start).some((style) => isOf(style, ...STYLES))) ||
        (token.kind === 'known' &&
          [...last, ...part].some(
            (other) => other !== token && other.concepts[0] === token.concepts[0],
          )),
    );
  const isOfSomebody =
    start > 0 &&
    hasEffect(part.slice(0, start)) &&
    after.length > 0 &&
    // “Sepia wie bei Oma”
    after.every((token) => isOf(token, 'person') && token.concepts.length === 1) &&
    !part.slice(0, start).some((token) => isOf(token, ...targets));
  if (isOfSomebody) {
    return part.map((token, at) => (at > start ? silence(token) : token));
  }
  return isGenre && (isNext ? isOpening : hasEffect(part.slice(0, start)))
    ? part.map((token, at) => (at > start || (isNext && isOpening) ? silence(token) : token))
    : part;
}

/** Drops “it should feel really cosy” after an effect that makes such a mood. */
function dropMood(part: readonly Token[], isNext: boolean): readonly Token[] {
  const [first] = part;
  const said = contentWords(part);
  const moods = said.filter((token) => token.kind === 'unknown' || isOf(token, 'vague'));
  return isNext &&
    first !== undefined &&
    (grammar.imagePronouns.test(first.text) || grammar.purposes.test(first.text)) &&
    part.some(({ text }) => grammar.feelingVerbs.test(text)) &&
    // “It looks sparkly” complains.
    part.some(({ text }) => grammar.seenModals.test(text)) &&
    moods.length === 1 &&
    said.every((token) => moods.includes(token) || isOf(token, 'is', 'amount', 'because'))
    ? part.map(silence)
    : part;
}

/** Joins colours that are said of a style, which has its own: “neon look, in blue and pink”. */
function nameStyleColours(tokens: readonly Token[]): readonly Token[] {
  const mark = tokens.findIndex(
    (token, at) =>
      token.text === ',' &&
      isOf(tokens.slice(at + 1).find(isSaid) ?? token, 'colour', 'to', 'fewcolours'),
  );
  const start = tokens.findLastIndex((token, at) => at < mark && isDivider(token));
  const style = tokens.slice(start + 1, Math.max(0, mark));
  const end = tokens.findIndex(
    (token, at) => at > mark && (token.kind === 'pause' || token.kind === 'stop'),
  );
  const said = tokens.slice(mark + 1, end < 0 ? tokens.length : end);
  const named = contentWords(said);
  return mark > 0 &&
    style.some((token) => isOf(token, ...STYLES)) &&
    !style.some((token) => isOf(token, ...targets, 'quote', 'text', 'border', 'bars')) &&
    named.some((token) => isOf(token, 'colour', 'fewcolours')) &&
    named.every((token) => isOf(token, 'colour', 'to', 'amount', 'fewcolours')) &&
    !said.some(({ kind }) => kind === 'verb')
    ? [
        ...tokens.slice(0, mark + 1),
        mergeTokens('stylecolour', ...said.filter(({ kind }) => kind === 'known')),
        ...(end < 0 ? [] : tokens.slice(end)),
      ]
    : tokens;
}

/** Reads “smile, but without teeth” as what a smile is anyway. */
function nameTeeth(part: readonly Token[], before: readonly Token[]): readonly Token[] {
  const said = contentWords(part);
  const [first, ...rest] = said;
  return first !== undefined &&
    isNegation(first) &&
    before.some((token) => isOf(token, 'smile')) &&
    rest.some((token) => isOf(token, 'teeth')) &&
    rest.every((token) => isOf(token, 'teeth') || grammar.showVerbs.test(token.text))
    ? [mergeTokens('identity', ...said), ...part.filter(isDivider)]
    : part;
}
