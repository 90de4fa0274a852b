/** Clauses whose words are known and that still ask for no effect: questions, conditions, choices and comparisons. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { isNegation, NO_TOKEN, type Token, isOf, textOf } from '../tokens/token.ts';

/**
 * Returns whether a clause is a condition, other than “if you have time”, “as if it were night” and “it would be great if
 * it were warmer”.
 */
export function isConditional({ all }: Clause, prompt: readonly Token[]): boolean {
  // “Snow falls” is no German condition.
  const at = all.findIndex(({ text, kind }) => kind !== 'known' && grammar.conditions.test(text));
  const condition = all[at];
  const before = textOf(all.slice(0, at));
  return (
    condition !== undefined &&
    // “Ob das auch als Zeichnung ginge?”
    !(at === 0 && grammar.feasible.test(all.at(-1)?.text ?? '')) &&
    !isWelcomed(condition, prompt) &&
    !isPolite(all.slice(at + 1)) &&
    !isOfPast(condition, all.slice(at + 1)) &&
    !grammar.comparisons.test(`${before} ${all[at]?.text ?? ''}`) &&
    !grammar.wishMarkers.test(before) &&
    !all.slice(at, at + 3).some(({ text }) => grammar.addressees.test(text))
  );
}

/** Returns whether a clause states when something was: “it was dark when I recorded this”. */
function isOfPast({ text }: Token, after: readonly Token[]): boolean {
  return (
    grammar.times.test(text) &&
    after.slice(0, 2).some((token) => isOf(token, 'past') || grammar.pastEndings.test(token.text))
  );
}

/** Returns whether a condition says nothing: “if possible”. */
function isPolite(after: readonly Token[]): boolean {
  const end = after.findIndex(({ kind }) => kind !== 'filler');
  const count = end < 0 ? after.length : end;
  return count > 0 && count < 3 && (end < 0 || after[end]?.kind === 'verb');
}

/** Returns whether what is before a condition in its sentence only says that it would be nice. */
function isWelcomed(condition: Token, prompt: readonly Token[]): boolean {
  const end = prompt.indexOf(condition);
  const start = prompt.findLastIndex(({ kind }, at) => at < end && kind === 'stop');
  const said = prompt.slice(start + 1, end).filter(({ kind }) => kind !== 'pause');
  return said.every(({ kind }) => kind === 'filler') && said.flatMap(({ at }) => at).length > 1;
}

/** Returns whether the sentence of a condition asks for its look: “if I laughed, how would that look?” */
export function asksForAppearance({ sentence }: Clause, clauses: readonly Clause[]): boolean {
  return clauses.some(
    (other) => other.sentence === sentence && grammar.lookQuestions.test(textOf(other.all)),
  );
}

/** Effects of adjectives that may only state how somebody is. */
const STATED = ['g', 'smile', 'sad', 'smooth', 'slim', 'wide', 'blur'];

/** Returns whether a clause only states how the user is: “ich sehe so blass aus”; “I look too dark” complains. */
export function statesSelf({ all, tokens }: Clause): boolean {
  return (
    grammar.selfStatements.test(textOf(all)) &&
    tokens.some((token) => isOf(token, ...STATED) && !grammar.comparatives.test(token.text)) &&
    !all.some(({ kind }) => kind === 'verb') &&
    !tokens.some((token) => isOf(token, 'too', 'zu', 'lowlight', 'not'))
  );
}

/** Returns whether a clause states what makes a part look as it does: “the webcam makes my face so round”. */
export function statesCause({ all, tokens }: Clause): boolean {
  const at = all.findIndex(({ text }) => grammar.causeVerbs.test(text));
  const subject = all.slice(0, at).filter(({ text }) => !grammar.politeness.test(text));
  return (
    at > 0 &&
    subject.length > 0 &&
    !subject.some(({ text }) => grammar.relatives.test(text)) &&
    all.slice(at + 1).some((token) => isOf(token, ...targets)) &&
    !tokens.some((token) => isOf(token, 'too', 'zu'))
  );
}

/** Returns whether a clause asks for an answer or leaves a choice open: “which colour is my shirt”, “warmer or cooler”. */
export function isOpenQuestion({ all, tokens }: Clause): boolean {
  return (
    all.some(({ text }) => grammar.alternatives.test(text)) ||
    // “Was besser aussieht”
    all.some(
      ({ text }, at) =>
        tokens.some((token) => isOf(token, 'enhance')) &&
        grammar.choosers.test(text) &&
        all
          .slice(at + 1)
          .some((token) => isOf(token, 'enhance') && grammar.comparatives.test(token.text)),
    ) ||
    (all.some(({ text }) => grammar.questions.test(text)) &&
      !grammar.lookQuestions.test(textOf(all)))
  );
}

/** Returns whether a clause is the other side of a choice: “either blur it or make it black”. */
export function isChoice(before: Clause | undefined, { sentence }: Clause): boolean {
  return before?.sentence === sentence && grammar.alternatives.test(before.all.at(-1)?.text ?? '');
}

/**
 * Returns whether the clauses after another one take it back: “blue, no, rather green”, “light from above? No, from the
 * left”.
 */
export function isCorrected(
  { sentence }: Clause,
  [after, next]: readonly (Clause | undefined)[],
): boolean {
  if (after === undefined || after.sentence - sentence > 1) {
    return false;
  }
  const isAlone = after.all.length === 1;
  const said = isAlone && next?.sentence === after.sentence ? next.tokens : after.tokens;
  return (
    isTakenBack(after, said) ||
    ((isAlone || said.length > 1) &&
      grammar.corrections.test(textOf(after.all)) &&
      said.some((token) => isOf(token, 'colour', 'place', 'g', 'side', 'aspect')) &&
      !said.some((token) => isOf(token, ...targets, 'quote')))
  );
}

/** Concepts of what may be left as it is after all. */
const LEFT = ['keep', 'not', 'correction', 'axis', 'colourword', 'identity', 'pronoun', 'picture'];

/** Returns whether words say that what was asked for is not to be done: “warmer, actually don’t”, “no wait, sepia”. */
function isTakenBack({ all, tokens }: Clause, said: readonly Token[]): boolean {
  const [first] = tokens;
  return (
    first !== undefined &&
    (isOf(first, 'correction') ||
      (tokens.length === 1 && all.length > 1 && isNegation(first)) ||
      (grammar.corrections.test(textOf(all)) &&
        said.some((token) => isOf(token, 'keep')) &&
        said.every((token) => isOf(token, ...LEFT))))
  );
}

/** Returns whether a clause asks how something is: “is it too dark?” “Are you able to …” asks for it. */
export function asksForState({ all, isNew }: Clause, prompt: readonly Token[]): boolean {
  const [verb, subject] = all;
  const last = all.at(-1);
  const end = last === undefined ? -1 : prompt.indexOf(last);
  return (
    verb !== undefined &&
    subject !== undefined &&
    end >= 0 &&
    !isNew &&
    grammar.askedVerbs.test(verb.text) &&
    !grammar.addressees.test(subject.text) &&
    prompt[end + 1]?.text.includes('?') === true
  );
}

/**
 * Returns whether a clause says what the image resembles, before one that asks for something: “it looks like a painting,
 * make it real”.
 */
export function statesResemblance(clause: Clause, after: Clause | undefined): boolean {
  return (
    after !== undefined &&
    (after.isNew || after.tokens.some((token) => isOf(token, 'fix', 'remove'))) &&
    !clause.isNew &&
    !clause.isJoined &&
    !clause.isPurpose &&
    grammar.resemblances.test(textOf(clause.all))
  );
}

/** Returns whether a clause confines something to a place that only the words before it name: “brighten only there”. */
export function isConfinedThere({ all }: Clause): boolean {
  return all.some(
    (token, at) => isOf(token, 'only') && grammar.namedPlaces.test(all[at + 1]?.text ?? ''),
  );
}

/** Returns whether something is taken from a part: “das grüne Licht von meinem Gesicht nehmen”, “make me pop from the backdrop”. */
export function subtractsFromPart({ all, tokens }: Clause): boolean {
  const from = tokens.findIndex((token) => isOf(token, 'from'));
  const stands =
    from > 0 &&
    tokens.slice(from + 1, from + 2).some((token) => isOf(token, 'background')) &&
    tokens.slice(0, from).some((token) => isOf(token, 'person', 'face', 'pronoun')) &&
    tokens.some((token) => isOf(token, 'g'));
  if (stands) {
    return true;
  }
  return (
    all.some(({ text }) => grammar.removers.test(text)) &&
    tokens.some((token) => isOf(token, 'from')) &&
    !tokens.some((token) => isOf(token, 'numbered', 'transparent', 'cast'))
  );
}

/**
 * Returns whether a clause is about a thing that the clause before it names: “my desk is messy, make it darker”. Nothing
 * finds the thing, and the whole image is not meant.
 */
export function isAboutThing({ all, tokens }: Clause, before: Clause | undefined): boolean {
  return (
    before !== undefined &&
    all.some(({ text }) => text.split(' ').some((word) => grammar.objectPronouns.test(word))) &&
    !tokens.some((token) => isOf(token, 'picture', ...targets.slice(0, -1))) &&
    (namesThing(before) ||
      (before.tokens.some((token) => isOf(token, 'is')) && isStatedThing(before)))
  );
}

/** Returns whether a clause only says that a thing is there: “there’s a lamp behind me”. */
function namesThing({ all, tokens }: Clause): boolean {
  const thing = tokens.find(({ kind }) => kind === 'known');
  return (
    thing !== undefined &&
    isOf(thing, 'object', 'garment') &&
    grammar.existentials.test(textOf(all))
  );
}

function isStatedThing(before: Clause): boolean {
  return (
    isPlacedThing(before) ||
    (!before.all.some((token) => isOf(token, 'picture', 'past', ...targets)) &&
      (isOf(before.tokens[0] ?? NO_TOKEN, 'object', 'garment') ||
        (before.tokens[0]?.kind === 'unknown' &&
          before.tokens.some((token) => isOf(token, 'described')))))
  );
}

/** Returns whether a clause names a thing in the background: “the picture behind me is ugly”. */
function isPlacedThing({ tokens: [thing, place] }: Clause): boolean {
  return (
    thing !== undefined &&
    place !== undefined &&
    (thing.kind === 'unknown' || isOf(thing, 'picture', 'object', 'person')) &&
    grammar.behind.test(place.text)
  );
}

/** Returns whether a cast belongs to a look that is asked for: “a faded photo with a yellow cast”. */
export function isWithCast({ all, tokens }: Clause): boolean {
  const at = all.findIndex((token) => isOf(token, 'cast'));
  const before = all.slice(Math.max(0, at - 3), at);
  return (
    at > 0 &&
    before.some(({ text }) => grammar.companions.test(text)) &&
    !before.some(({ text }) => grammar.definites.test(text)) &&
    !tokens.some((token) => isOf(token, 'remove', 'fix', 'less', 'is'))
  );
}

/** Returns whether a clause only states that something is more than another: “my face is darker than his”. */
export function statesDifference(clause: Clause): boolean {
  const { all, tokens, isNew } = clause;
  const than = all.findIndex(
    ({ text }, index) => index > 0 && index < all.length - 1 && grammar.comparers.test(text),
  );
  return (
    than > 0 &&
    !isNew &&
    !all.some(({ text }) => grammar.volitionVerbs.test(text)) &&
    tokens.some((token) => isOf(token, 'is') && all.indexOf(token) < than) &&
    all.slice(0, than).some((token) => isOf(token, 'g') && grammar.comparatives.test(token.text))
  );
}

/** Parts of one colour. */
const COLOURED = ['clothes', 'eyes', 'lips', 'hair', 'brows'];

/** Returns whether a clause takes a colour from another part: “make my eyes blue like my shirt”. */
export function comparesParts({ all, tokens }: Clause): boolean {
  const at = all.findIndex(({ text }) => grammar.alike.test(text));
  const next = all.slice(at + 1).find(({ kind }) => kind !== 'filler');
  return (
    at > 0 &&
    next !== undefined &&
    isOf(next, ...COLOURED) &&
    all.slice(0, at).some((token) => isOf(token, ...COLOURED)) &&
    tokens.some((token) => isOf(token, 'colour'))
  );
}

/** Returns whether a clause compares people, of whom all would change: “my brother sharper than me”. */
export function comparesPeople({ all }: Clause): boolean {
  const at = all.findIndex(
    ({ text }, index) => index > 0 && grammar.comparers.test(text) && index < all.length - 1,
  );
  const isPerson = (token: Token): boolean =>
    // “Wir drei als Gruppenfoto”
    (isOf(token, 'person', 'pronoun') && !isOf(token, 'group')) ||
    grammar.firstPerson.test(token.text);
  return at > 0 && all.slice(0, at).some(isPerson) && all.slice(at).some(isPerson);
}

/** Effects of verbs that may also state what something did. */
const DONE = ['remove', 'smooth', 'whiten', 'blur', 'sharpen', 'hide', 'g'];

/** Returns whether a clause states what something did: “the filter removed my freckles”, “der Filter hat sie entfernt”. */
export function statesDeed({ all, isNew }: Clause): boolean {
  const [first, subject] = all;
  if (
    isNew ||
    first === undefined ||
    subject?.kind !== 'filler' ||
    !grammar.definites.test(first.text)
  ) {
    return false;
  }
  const isDeed = (token: Token): boolean => isOf(token, ...DONE);
  const isPerfect = ({ text }: Token): boolean => grammar.auxiliaries.test(text);
  const verb = all.findIndex(
    (token, at) =>
      at > 1 &&
      at < 5 &&
      ((isDeed(token) && grammar.pastEndings.test(token.text)) || isPerfect(token)),
  );
  const after = all.slice(verb + 1);
  return (
    verb > 1 &&
    after.some((token) => isOf(token, ...targets, 'blemish')) &&
    (all.slice(verb, verb + 1).some(isDeed) || after.some(isDeed))
  );
}

/** Returns whether a clause says where light comes from, before one that asks for another side. */
export function statesLight({ all, tokens, isNew }: Clause, after: Clause | undefined): boolean {
  return (
    !isNew &&
    tokens.some((token) => isOf(token, 'light')) &&
    after?.tokens.some((token) => isOf(token, 'side')) === true &&
    // “The light comes from the left, and my name at the bottom”
    !after.tokens.some((token) => isOf(token, 'text', 'quote')) &&
    all.some(({ text }) => grammar.comingVerbs.test(text))
  );
}

/** Returns whether a clause runs from one tone to another: “from dark to light”, “from black and white to colour”. */
export function runsThrough({ tokens }: Clause): boolean {
  return tokens.some((token, at) => {
    const [tone, to, next] = tokens.slice(at + 1, at + 4);
    return (
      isOf(token, 'from') &&
      tone !== undefined &&
      to !== undefined &&
      next !== undefined &&
      isOf(tone, 'g', 'mono') &&
      isOf(to, 'to', 'zu') &&
      isOf(next, 'g', 'light', 'colourword')
    );
  });
}

/** Parts that people have two of; a wish about one of them is not done on both. */
const PAIRED = ['eyes', 'brows', 'cheeks'];

/** Returns whether a clause is about one of two parts: “make one eye blue”. */
export function isOfOne({ all }: Clause): boolean {
  return all.some((token, at) => {
    const part = all.slice(at + 1).find((other) => !isOf(other, 'colour', 'g', 'amount'));
    return (
      token.kind === 'filler' &&
      grammar.singulars.test(token.text) &&
      part !== undefined &&
      isOf(part, ...PAIRED) &&
      /[^sn]$/u.test(part.text)
    );
  });
}

/** Returns whether a clause says which colour the light of a side has: “the light on the left is yellow, make it normal”. */
export function statesLightColour({ all, tokens }: Clause): boolean {
  const is = tokens.findIndex((token) => isOf(token, 'is'));
  return (
    is > 0 &&
    tokens.slice(0, is).some((token) => isOf(token, 'light')) &&
    tokens.some((token) => isOf(token, 'side')) &&
    tokens.slice(is).some((token) => isOf(token, 'colour')) &&
    !all.some(({ text }) => grammar.volitionVerbs.test(text))
  );
}

/** Returns whether people only need not be recognised, which asks for no cover: “man muss mich nicht erkennen”. */
export function isNeedless({ all, tokens }: Clause): boolean {
  return tokens.some((token) => isOf(token, 'hide')) && grammar.needless.test(textOf(all));
}
