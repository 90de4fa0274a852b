/** Names casts of colour that are complained of: “the webcam makes me look orange, fix that”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isContentWord, isDivider, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, mergeTokens, type Token } from '../tokens/token.ts';

/** Concepts of what a cast may lie on, and of words that say how strong it is. */
const SUBJECTS = 'person pronoun face skin picture colourword light'.split(' ');
const SAID = 'is too zu amount from colour past'.split(' ');
/** Colours of a cast of light. Red people may be sunburnt: theirs needs a light or a camera as its cause. */
const CASTS =
  /^colour:(?:yellow|orange|green|blue|cyan|turquoise|teal|magenta|pink|purple|violet|gold|red|lime)$/;
const BODILY = /^colour:(?:red|pink)$/;

/** Returns the words of a prompt; a colour that people complain of and that is to be normal is a cast. */
export function nameCasts(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ concepts }) => CASTS.test(concepts[0] ?? '')) || !tokens.some(isRepair)) {
    return tokens;
  }
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
