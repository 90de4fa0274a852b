/** Names the background that another one is to replace: “instead of the wall behind me”, “the green screen”. */
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { contentWords, isContentWord, isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { isOf, mergeTokens, type Token, toFiller } from '../tokens/token.ts';

/** Returns the words of a prompt; backgrounds that are to be replaced have names. */
export function nameExchanges(tokens: readonly Token[]): readonly Token[] {
  return splitAfter(joinCutout(closeInstead(tokens)), isDivider).flatMap((part) =>
    nameBeside(nameTidy(nameInstead(dropParticle(nameKeyed(exchangeQuotes(part), tokens))))),
  );
}

/** Joins “remove the background and put me on grey” to one new background. */
function joinCutout(tokens: readonly Token[]): readonly Token[] {
  const cut = tokens.findIndex((token) => isOf(token, 'transparent'));
  const cutout = tokens[cut];
  const mark = tokens.findIndex((token, at) => at > cut && isDivider(token));
  const divider = tokens[mark];
  const next = tokens.findIndex((token, at) => at > mark && isDivider(token));
  const after = tokens.slice(mark + 1, next < 0 ? tokens.length : next).filter(isSaid);
  return cutout !== undefined &&
    divider !== undefined &&
    divider.kind !== 'stop' &&
    !tokens.slice(cut + 1, mark).some(isSaid) &&
    after.some((token) => isOf(token, 'colour')) &&
    after.every((token) =>
      isOf(token, 'colour', 'person', 'to', 'wall', 'infront', 'background'),
    ) &&
    (after.some((token) => isOf(token, 'to', 'infront', 'background')) ||
      tokens.slice(mark + 1).some(({ text }) => grammar.captionSurfaces.test(text)))
    ? tokens.flatMap((token) =>
        token === cutout
          ? [{ ...token, concepts: ['background'] }]
          : token === divider
            ? [toFiller(token)]
            : [token],
      )
    : tokens;
}

/** Concepts of what a green screen may become. */
const GROUNDS = ['numbered', 'place', 'studio', 'transparent', 'blur', 'neutral'];

/** Reads “the green screen” as the background where another one is named. */
function nameKeyed(part: readonly Token[], prompt: readonly Token[]): readonly Token[] {
  const at = part.findIndex((token) => token.concepts.includes('colour:chroma'));
  const screen = part[at];
  const others = part.filter((token) => token !== screen);
  const isTuned =
    screen !== undefined &&
    grammar.definites.test(part[at - 1]?.text ?? '') &&
    others.some(
      (token) =>
        isOf(token, 'too', 'zu', 'lowlight') ||
        (isOf(token, 'colour', 'g') && grammar.comparatives.test(token.text)),
    );
  if (isTuned) {
    // “The green screen should be bluer” wants no other background.
    return part.with(at, { ...screen, kind: 'unknown', concepts: [] });
  }
  const isNew =
    part.slice(Math.max(0, at - 2), at).some(({ text }) => grammar.singulars.test(text)) ||
    part.slice(at + 1).some((token) => isOf(token, 'instead')) ||
    others.some((token) => isOf(token, 'background') || token.concepts.includes('colour:green'));
  // “Greenscreen raus und ein Zimmer rein” asks for another background, which no rule may know.
  const isRemoved =
    others.some((token) => isOf(token, 'remove')) &&
    prompt.every(
      (token) => part.includes(token) || !isSaid(token) || isOf(token, 'transparent', 'background'),
    );
  const isReplaced =
    isRemoved ||
    others.some((token) => isOf(token, ...GROUNDS)) ||
    (others.some((token) => isOf(token, 'colour')) &&
      grammar.definites.test(part[at - 1]?.text ?? ''));
  return screen !== undefined && !isNew && isReplaced
    ? part.with(at, { ...screen, concepts: ['background'] })
    : part;
}

/** Reads “the text “A” into “B”” and “change “A” to “B”” as words that are exchanged. */
function exchangeQuotes(part: readonly Token[]): readonly Token[] {
  const to = part.findIndex(
    (token, at) =>
      isOf(token, 'to') &&
      isOf(part[at - 1] ?? token, 'quote') &&
      isOf(part[at + 1] ?? token, 'quote'),
  );
  const old = part[to - 1];
  const [before, after] = [part[to], part[to + 1]];
  return old !== undefined && before !== undefined && after !== undefined
    ? [
        ...part.slice(0, to - 1),
        { ...mergeTokens('text', old, before, after), concepts: ['text', 'replace'] },
        ...part.slice(to + 2),
      ]
    : part;
}

/** Drops the particle at the end of “tausche … gegen … aus”. */
function dropParticle(part: readonly Token[]): readonly Token[] {
  const at = part.findLastIndex(isContentWord);
  const last = part[at];
  return last !== undefined &&
    isOf(last, 'from') &&
    last.at.length === 1 &&
    part.some((token) => isOf(token, 'replace'))
    ? part.with(at, toFiller(last))
    : part;
}

/** Removes the mark after “instead of the wall behind me, …”, which divides no wishes. */
function closeInstead(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.findIndex((token) => isOf(token, 'instead'));
  const before = tokens[start - 1];
  const mark = tokens.findIndex((token, at) => at > start && isDivider(token));
  const said = tokens.slice(start + 1, mark).filter(isSaid);
  const isOpening =
    start >= 0 &&
    mark > start &&
    tokens[mark]?.text === ',' &&
    (before === undefined || isDivider(before)) &&
    said.every((token) => isOf(token, 'wall', 'background', 'described')) &&
    said.some((token) => isOf(token, 'wall', 'background'));
  const next = tokens.findIndex((token, at) => at > mark && isDivider(token));
  const after = tokens.slice(mark + 1, next < 0 ? tokens.length : next);
  return isOpening && after.some((token) => isOf(token, ...MADE))
    ? tokens.filter((_, at) => at !== mark)
    : tokens;
}

/** Concepts of a background that is to be made. */
const MADE = ['colour', 'studio', 'numbered', 'place', 'wall', 'neutral'];
const BEFORE_GROUND = ['described', 'object', 'person', 'colour', 'smooth', 'place'];

/** Joins the background that another one is to replace: “statt der Wand hinter mir ein schlichtes Beige”. */
function nameInstead(part: readonly Token[]): readonly Token[] {
  const start = part.findIndex(isSaid);
  const instead = part[start];
  if (instead === undefined || !isOf(instead, 'instead')) {
    return part;
  }
  const end = findGroundEnd(part, start);
  const rest = part.slice(end + 1).filter(isContentWord);
  const isMade =
    end > start &&
    rest.some((token) => isOf(token, ...MADE)) &&
    rest.every(
      (token) =>
        token.kind === 'known' &&
        isOf(
          token,
          ...MADE,
          'picture',
          'amount',
          'described',
          'colourword',
          'background',
          'to',
          'from',
        ),
    );
  const hasGround = rest.some((token) => isOf(token, 'background'));
  const words = part.slice(start, end + 1);
  return isMade
    ? [
        ...part.slice(0, start),
        ...(hasGround ? words.map(toFiller) : [mergeTokens('background', ...words)]),
        ...part.slice(end + 1),
      ]
    : part;
}

/** Finds the last word of the background after “instead of”; an article begins the new one. */
function findGroundEnd(part: readonly Token[], start: number): number {
  let end = -1;
  for (const [at, token] of part.entries()) {
    if (at <= start) {
      continue;
    }
    const isGround = isOf(token, 'wall', 'background') && !(end > 0 && isOf(token, 'wall'));
    if (isGround) {
      end = at;
    } else if (
      isSaid(token)
        ? !(token.kind === 'unknown' || isOf(token, ...BEFORE_GROUND)) || end > 0
        : end > 0 && !grammar.definites.test(token.text)
    ) {
      break;
    }
  }
  return end;
}

/** Reads a clean background as a plain one; alone it says nothing that is to be done. */
function nameTidy(part: readonly Token[]): readonly Token[] {
  const ground = part.findIndex((token) => isOf(token, 'background', 'studio', 'wall'));
  const clean = part.findIndex(({ text }) => grammar.cleanliness.test(text));
  const [first, last] = [part[ground], part[clean]];
  if (
    first === undefined ||
    last === undefined ||
    part.some((token) => isOf(token, ...targets) && !isOf(token, 'background')) ||
    part.some((token) => isOf(token, 'not', 'remove', 'object', 'noisy', 'denoise', 'keep'))
  ) {
    return part;
  }
  const said = contentWords(part);
  return said.some(
    (token) => isOf(token, ...MADE, 'blur', 'bokeh', 'transparent') && token !== last,
  )
    ? part.with(clean, toFiller(last))
    : part.flatMap((token) =>
        token === first
          ? [{ ...mergeTokens('background', first, last), concepts: ['background', 'vague'] }]
          : token === last
            ? []
            : [token],
      );
}

/** Reads “my brother from picture 2 beside” and “… dazu” as beside the people of the first one. */
function nameBeside(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(({ text }) => grammar.besideAdverbs.test(text));
  const beside = part[at];
  const said = part.filter((token) => isContentWord(token) && token !== beside);
  const isOfPicture =
    beside !== undefined &&
    said.some((token) => isOf(token, 'person')) &&
    said.some((token) => isOf(token, 'numbered') && !token.concepts.includes('numbered:1')) &&
    said.every((token) => isOf(token, 'person', 'numbered', 'from', 'picture', 'add'));
  return isOfPicture
    ? part.with(at, { ...beside, kind: 'known', concepts: ['side:beside'] })
    : part;
}
