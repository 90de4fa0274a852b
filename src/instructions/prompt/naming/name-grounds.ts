/** Names what is said of backgrounds: “image 2 behind the couple”, “a gradient from blue to purple”, “statt der Tapete”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, mergeTokens, NO_TOKEN, type Token, toFiller } from '../tokens/token.ts';

/** Concepts beside which a plain background is one that a rule does. */
const MADE = 'colour studio neutral numbered blur bokeh place remove keep transparent is'.split(
  ' ',
);
const OF_COLOURS = ['colour', 'to', 'zu', 'from', 'and', 'amount'];

/** Returns the words of a prompt; those of its backgrounds have names. */
export function nameGrounds(tokens: readonly Token[]): readonly Token[] {
  const named = joinGradient(leaveStudio(nameColoured(nameBleeding(tokens))));
  return splitAfter(named, isDivider).flatMap((part) =>
    nameColourful(joinRoom(joinWall(joinBehind(splitStudio(part))))),
  );
}

/** Reads “cream coloured” as a colour, not as one that is left beside black and white. */
function nameColoured(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'mono', 'only', 'except', 'keep'))
    ? tokens
    : tokens.map((token, at) => {
        const before = tokens[at - 1];
        const isEnding =
          isOf(token, 'splash') &&
          grammar.pastEndings.test(token.text) &&
          before !== undefined &&
          isOf(before, 'colour');
        return isEnding ? toFiller(token) : token;
      });
}

/** Reads “the background may bleed” of a painting as no gradient, which has a colour. */
function nameBleeding(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'colour'))
    ? tokens
    : tokens.map((token) =>
        grammar.bleeding.test(token.text) ? { ...token, kind: 'unknown', concepts: [] } : token,
      );
}

/** Reads “a studio wall with a gradient” as that wall, which is lighter behind people than at its edges. */
function leaveStudio(tokens: readonly Token[]): readonly Token[] {
  const studio = tokens.findIndex((token) => isOf(token, 'studio'));
  const gradient = tokens.findIndex((token) => token.concepts.includes('place:gradient'));
  const isOfStudio =
    studio >= 0 &&
    gradient > studio &&
    !tokens
      .slice(studio + 1, gradient)
      .some((token) => token.kind === 'stop' || isOf(token, 'not'));
  const isColoured = tokens.slice(gradient + 1).some((token) => isOf(token, 'colour', 'to'));
  const before = tokens.findLastIndex(({ kind }, at) => at < gradient && kind !== 'filler');
  const start = isOf(tokens[before] ?? NO_TOKEN, 'amount') ? before : gradient;
  return isOfStudio && !isColoured && !isOf(tokens[start - 1] ?? NO_TOKEN, 'colour')
    ? tokens.map((token, at): Token => (at >= start && at <= gradient ? toFiller(token) : token))
    : tokens;
}

/** Joins a gradient with its colours: “a gradient from blue to purple”, “Farbverlauf hinter mir, blau nach lila”. */
function joinGradient(given: readonly Token[]): readonly Token[] {
  const tokens = given.filter((token, at) => {
    const next = given[at + 1];
    // “A calm gradient”
    return !(isOf(token, 'vague') && next !== undefined && isOf(next, 'place', 'colour'));
  });
  const at = tokens.findIndex((token) => token.concepts.includes('place:gradient'));
  const isPart = (token: Token): boolean =>
    token.kind !== 'stop' &&
    (token.kind === 'filler' ||
      token.kind === 'pause' ||
      isOf(token, ...OF_COLOURS, 'background') ||
      token.kind === 'verb');
  if (at < 0) {
    return tokens;
  }
  const start = tokens.findLastIndex((token, index) => index < at && !isPart(token)) + 1;
  const after = tokens.findIndex((token, index) => index > at && !isPart(token));
  const end = (after < 0 ? tokens.length : after) - 1;
  const said = tokens.slice(start, end + 1);
  const colours = said.filter((token) => isOf(token, 'colour'));
  const named = said.filter(
    (token) => token.kind === 'known' && !isOf(token, 'and', 'amount') && token.at.length > 0,
  );
  return colours.length > 1
    ? [...tokens.slice(0, start), mergeTokens('gradients', ...named), ...tokens.slice(end + 1)]
    : tokens;
}

/** Divides a studio from the light in it: “the background like a studio with soft light from the left”. */
function splitStudio(part: readonly Token[]): readonly Token[] {
  const light = part.findIndex((token) => isOf(token, 'light') && !isOf(token, 'studio'));
  const studio = part.findIndex((token) => isOf(token, 'studio'));
  const after = contentWords(part.slice(Math.max(0, light)));
  const isLit =
    studio >= 0 &&
    light > studio &&
    part.slice(0, studio).some((token) => isOf(token, 'background')) &&
    !part.some((token) => isOf(token, 'only', 'not', 'except', 'keep')) &&
    after.some((token) => isOf(token, 'side')) &&
    after.every((token) => isOf(token, 'light', 'side', 'colour', 'amount'));
  return isLit
    ? part.toSpliced(light, 0, { text: ',', concepts: [], kind: 'pause', at: [] })
    : part;
}

/** Joins “behind the couple in image 1” where another image is to be there. */
function joinBehind(part: readonly Token[]): readonly Token[] {
  const start = part.findIndex(({ text }) => grammar.behindWords.test(text));
  const person = part.findIndex((token, at) => at > start && isOf(token, 'person'));
  const isBehind =
    start >= 0 &&
    person > start &&
    person - start < 4 &&
    part.slice(start + 1, person).every(({ kind }) => kind === 'filler') &&
    part.slice(0, start).some((token) => isOf(token, 'numbered')) &&
    !part.slice(0, start).some((token) => isOf(token, 'person', 'object'));
  const own = part.findIndex((token, at) => at > person && token.concepts.includes('numbered:1'));
  const isOwn =
    own > person &&
    part
      .slice(person + 1, own)
      .every((token) => token.kind === 'filler' || isOf(token, 'from', 'to'));
  const end = isOwn ? own : person;
  return isBehind
    ? [
        ...part.slice(0, start),
        mergeTokens('background', ...part.slice(start, end + 1)),
        ...part.slice(end + 1),
      ]
    : part;
}

/** Reads “everything grey, only me colourful” within one clause as what keeps its colours; “only a grey background” is a colour. */
function nameColourful(part: readonly Token[]): readonly Token[] {
  const isGrey = (token: Token, at: number): boolean =>
    token.concepts.includes('colour:grey') && !isOf(part[at + 1] ?? NO_TOKEN, 'background');
  const isLeft =
    part.some((token, at) => isOf(token, 'mono') || isGrey(token, at)) &&
    part.some((token) => isOf(token, 'only', 'except'));
  return isLeft
    ? part.map((token, at) =>
        isGrey(token, at)
          ? { ...token, concepts: ['mono'] }
          : grammar.colourful.test(token.text)
            ? { ...token, concepts: ['splash'] }
            : token,
      )
    : part;
}

/** Joins a room that is to have another colour, which is no background of one colour: “paint my apartment red”. */
function joinRoom(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(
    ({ text }, index) =>
      text.split(' ').some((word) => grammar.rooms.test(word)) &&
      (grammar.definites.test(text.split(' ')[0] ?? '') ||
        grammar.definites.test(part[index - 1]?.text ?? '')),
  );
  const room = part[at];
  const said = contentWords(part);
  const colour = said.find((token) => isOf(token, 'colour'));
  return room !== undefined &&
    isOf(room, 'background') &&
    colour !== undefined &&
    !grammar.behind.test(`${part[at + 1]?.text ?? ''} `) &&
    said.every((token) => token === room || isOf(token, 'colour', 'colourword', 'wall', 'to', 'is'))
    ? part.flatMap((token) =>
        token === said[0] ? [mergeTokens('walls', ...said)] : said.includes(token) ? [] : [token],
      )
    : part;
}

/** Joins a wall that is to be another one, and a plain background without a colour: “statt der Tapete”, “einfarbig”. */
function joinWall(part: readonly Token[]): readonly Token[] {
  const said = part.filter(
    ({ kind, concepts }) =>
      (kind === 'known' || kind === 'unknown' || concepts.length > 0) && !concepts.includes('and'),
  );
  const has = (...kinds: readonly string[]): boolean => said.some((token) => isOf(token, ...kinds));
  const wall = part.findIndex((token, at) => {
    const before = part.slice(Math.max(0, at - 2), at);
    return (
      grammar.walls.test(token.text) && before.some(({ text }) => grammar.definites.test(text))
    );
  });
  const isExchanged =
    wall >= 0 && has('replace', 'instead') && !has('background', 'person', 'numbered', 'place');
  const isPlain = has('background') && has('wall') && !has(...MADE);
  const [first] = said;
  return (isExchanged || isPlain) && first !== undefined
    ? part.flatMap((token) =>
        token === first ? [mergeTokens('walls', ...said)] : said.includes(token) ? [] : [token],
      )
    : part;
}
