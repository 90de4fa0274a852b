/** Names the words that say how and where quoted words stand: “along the lower edge, half transparent, not over my face”. */
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { contentWords, isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, mergeTokens, type Token, toFiller } from '../tokens/token.ts';

const LOOKS = 'text quote colour colourword bigger smaller side edges outline lettering'.split(' ');
const UNTOUCHED = 'to add amount numbered object garment remove replace not is and'.split(' ');
/** Concepts of words that may say how letters are drawn. */
const TRAITS = ['font', 'level', 'bars', 'transparent', 'object', 'rotate', 'pose', 'shadowy'];
const ADDED: Token = { text: '', concepts: ['add'], kind: 'known', at: [] };
/** Largest number of words between a denial and the part that is to stay clear. */
const REACH = 6;

/** Returns the words of a prompt; where a sentence quotes what is to be written those of its look have names. */
export function nameCaptions(given: readonly Token[]): readonly Token[] {
  return given.some(isQuote)
    ? splitAfter(joinSentences(given), ({ kind }) => kind === 'stop').flatMap((sentence) =>
        sentence.some(isQuote) ? nameSentence(sentence) : sentence,
      )
    : given;
}

/** Joins a sentence that only says how the caption before it looks: “Text: SALE. Yellow, black outline, top left.” */
function joinSentences(tokens: readonly Token[]): readonly Token[] {
  const stop = tokens.findIndex(
    (token, at) => token.kind === 'stop' && isQuote(tokens[at - 1] ?? token),
  );
  const rest = tokens.slice(stop + 1);
  const end = rest.findIndex((token) => token.kind === 'stop' || isOf(token, 'because', 'reason'));
  const said = (end < 0 ? rest : rest.slice(0, end)).filter(isSaid);
  const isLook =
    stop > 0 &&
    said.some((token) => isOf(token, 'colour', 'side', 'bigger', 'smaller', 'outline')) &&
    said.every((token) => isOf(token, ...LOOKS, 'amount', 'and') && !isQuote(token));
  return isLook
    ? tokens.with(stop, { ...(tokens[stop] ?? ADDED), text: ',', kind: 'pause' })
    : tokens;
}

function nameSentence(sentence: readonly Token[]): readonly Token[] {
  const parts = joinOutline(
    splitAfter(joinLooks(nameSides(nameClear(nameReads(sentence)))), isDivider),
  );
  return nameNumbers(
    parts.flatMap((part, at) => {
      const isAfter = parts.slice(0, at).some((before) => before.some(isQuote));
      const field = isAfter || part.some(isQuote) ? nameField(part) : part;
      return addQuoted(
        nameTraits(nameUncovered(nameModest(nameStanding(field), isAfter)), isAfter),
        parts[at - 1],
      );
    }),
  );
}

/** Joins the outline of letters to a caption at a place where none stands: “under my face and put an outline around it”. */
function joinOutline(parts: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  const at = parts.findIndex((part, index) => {
    const after = contentWords(parts[index + 1] ?? []);
    return (
      part.some(isQuote) &&
      part.some((token) => isOf(token, 'face', 'person', 'object')) &&
      after.some((token) => isOf(token, 'outline', 'rim', 'border')) &&
      after.every((token) => isOf(token, 'outline', 'rim', 'border', 'colour', 'text', 'amount'))
    );
  });
  const [caption, outline] = parts.slice(at, at + 2);
  return at < 0 || caption === undefined || outline === undefined
    ? parts
    : parts.toSpliced(at, 2, [
        ...caption.filter((token) => !isDivider(token)),
        ...outline.map((token): Token =>
          token.kind === 'verb' ? { ...token, kind: 'filler' } : token,
        ),
      ]);
}

/** Reads “a subtitle reading “Hi”” as one that says it. */
function nameReads(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) =>
    grammar.captionReads.test(token.text) && isQuote(tokens[at + 1] ?? token)
      ? toFiller(token)
      : token,
  );
}

/** Joins a noun and its looks to the quote after a colon: “one word, huge, in the middle: “OOPS””. */
function joinLooks(tokens: readonly Token[]): readonly Token[] {
  const quote = tokens.findIndex(
    (token, at) =>
      isQuote(token) &&
      (tokens[at - 1]?.text === ':' ||
        // “My name, "Tom", at the top”
        (tokens[at - 1]?.text === ',' && isOf(tokens[at - 2] ?? token, 'text'))),
  );
  const noun = tokens.findLastIndex((token, at) => at < quote && isOf(token, 'text'));
  const mark = tokens.findLastIndex(({ kind }, at) => at < quote - 1 && kind === 'pause');
  // “Unten klein in Weiß: "Foto von Jana"”
  const isPlaced = noun < 0 && tokens.slice(mark + 1, quote).some((token) => isOf(token, 'side'));
  const between = tokens.slice((isPlaced ? mark : noun) + 1, Math.max(0, quote));
  return (noun >= 0 || isPlaced) &&
    between.every(
      (token) =>
        token.kind !== 'unknown' &&
        (token.kind !== 'known' || isOf(token, ...LOOKS, 'to', 'amount')),
    )
    ? tokens.filter((token) => token.kind !== 'pause' || !between.includes(token))
    : tokens;
}

/** Names the colour of a field behind letters, which no step draws: “red on white”. */
function nameField(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, index) => {
    const [on, field, next] = tokens.slice(index + 1, index + 4);
    return (
      isOf(token, 'colour') &&
      on !== undefined &&
      field !== undefined &&
      grammar.paths.test(on.text) &&
      isOf(field, 'colour') &&
      (next === undefined || isDivider(next) || next.kind === 'stop' || isOf(next, 'quote', 'side'))
    );
  });
  return at < 0
    ? tokens
    : [
        ...tokens.slice(0, at + 1),
        mergeTokens('lettering', ...tokens.slice(at + 1, at + 3)),
        ...tokens.slice(at + 3),
      ];
}

/** Reads “stehen” beside what is quoted as how it stands, not as a pose. */
function nameStanding(part: readonly Token[]): readonly Token[] {
  return part.some(isQuote) && !part.some((token) => isOf(token, 'person', 'pronoun'))
    ? part.map((token) =>
        grammar.standing.test(token.text) ? { ...token, concepts: ['text'] } : token,
      )
    : part;
}

/** Reads “not too big” and “plain” after a caption as the usual size. */
function nameModest(part: readonly Token[], isAfter: boolean): readonly Token[] {
  const said = contentWords(part);
  const [first] = said;
  const has = (...kinds: readonly string[]): boolean => said.some((token) => isOf(token, ...kinds));
  const isModest =
    isAfter &&
    first !== undefined &&
    ((has('nottoo', 'less', 'not') && has('bigger', 'smaller', 'amount')) || has('wall')) &&
    said.every((token) =>
      isOf(token, 'nottoo', 'less', 'not', 'bigger', 'smaller', 'amount', 'wall', 'text', 'font'),
    );
  return isModest
    ? part.flatMap((token) =>
        token === first ? [mergeTokens('text', ...said)] : said.includes(token) ? [] : [token],
      )
    : part;
}

/** Names edges and corners as places: “the lower edge”, “the upper right hand corner”, “under it”. */
function nameSides(tokens: readonly Token[]): readonly Token[] {
  const named: Token[] = [];
  const isPlacedElsewhere = tokens.some((token) => isOf(token, 'side'));
  for (const [at, token] of tokens.entries()) {
    if (grammar.captionAcross.test(token.text)) {
      // “Across the photo”; “across the bottom” names the place.
      named.push(
        isPlacedElsewhere
          ? toFiller(token)
          : { ...token, kind: 'known', concepts: ['side:middle'] },
      );
      continue;
    }
    const next = tokens[at + 1];
    const before = named.findLast(({ kind }) => kind !== 'filler');
    const isPlace =
      next !== undefined && (isOf(next, 'side') || grammar.captionEdges.test(next.text));
    const side = grammar.uppers.test(token.text)
      ? 'top'
      : grammar.lowers.test(token.text)
        ? 'bottom'
        : null;
    const isUnder =
      grammar.beneath.test(token.text) || grammar.beneath.test(`${token.text} ${next?.text ?? ''}`);
    const isEdge =
      grammar.captionEdges.test(token.text) && before !== undefined && isOf(before, 'side');
    named.push(
      side !== null && isPlace
        ? { ...token, kind: 'known', concepts: [`side:${side}`] }
        : isUnder && token.kind === 'unknown'
          ? { ...token, kind: 'known', concepts: ['side:bottom'] }
          : isEdge ||
              grammar.captionAnywhere.test(token.text) ||
              // “Under my face”
              (token.kind === 'unknown' && grammar.locations.test(token.text))
            ? toFiller(token)
            : token,
    );
  }
  return named;
}

/** Names what words are not to cover: “somewhere it doesn’t cover my face”, “nicht übers Gesicht”. */
function nameClear(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.findIndex(
    (token, at) =>
      (isNegation(token) || isOf(token, 'not') || grammar.apart.test(token.text)) &&
      tokens.slice(0, at).some(isQuote),
  );
  const end = tokens.findIndex(
    (token, at) => at > start && isOf(token, 'face', 'person', 'pronoun'),
  );
  const between = tokens.slice(start + 1, end);
  // “Without covering my face”: the verb may end the clause instead.
  const after = tokens.slice(end + 1).find((token) => !isOf(token, 'zu'));
  const isEnded = after !== undefined && isOf(after, 'conceal', 'hide');
  const isClear =
    start >= 0 &&
    end > start &&
    between.length < REACH &&
    (grammar.apart.test(tokens[start]?.text ?? '') || between.some(isCovering) || isEnded) &&
    between.every(
      (token) =>
        token.kind === 'filler' ||
        token.kind === 'verb' ||
        isOf(token, 'to', 'not') ||
        isCovering(token),
    );
  const before = tokens[start - 1];
  // “Keep it off my face”
  const named = tokens[start - 2];
  const first =
    before !== undefined && grammar.objectPronouns.test(before.text) && named !== undefined
      ? start -
        // “Somewhere where it doesn’t cover my face”
        (isOf(named, 'keep') || grammar.questions.test(named.text) ? 2 : 0)
      : start;
  const last = isEnded ? tokens.indexOf(after, end) : end;
  return isClear
    ? [
        ...tokens.slice(0, first),
        mergeTokens('cleared', ...tokens.slice(first, last + 1)),
        ...tokens.slice(last + 1),
      ]
    : tokens;
}

/** Names a clause that only says what is not to be covered: “mein Gesicht bitte nicht verdecken”. */
function nameUncovered(part: readonly Token[]): readonly Token[] {
  const said = part.filter(
    (token) => (token.kind === 'known' || token.kind === 'unknown') && !isOf(token, 'and', 'zu'),
  );
  const [first] = said;
  const has = (...kinds: readonly string[]): boolean => said.some((token) => isOf(token, ...kinds));
  const isUncovered =
    has('not') &&
    has('conceal') &&
    has('face', 'person', 'pronoun') &&
    said.every((token) => isOf(token, 'not', 'conceal', 'face', 'person', 'pronoun'));
  return isUncovered
    ? part.flatMap((token) =>
        token === first ? [mergeTokens('cleared', ...said)] : said.includes(token) ? [] : [token],
      )
    : part;
}

/** Returns whether a word says that something lies over another: “cover”, “over”. */
function isCovering(token: Token): boolean {
  return (
    isOf(token, 'conceal', 'hide', 'infront') ||
    grammar.paths.test(token.text) ||
    grammar.locations.test(token.text)
  );
}

/** Names how letters are drawn, which no step does: “half transparent”, “in a clean font”, “with a shadow”. */
function nameTraits(given: readonly Token[], isAfter: boolean): readonly Token[] {
  const part = nameOutline(given);
  const isNamed = part.some((token) => isOf(token, 'quote', 'text'));
  // “…, half transparent” is said of the words, “make the shadows lighter” and “neon look” of the image.
  const isOnlyTraits =
    isAfter &&
    part.every(
      (token, at) =>
        token.kind !== 'verb' &&
        (token.kind !== 'known' ||
          isOf(token, ...LOOKS, ...TRAITS, 'and', 'amount', 'to') ||
          // “White on a dark bar”
          [token, part[at + 1] ?? token].some(
            (one) => isOf(one, 'place') && grammar.captionGrounds.test(one.text),
          )),
    );
  const isOfLetters = isNamed || isOnlyTraits;
  const quote = part.findIndex(isQuote);
  return joinGround(
    part.map((token, at) => {
      const next = part[at + 1];
      const isBeforeText =
        next !== undefined &&
        next.kind === 'known' &&
        isOf(next, 'text') &&
        part.slice(0, at).some(isQuote);
      const isTrait =
        isOf(token, 'font') ||
        grammar.captionLettering.test(token.text) ||
        // “Like a meme”
        (grammar.captionModels.test(token.text) &&
          part.slice(Math.max(0, at - 3), at).some(({ text }) => grammar.alike.test(text))) ||
        ((isAfter || (quote >= 0 && quote < at)) && grammar.captionGrounds.test(token.text)) ||
        // “In spooky letters”
        (isBeforeText && grammar.writtenStyles.test(token.text)) ||
        // “In a clean font”; “in big white letters” says what is done.
        (isBeforeText &&
          !isOf(token, ...LOOKS, ...targets, ...UNTOUCHED) &&
          (token.kind === 'known' || token.kind === 'unknown'));
      return isOfLetters && isTrait && !isOf(token, 'background', 'quote')
        ? { ...token, kind: 'known' as const, concepts: ['lettering'] }
        : token;
    }),
  );
}

/** Joins the colour of what letters stand on with it: “on a white bar”. */
function joinGround(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(
    (token) => isOf(token, 'lettering') && grammar.captionGrounds.test(token.text),
  );
  const [colour, ground] = part.slice(Math.max(0, at - 1), at + 1);
  return at > 0 && colour !== undefined && ground !== undefined && isOf(colour, 'colour', 'g')
    ? part.toSpliced(at - 1, 2, mergeTokens('lettering', colour, ground))
    : part;
}

/** Names the rim of letters, beside which their own colour stands: “yellow with a black edge”. */
function nameOutline(part: readonly Token[]): readonly Token[] {
  const [letters, line] = part.filter((token) => isOf(token, 'colour'));
  const rim = part.find(
    (token) => isOf(token, 'rim', 'border', 'edges') || grammar.captionEdges.test(token.text),
  );
  const isOfLetters =
    letters !== undefined &&
    line !== undefined &&
    rim !== undefined &&
    part.indexOf(rim) > part.indexOf(line) &&
    part.every(
      (token) =>
        token.kind !== 'known' ||
        token === rim ||
        isOf(token, ...LOOKS, 'add', 'to', 'amount', 'font'),
    );
  return isOfLetters
    ? part.map((token) =>
        token === rim ? { ...token, kind: 'known' as const, concepts: ['outline'] } : token,
      )
    : part;
}

/** Reads a quote after a colon as a caption: “a thumbnail: “Done” in yellow”. */
function addQuoted(part: readonly Token[], before: readonly Token[] | undefined): readonly Token[] {
  const said = part.filter(({ kind }) => kind === 'known' || kind === 'unknown');
  const isOfPicture =
    before?.at(-1)?.text === ':' &&
    before
      .slice(0, -1)
      .every(
        (token) =>
          token.kind === 'filler' || token.kind === 'verb' || isOf(token, 'picture', 'add', 'side'),
      );
  const written = said.filter((token) => !isOf(token, 'and'));
  const [first] = written;
  const quote = written.find(isQuote);
  // “"Happy Easter" in green, please”
  const [opening] = part.filter(({ text }) => !grammar.politeness.test(text));
  const hasLook = written.some((token) =>
    isOf(token, 'colour', 'bigger', 'smaller', 'lettering', 'outline'),
  );
  const isLetters = first !== undefined && isOf(first, 'lettering');
  const isAlone = before === undefined && opening === first && (hasLook || isLetters);
  // “Brighter, and "Sale" in red”, “…, und "Neu" dazu”
  const isEnded =
    written.length === 1 && part.some(({ text }) => grammar.captionAdditions.test(text));
  const isNext =
    before !== undefined && (hasLook || isEnded) && !part.some(({ kind }) => kind === 'verb');
  return (isOfPicture || isAlone || isNext) &&
    quote !== undefined &&
    (isNext || quote === written.find((token) => !isOf(token, 'lettering'))) &&
    written.every((token) => isOf(token, ...LOOKS, 'to', 'amount', 'cleared'))
    ? part.flatMap((token) => (token === quote ? [token, ADDED] : [token]))
    : part;
}

/** Reads numbers of images in a row as the sides of it: “label 1 “before” and 2 “after”, side by side”. */
function nameNumbers(tokens: readonly Token[]): readonly Token[] {
  const said = tokens.filter(({ kind }) => kind === 'known' || kind === 'unknown');
  const numbers = said.filter((token) => isOf(token, 'numbered'));
  const isRow =
    said.some((token) => isOf(token, 'beside')) &&
    numbers.length === 2 &&
    numbers.every((token, at) => token.concepts.includes(`numbered:${at + 1}`)) &&
    // “1 “before” and 2 “after””, ““before” on 1 and “after” on 2”
    [1, -1].some((step) =>
      numbers.every((token) => {
        const beside = said[said.indexOf(token) + step];
        return beside !== undefined && isQuote(beside);
      }),
    );
  return isRow
    ? tokens.flatMap((token) =>
        numbers.includes(token)
          ? [
              { ...token, concepts: ['picture'] },
              {
                ...ADDED,
                concepts: [token.concepts.includes('numbered:1') ? 'side:left' : 'side:right'],
              },
            ]
          : // “Put them side by side” means the images.
            [grammar.peoplePronouns.test(token.text) ? { ...token, concepts: ['picture'] } : token],
      )
    : tokens;
}

function isQuote(token: Token): boolean {
  return isOf(token, 'quote');
}
