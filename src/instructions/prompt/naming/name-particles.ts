/** Takes words that only complete a verb: “cool the colours down”, “schneiden Sie das Bild auf 16:9 zu”. */
import { isContentWord, isDivider, splitAfter } from '../clauses/segments.ts';
import { targets } from '../tokens/concepts.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

/** Concepts between a verb of tone and its particle. */
const TONED = ['colourword', 'picture', 'light', 'background', 'face', 'amount'];

/** Returns the words of a prompt; particles and formal pronouns of verbs have no meaning of their own. */
export function nameParticles(tokens: readonly Token[]): readonly Token[] {
  return splitAfter(leaveInner(tokens), isDivider).flatMap((part) =>
    endVerb(leaveDown(leaveFormal(leaveAppearing(part)))),
  );
}

/** Reads “den Hintergrund aber so lassen” like “aber den Hintergrund so lassen”. */
function leaveInner(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at): Token => {
    if (!isOf(token, 'and') || !grammar.innerContrasts.test(token.text)) {
      return token;
    }
    const [before, part] = tokens
      .slice(0, at)
      .filter(({ kind }) => kind !== 'filler')
      .slice(-2);
    const after = tokens.slice(at + 1).find(({ kind }) => kind !== 'filler');
    const isInner =
      before !== undefined &&
      part !== undefined &&
      after !== undefined &&
      isDivider(before) &&
      isOf(part, ...targets) &&
      (isOf(after, 'keep') || grammar.leaveInfinitives.test(after.text));
    return isInner ? toFiller(token) : token;
  });
}

/** Reads “soll etwas schmaler wirken” like “soll etwas schmaler sein”. */
function leaveAppearing(part: readonly Token[]): readonly Token[] {
  const at = part.findLastIndex(({ text }) => grammar.appearInfinitives.test(text));
  const isWanted = part
    .slice(0, Math.max(0, at))
    .some(({ text }) => grammar.volitionVerbs.test(text));
  return at > 0 && isWanted ? silence(part, at) : part;
}

function silence(part: readonly Token[], at: number): readonly Token[] {
  const token = part[at];
  return token === undefined ? part : part.with(at, toFiller(token));
}

/** Reads the pronoun of a formal request as none of a person: “schneiden Sie”. */
function leaveFormal(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(
    (token, index) =>
      isOf(token, 'pronoun') &&
      grammar.formalPronouns.test(token.text) &&
      grammar.formalVerbs.test(part[index - 1]?.text ?? ''),
  );
  const isFirst = at > 0 && part.slice(0, at - 1).every(({ kind }) => kind === 'filler');
  return isFirst ? silence(part, at) : part;
}

/** Reads “cool the colours down” like “cool down the colours”. */
function leaveDown(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex((token) => isOf(token, 'down'));
  const verb = part.findLastIndex((token, index) => index < at && isOf(token, 'g'));
  const between = part.slice(verb + 1, at).filter(isContentWord);
  return at > 0 &&
    verb >= 0 &&
    between.length > 0 &&
    !grammar.comparatives.test(part[verb]?.text ?? '') &&
    between.every((token) => isOf(token, ...TONED))
    ? silence(part, at)
    : part;
}

/** Leaves the particle at the end of “schneide … zu” and “schärfe … nach”. */
function endVerb(part: readonly Token[]): readonly Token[] {
  const last = part.findLastIndex(isContentWord);
  const end = part[last];
  const first = part.find(isContentWord);
  return end !== undefined &&
    first !== undefined &&
    first !== end &&
    isOf(end, 'to', 'zu') &&
    end.at.length === 1 &&
    isOf(first, 'crop', 'sharpen', 'axis') &&
    grammar.verbParticles.test(end.text)
    ? silence(part, last)
    : part;
}
