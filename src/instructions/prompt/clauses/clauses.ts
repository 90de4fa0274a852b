import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** A clause of a sentence. */
export interface Clause {
  /** Tokens of the clause that carry meaning, in their order. */
  readonly tokens: readonly Token[];
  readonly all: readonly Token[];
  /** True when the clause begins with “make” or a similar verb and therefore starts a new subject. */
  readonly isNew: boolean;
  /** True when “and” joins the clause to the one before it. */
  readonly isJoined: boolean;
  /** The conjunction that joins it; null for none. */
  readonly joint: Token | null;
  readonly sentence: number;
  /** Whether the clause begins with “because”. */
  readonly isReason: boolean;
  /** Whether the clause begins with “so that”. */
  readonly isPurpose: boolean;
}

/** Splits the sentences of a prompt into clauses at punctuation marks and at “and”. */
export function splitClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let part: Token[] = [];
  let sentence = 0;
  let joint: Token | null = null;
  let isReason = false;
  let isPurpose = false;
  const end = (): void => {
    if (part.some(({ kind }) => kind !== 'filler')) {
      clauses.push({
        tokens: part.filter(({ kind }) => kind === 'known' || kind === 'unknown'),
        all: part,
        isNew: part[0]?.kind === 'verb',
        isJoined: joint !== null,
        joint,
        sentence,
        isReason,
        isPurpose,
      });
      joint = null;
      isReason = false;
      isPurpose = false;
    }
    part = [];
  };
  const asides = findAsides(tokens);
  for (const [index, token] of tokens.entries()) {
    if (asides.has(token)) {
      continue;
    }
    if (token.kind === 'stop') {
      end();
      sentence += 1;
      joint = null;
      isReason = false;
    } else if (
      (token.text === ':' && isQuoted(tokens[index + 1], part)) ||
      isListed(part, tokens, index)
    ) {
      continue;
    } else if (
      token.kind === 'pause' ||
      isOf(token, 'and', 'because', 'reason') ||
      isSo(tokens, index)
    ) {
      end();
      joint = isOf(token, 'and') ? token : null;
      isPurpose = grammar.purposes.test(token.text);
      isReason =
        isOf(token, 'reason') ||
        (token.kind === 'pause' && isReason) ||
        (isSo(tokens, index) &&
          // “Please the background” states no purpose.
          !grammar.politeness.test(token.text) &&
          grammar.purposeSubjects.test(tokens[index + 1]?.text ?? ''));
    } else {
      if (
        isLimit(tokens, index) ||
        isNextWay(token, part) ||
        isPastStated(token, part) ||
        isToldOn(tokens, index, part) ||
        isLookOn(tokens, index, part) ||
        isCaptioned(tokens, index, part) ||
        isAccompanied(tokens, index, part) ||
        isFramed(tokens, index, part) ||
        (isOf(token, 'only') &&
          (isSaidBefore(part, tokens[index + 1]) || isColourKept(part, tokens, index))) ||
        (token.kind === 'verb' && (isKept(part, tokens[index + 1]) || isImperative(token, part)))
      ) {
        end();
      }
      part.push(token);
    }
  }
  end();
  return clauses;
}

/** Returns whether a verb of the past begins a remark that nothing divides: “rauschen raus war halt dunkel”. */
function isPastStated(token: Token, part: readonly Token[]): boolean {
  const last = part.findLast(({ kind }) => kind !== 'filler');
  return (
    isOf(token, 'past') && last !== undefined && isOf(last, 'remove', 'g', 'denoise', 'sharpen')
  );
}

/** Returns whether “I” begins a remark that nothing divides: “get rid of the bags under my eyes i slept like 3 hours”. */
function isToldOn(tokens: readonly Token[], index: number, part: readonly Token[]): boolean {
  const subject = tokens[index];
  const before = part.at(-1);
  if (
    subject?.kind !== 'filler' ||
    before?.kind !== 'known' ||
    tokens[index + 1]?.kind !== 'unknown' ||
    !grammar.firstPerson.test(subject.text) ||
    isOf(before, 'and', 'to', 'not', 'because', 'from', 'object', 'garment', 'clothes')
  ) {
    return false;
  }
  const end = tokens.findIndex(
    ({ kind }, at) => at > index && (kind === 'pause' || kind === 'stop'),
  );
  return tokens
    .slice(index + 1, end < 0 ? tokens.length : end)
    .every((token) => token.kind !== 'known' || isOf(token, 'amount', 'number', 'past', 'timing'));
}

/** Returns whether “they’re so” begins a remark that nothing divides: “fill in my brows they’re so thin”. */
function isLookOn(tokens: readonly Token[], index: number, part: readonly Token[]): boolean {
  const [subject, degree] = tokens.slice(index, index + 2);
  const before = part.at(-1);
  return (
    subject?.kind === 'filler' &&
    degree?.kind === 'filler' &&
    before?.kind === 'known' &&
    grammar.selfContracted.test(subject.text) &&
    grammar.conclusions.test(degree.text)
  );
}

/** Returns whether what follows a mark is only the look of a caption: “put “Hi” on it, yellow, top right corner”. */
function isCaptionLook(part: readonly Token[], tokens: readonly Token[], index: number): boolean {
  if (!part.some((token) => isOf(token, 'quote'))) {
    return false;
  }
  const rest = tokens.slice(index + 1);
  const end = rest.findIndex(({ kind }) => kind === 'pause' || kind === 'stop');
  const said = rest.slice(0, end < 0 ? rest.length : end).filter(({ kind }) => kind !== 'filler');
  return (
    said.length > 0 &&
    said.every((token) =>
      isOf(token, 'side', 'edges', 'colour', 'bigger', 'smaller', 'amount', 'outline'),
    )
  );
}

/** Returns whether a mark or “and” stands between adjectives of one part: “a darker, softer background”. */
function isListed(part: readonly Token[], tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined || (token.text !== ',' && !isOf(token, 'and'))) {
    return false;
  }
  if (isCaptionLook(part, tokens, index)) {
    return true;
  }
  const known = part.filter(({ kind }) => kind === 'known' || kind === 'unknown');
  const [next, after] = tokens
    .slice(index + 1, index + LOOKAHEAD)
    .filter((other) => !isOf(other, 'amount'));
  const last = part.at(-1);
  const isPair =
    last !== undefined &&
    next !== undefined &&
    after !== undefined &&
    !part.some((other) => isOf(other, ...targets, 'object', 'border')) &&
    isOf(last, 'colour') &&
    isOf(next, 'colour') &&
    isOf(after, 'light');
  // “a neon look with pink and blue light”
  if (isPair) {
    return true;
  }
  return (
    known.length > 0 &&
    known.every((other) => isOf(other, 'g', 'amount')) &&
    known.some((other) => isOf(other, 'g')) &&
    part.at(-1) === known.at(-1) &&
    next !== undefined &&
    (isOf(next, 'g') || (next.kind === 'unknown' && token.text === ',')) &&
    after !== undefined &&
    after.at.length === 1 &&
    isOf(after, 'background', 'hair', 'skin', 'face')
  );
}

/** Returns whether a verb begins a wish after what is to stay: “dont touch my face make the bg darker”. */
function isKept(part: readonly Token[], next: Token | undefined): boolean {
  const isEnd =
    next === undefined || next.kind === 'pause' || next.kind === 'stop' || isOf(next, 'and');
  return (
    !isEnd &&
    part.some((token) => isOf(token, 'keep')) &&
    part.some((token) => isOf(token, ...targets)) &&
    !part.some((token) => isOf(token, 'only', 'except'))
  );
}

/** Concepts of times and weathers, beside which things are asked for. */
const TIMES = ['night', 'golden', 'rain', 'snow', 'fog'];

/** Returns whether “with” begins what is asked for beside a time or a weather: “night, with the windows glowing”. */
function isAccompanied(tokens: readonly Token[], index: number, part: readonly Token[]): boolean {
  const said = part.filter(({ kind }) => kind === 'known' || kind === 'unknown');
  const next = tokens
    .slice(index + 1, index + LOOKAHEAD)
    .find(({ kind }) => kind === 'known' || kind === 'unknown');
  return (
    grammar.companions.test(tokens[index]?.text ?? '') &&
    // “It was filmed at night with a bad webcam”
    !part.some((token) => isOf(token, 'past') || grammar.tellings.test(token.text)) &&
    said.some((token) => isOf(token, ...TIMES)) &&
    said.every((token) => isOf(token, ...TIMES, 'amount', 'add', 'picture', 'to')) &&
    next !== undefined &&
    (isOf(next, 'object', 'place', 'garment') || next.kind === 'unknown')
  );
}

/** Concepts of what has a colour of its own beside that of a part before it. */
const FRAMES = ['border', 'rim', 'bars', 'light', 'vignette', 'width'];

/** Returns whether “with” begins another coloured thing: “a white background with a black border”. */
function isFramed(tokens: readonly Token[], index: number, part: readonly Token[]): boolean {
  const said = tokens
    .slice(index + 1, index + LOOKAHEAD)
    .filter(({ kind }) => kind !== 'filler' && kind !== 'verb');
  const thing = said.find((token) => !isOf(token, 'colour', 'g', 'amount', 'width'));
  return (
    grammar.companions.test(tokens[index]?.text ?? '') &&
    part.some((token) => isOf(token, 'background', ...targets)) &&
    part.some((token) => isOf(token, 'colour', 'g', 'blur')) &&
    !part.some((token) => isOf(token, 'text', 'quote', 'studio', 'person', 'only', 'except')) &&
    thing !== undefined &&
    said.indexOf(thing) > 0 &&
    said[0]?.kind === 'known' &&
    (isOf(thing, ...FRAMES) ||
      grammar.frames.test(thing.text) ||
      // “A pink background with white dots”
      (isOf(said[0], 'colour') && isColoured(part)))
  );
}

/** Returns whether words end with a part and the colour before it: “a pink background”. */
function isColoured(part: readonly Token[]): boolean {
  const [colour, thing] = part.filter(({ kind }) => kind === 'known').slice(-2);
  return (
    colour !== undefined &&
    thing !== undefined &&
    isOf(colour, 'colour') &&
    isOf(thing, ...targets) &&
    !isOf(thing, 'person', 'pronoun')
  );
}

/** Returns whether a frame ends before its caption: “polaroid frame with the text “Hi””. */
function isCaptioned(tokens: readonly Token[], index: number, part: readonly Token[]): boolean {
  const [token, next] = tokens.slice(index, index + 2);
  return (
    token !== undefined &&
    // “A frame with “Hi” underneath”
    (isOf(token, 'quote') || (next !== undefined && isOf(token, 'text') && isOf(next, 'quote'))) &&
    !part.some((other) => isOf(other, 'text')) &&
    part.some((other) => isOf(other, 'border', 'bars', 'rim'))
  );
}

/** Returns whether “more” or “less” begins another wish: “less noise less contrast more warmth”. */
function isNextWay(token: Token, part: readonly Token[]): boolean {
  const last = part.at(-1);
  return (
    isOf(token, 'more', 'less') &&
    part.some((other) => isOf(other, 'more', 'less')) &&
    last !== undefined &&
    isOf(last, 'axis', 'g', 'colourword', 'grain', 'noisy', 'blur', 'sharpen')
  );
}

/** Returns whether “without” begins a limit that is no effect: “sharper without making the skin look rough”. */
function isLimit(tokens: readonly Token[], index: number): boolean {
  const [token, ...after] = tokens.slice(index, index + LOOKAHEAD);
  // “Without it getting mushy”
  const next = after.find(({ text }) => !grammar.objectPronouns.test(text));
  const isClause =
    grammar.unwantedResults.test(next?.text ?? '') ||
    next?.kind === 'unknown' ||
    // “Warmer without turning me orange”
    (next?.kind === 'verb' && grammar.gerunds.test(next.text));
  return token !== undefined && isOf(token, 'not') && grammar.without.test(token.text) && isClause;
}

/** Returns whether a verb begins a wish after something else: “my cam is bad today make it sharper”. */
function isImperative({ text }: Token, part: readonly Token[]): boolean {
  const before = part.findLast((token) => !grammar.politeness.test(token.text));
  const isSaid = before?.kind === 'known' || before?.kind === 'unknown';
  return (
    isSaid &&
    // “Aus Blau mach Grün” is one wish; “seh so blass aus mach das normal” are two.
    !part.some((token) => isOf(token, 'from') && !(token === before && isLookEnd(token, part))) &&
    !isOf(
      before,
      'not',
      'nottoo',
      'only',
      'to',
      'person',
      'pronoun',
      'because',
      'instead',
      'except',
    ) &&
    grammar.imperatives.test(text)
  );
}

/** Returns whether a particle ends how something looks: “ich seh so blass aus”. */
function isLookEnd({ text }: Token, part: readonly Token[]): boolean {
  return (
    grammar.seemParticles.test(text) && part.some((token) => grammar.appearing.test(token.text))
  );
}

/** Finds descriptions in brackets, which are no wishes: “pixelate all but my daughter (yellow jacket)”. */
function findAsides(tokens: readonly Token[]): ReadonlySet<Token> {
  const asides = new Set<Token>();
  for (const [start, token] of tokens.entries()) {
    const end =
      token.text === '(' ? tokens.findIndex(({ text }, at) => at > start && text === ')') : -1;
    const inside = tokens.slice(start + 1, end);
    const isDescription = inside.every(
      (one) =>
        one.kind === 'filler' ||
        one.kind === 'unknown' ||
        isOf(one, 'colour', 'object', 'garment', 'side', 'ageword', ...targets),
    );
    if (end > start + 1 && isDescription) {
      tokens.slice(start, end + 1).forEach((one) => asides.add(one));
    }
  }
  return asides;
}

/** Number of tokens in which the next two words of a wish stand. */
const LOOKAHEAD = 8;

/** Returns whether “so” or “please” begins a wish after a reason: “it was dark so make it brighter”. */
function isSo(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'filler' || !grammar.conclusions.test(token.text)) {
    return false;
  }
  const [next, after] = tokens
    .slice(index + 1, index + LOOKAHEAD)
    .filter(({ text }) => !grammar.politeness.test(text));
  return (
    next !== undefined &&
    ((grammar.purposeSubjects.test(next.text) && !grammar.purposeVerbs.test(after?.text ?? '')) ||
      next.kind === 'verb' ||
      isOf(next, 'only') ||
      isLightNamed(tokens, index + 1) ||
      // “My cam is old so a bit less noise”
      (isOf(next, 'amount') && after !== undefined && isOf(after, ...WISHED, 'less', 'more')) ||
      (grammar.wishBeginnings.test(next.text) &&
        after !== undefined &&
        after.kind !== 'pause' &&
        after.kind !== 'stop'))
  );
}

/** Returns whether words up to the next mark only name a light: “it was dark so maybe some light from the right”. */
function isLightNamed(tokens: readonly Token[], start: number): boolean {
  const end = tokens.findIndex(
    (token, at) => at >= start && (token.kind === 'pause' || token.kind === 'stop'),
  );
  const said = tokens
    .slice(start, end < 0 ? tokens.length : end)
    .filter(({ kind }) => kind !== 'filler' && kind !== 'verb');
  return (
    said.some((token) => isOf(token, 'light')) &&
    said.some((token) => isOf(token, 'side')) &&
    said.every((token) => isOf(token, 'light', 'side', 'amount', 'from', 'smooth', 'g', 'colour'))
  );
}

/** Returns whether a quote follows a clause, as in “caption at the bottom: “Hi””. */
function isQuoted(next: Token | undefined, part: readonly Token[]): boolean {
  return next !== undefined && isOf(next, 'quote') && part.some((token) => isOf(token, 'text'));
}

/** Returns whether “only” begins what stays coloured: “alles schwarzweiß nur die rote Jacke bleibt rot”. */
function isColourKept(part: readonly Token[], tokens: readonly Token[], index: number): boolean {
  const rest = tokens.slice(index + 1);
  const end = rest.findIndex(({ kind }) => kind === 'pause' || kind === 'stop');
  const said = end < 0 ? rest : rest.slice(0, end);
  return (
    part.some((token) => isOf(token, 'mono')) &&
    said.some((token) => isOf(token, 'keep')) &&
    said.filter((token) => isOf(token, 'colour')).length === 2
  );
}

/** Concepts that begin a wish after “keep …”, except in “keep the lips only in colour”, which is one wish. */
const WISHED = ['g', 'smooth', 'sharpen', 'blur', 'whiten', 'denoise', 'remove', 'mono'];

/**
 * Returns whether “only” begins a wish, as in “don’t change the background only smooth the skin”. “Not only” means
 * something else.
 */
function isSaidBefore(part: readonly Token[], next: Token | undefined): boolean {
  const said = part.filter(({ kind }) => kind === 'known' || kind === 'unknown');
  const last = said.at(-1);
  if (last === undefined || next === undefined || next.kind === 'pause' || next.kind === 'stop') {
    return false;
  }
  const isNot = said.some((token) => isOf(token, 'not')) && !isOf(last, 'not');
  const kept = said.findIndex((token) => isOf(token, 'keep'));
  // “gesicht nicht verändern nur …”: the kept part was named before its verb.
  const isDone = kept > 0 && said.slice(0, kept).some((token) => isOf(token, ...targets));
  return isNot || isDone || (kept >= 0 && isOf(next, ...WISHED));
}
