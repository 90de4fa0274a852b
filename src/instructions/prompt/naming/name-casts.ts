/** Names casts of colour that are complained of: “the webcam makes me look orange, fix that”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isContentWord, isDivider, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, mergeTokens, NO_TOKEN, type Token } from '../tokens/token.ts';

/** Concepts of what a cast may lie on, and of words that say how strong it is. */
const SUBJECTS = 'person pronoun face skin picture colourword light'.split(' ');
const SAID = 'is too zu amount from colour past'.split(' ');
/** Colours of a cast of light. Red people may be sunburnt: theirs needs a light or a camera as its cause. */
const CASTS =
  /^colour:(?:yellow|orange|green|blue|cyan|turquoise|teal|magenta|pink|purple|violet|gold|red|lime)$/;
const BODILY = /^colour:(?:red|pink)$/;

/** Returns the words of a prompt; a colour that people complain of and that is to be normal is a cast. */
export function nameCasts(given: readonly Token[]): readonly Token[] {
  if (!given.some(({ concepts }) => CASTS.test(concepts[0] ?? ''))) {
    return given;
  }
  const tokens = nameAsked(dropCauses(given));
  const parts = splitAfter(tokens, isDivider).flatMap(splitImperative);
  const at = parts.findIndex(complains);
  const complaint = parts[at];
  const after = parts[at + 1];
  const before = parts[at - 1];
  const mended =
    after !== undefined && repairs(after)
      ? after
      : before !== undefined && repairs(before)
        ? before
        : null;
  if (complaint === undefined || mended === null) {
    return tokens;
  }
  const said = contentWords([complaint, mended].flat());
  const colour = complaint.flatMap(({ concepts }) => concepts).find((one) => CASTS.test(one)) ?? '';
  const cast = { ...mergeTokens('cast', ...said), concepts: ['cast', colour] };
  const [first, second] = mended === after ? [complaint, mended] : [mended, complaint];
  const mark = second.filter((token) => isDivider(token));
  return parts.flatMap((part) => (part === first ? [cast, ...mark] : part === second ? [] : part));
}

/** Concepts before the cause of a cast. */
const CAUSING = ['from', 'reason', 'because'];
/** Largest number of words in the cause of a cast. */
const REACH = 5;

/** Drops what a cast comes from: “a yellow cast from my ceiling lamp”, “ganz gelb wegen meiner Schreibtischlampe”. */
function dropCauses(tokens: readonly Token[]): readonly Token[] {
  return splitAfter(tokens, (token) => token.kind === 'pause' || token.kind === 'stop').flatMap(
    (part) => {
      if (!part.some(({ concepts }) => CASTS.test(concepts[0] ?? ''))) {
        return part;
      }
      const lamp = part.findLastIndex(({ text }) => grammar.lampEnds.test(text));
      const start = part.findLastIndex((token, at) => at < lamp && isOf(token, ...CAUSING));
      const before = part.slice(0, Math.max(0, start));
      const isCaused =
        start > 0 &&
        lamp - start <= REACH &&
        part.slice(start + 1, lamp).every(({ kind }) => kind === 'filler' || kind === 'unknown') &&
        before.some((token) => CASTS.test(token.concepts[0] ?? '')) &&
        before.some((token) => isOf(token, 'cast', 'is', 'too', 'zu')) &&
        !before.some(isNegation);
      const said = isCaused ? part.toSpliced(start, lamp + 1 - start) : part;
      return said.map((_, at) => describeCast(said, at));
    },
  );
}

/** Returns a word, without a meaning where it only scolds a cast: “a nasty yellow cast”. */
function describeCast(part: readonly Token[], at: number): Token {
  const [token = NO_TOKEN, next = NO_TOKEN, after = NO_TOKEN] = part.slice(at, at + 3);
  const isScolding =
    token.kind === 'unknown' &&
    grammar.determiners.test(part[at - 1]?.text ?? '') &&
    (isOf(next, 'cast') || (isOf(next, 'colour') && isOf(after, 'cast')));
  return isScolding ? { ...token, kind: 'filler' } : token;
}

/** Reads “why is everything so blue?” as a cast that is to go. */
function nameAsked(tokens: readonly Token[]): readonly Token[] {
  return splitAfter(tokens, (token) => token.kind === 'stop').flatMap((part) => {
    const said = contentWords(part);
    const [why = NO_TOKEN] = said;
    const colours = said.filter(({ concepts }) => CASTS.test(concepts[0] ?? ''));
    const [colour] = colours;
    const isAsked =
      colour !== undefined &&
      colours.length === 1 &&
      colour.concepts.length === 1 &&
      grammar.questions.test(why.text) &&
      said.some((token) => isOf(token, 'is')) &&
      said.some((token) => isOf(token, 'picture', 'light') || grammar.totals.test(token.text)) &&
      said.every(
        (token) =>
          token === why ||
          token === colour ||
          isOf(token, 'is', 'picture', 'too', 'zu', 'amount', 'light'),
      );
    return isAsked
      ? [
          { ...mergeTokens('cast', ...said), concepts: ['cast', colour.concepts[0] ?? ''] },
          ...part.filter(({ kind }) => kind === 'stop'),
        ]
      : part;
  });
}

/** Splits words before a verb that nothing divides from a complaint: “ich seh so gelb aus mach das mal normal”. */
function splitImperative(part: readonly Token[]): readonly (readonly Token[])[] {
  const at = part.findIndex(
    (token, index) =>
      token.kind === 'verb' &&
      grammar.imperatives.test(token.text) &&
      part.slice(0, index).some((other) => isOf(other, 'colour')),
  );
  return at < 0 ? [part] : [part.slice(0, at), part.slice(at)];
}

/** Returns whether words say that people or an image have a colour of the light. */
function complains(part: readonly Token[]): boolean {
  const colours = part.filter((token) => isOf(token, 'colour'));
  const [colour] = colours;
  const cause = part.findIndex(({ text }) => grammar.causeVerbs.test(text));
  const isCaused = cause > 0 && part.slice(0, cause).some(isCause);
  const subjects = (isCaused ? part.slice(cause) : part).filter(isSubject);
  const isBodily =
    BODILY.test(colour?.concepts[0] ?? '') &&
    !isCaused &&
    !subjects.some((token) => isOf(token, 'picture', 'light', 'colourword'));
  return (
    colours.length === 1 &&
    colour !== undefined &&
    colour.concepts.length === 1 &&
    CASTS.test(colour.concepts[0] ?? '') &&
    !isBodily &&
    subjects.length > 0 &&
    (isCaused || (part[0]?.kind !== 'verb' && part.some(isAppearing))) &&
    !part.some(
      (token, index) =>
        isNegation(token) ||
        // “From the paint”, “which I painted”
        (token.kind === 'verb' && index > cause && !isAppearing(token)) ||
        grammar.volitionVerbs.test(token.text) ||
        grammar.comparatives.test(token.text),
    ) &&
    part.every(
      (token) =>
        !isContentWord(token) ||
        isOf(token, ...SUBJECTS, ...SAID) ||
        isAppearing(token) ||
        (isCaused && isCause(token)),
    )
  );
}

function isSubject(token: Token): boolean {
  return (
    isOf(token, ...SUBJECTS) ||
    grammar.firstPerson.test(token.text) ||
    grammar.selfContracted.test(token.text) ||
    grammar.totals.test(token.text)
  );
}

/** Returns whether a word names what colours an image: “webcam”, “light”, “lamp”. */
function isCause(token: Token): boolean {
  return (
    grammar.equipment.test(token.text) || grammar.lamps.test(token.text) || isOf(token, 'light')
  );
}

function isAppearing(token: Token): boolean {
  return (
    isOf(token, 'is') ||
    grammar.appearing.test(token.text) ||
    grammar.selfContracted.test(token.text)
  );
}

/** Returns whether words ask for nothing but a repair: “mach das mal normal”, “please correct the colours”. */
function repairs(part: readonly Token[]): boolean {
  const said = contentWords(part);
  const [only = NO_TOKEN] = said;
  if (said.length === 1 && isOf(only, 'remove')) {
    // “Mach das weg”
    return part.some(({ text }) => grammar.namedPronouns.test(text));
  }
  return (
    part.some(isRepair) &&
    part.some(isAsking) &&
    // “The picture is green. Correct?”
    !(said.length === 1 && part.at(-1)?.text === '?') &&
    !part.some(isNegation) &&
    said.every(
      (token) =>
        isRepair(token) ||
        isOf(
          token,
          'colourword',
          'picture',
          'to',
          'zu',
          'amount',
          'skin',
          'face',
          'pronoun',
          'because',
        ),
    )
  );
}

/** Returns whether a word asks for a repair: “richtig schön” and “just right” praise. */
function isAsking(token: Token): boolean {
  return (
    token.kind === 'verb' ||
    isOf(token, 'fix', 'enhance') ||
    grammar.volitionVerbs.test(token.text) ||
    grammar.requests.test(token.text)
  );
}

function isRepair(token: Token): boolean {
  return (
    isOf(token, 'fix') ||
    // “Turn it right” rotates.
    (grammar.castRepairs.test(token.text) && !isOf(token, 'side')) ||
    // “Correct the colours”
    (isOf(token, 'enhance') && grammar.colourNouns.test(token.text))
  );
}
