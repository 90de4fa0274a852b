/** Clauses beside a wish that only state its circumstances: “my webcam is terrible”, “I slept badly”, “it’s for my card”. */
import type { Clause } from '../clauses/clauses.ts';
import { isWanted } from './complaint.ts';
import { grammar } from '../tokens/grammar.ts';
import type { ReadState } from './read-state.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';

/** Concepts of circumstances: when and how an image was taken, and how much of it. */
const CIRCUMSTANCES =
  'is amount past night day described infront number picture to from and place light ageword fog wall weather-not not too zu because outside golden timing'.split(
    ' ',
  );

/** Returns whether a clause is a remark about circumstances, and asks for nothing. */
export function statesCircumstances(clause: Clause, state: ReadState): boolean {
  const words = textOf(clause.all);
  return (
    !clause.isNew &&
    !grammar.requests.test(words) &&
    (statesRefusal(clause, state) ||
      (!isWanted(clause) &&
        (statesEquipment(clause) ||
          statesDislike(clause) ||
          statesUse(clause) ||
          statesDay(clause) ||
          describesSelf(clause, state) ||
          statesEvent(clause, state))))
  );
}

function isCircumstance(token: Token): boolean {
  return token.kind !== 'known' || isOf(token, ...CIRCUMSTANCES);
}

/** “My camera is rubbish”, “das Handy ist alt”: the subject is what took the image. */
function statesEquipment({ all, tokens }: Clause): boolean {
  const [first, second] = all;
  const equipment = [first, second].find(
    (token) => token !== undefined && grammar.equipment.test(token.text),
  );
  return (
    equipment !== undefined &&
    all.length > all.indexOf(equipment) + 1 &&
    // “Camera slowly zooming in” is a wish.
    (grammar.owners.test(first?.text ?? '') ||
      // “Webcam is merciless”
      (equipment === first && isOf(second ?? equipment, 'is')) ||
      (grammar.definites.test(first?.text ?? '') &&
        all.some((token) => token.concepts.includes('past') || isOf(token, 'is')))) &&
    !all.some(({ text }) => grammar.volitionVerbs.test(text) || grammar.modals.test(text)) &&
    // “My phone is in the picture” complains.
    !tokens.some((token) => isOf(token, 'picture')) &&
    tokens.every(
      (token) => token === equipment || isCircumstance(token) || isOf(token, 'grain', 'noisy'),
    )
  );
}

/** “It’s for my passport”, “ist für den Ausweis”, “I need it as an overlay”. */
function statesUse({ all, tokens }: Clause): boolean {
  const use = grammar.uses.exec(textOf(all))?.[0] ?? '';
  return (
    use !== '' &&
    tokens.every(
      (token) => isCircumstance(token) || isOf(token, 'object', 'site', 'person', 'text'),
    )
  );
}

/** “I hate it when apps do that”, “mag ich nicht, wenn Apps das machen”: what somebody dislikes in general. */
export function statesDislike({ all, tokens }: Clause): boolean {
  return (
    tokens.some((token) => isOf(token, 'dislike')) &&
    all.some(({ text }) => grammar.conditions.test(text)) &&
    all.some(({ text }) => grammar.firstPerson.test(text)) &&
    tokens.every((token) => token.kind === 'unknown' || isOf(token, 'dislike', 'amount', 'picture'))
  );
}

/** “Tomorrow is my graduation”, “morgen ist Abiball”. */
function statesDay({ all, tokens }: Clause): boolean {
  return (
    grammar.daysNamed.test(all[0]?.text ?? '') &&
    tokens.some((token) => isOf(token, 'is', 'past') || token.kind === 'unknown') &&
    tokens.every(isCircumstance)
  );
}

/** “I slept really badly before the shoot”, “hab kaum geschlafen”, “slept 3 hours”. */
function describesSelf({ all, tokens, sentence }: Clause, { wishes }: ReadState): boolean {
  const [subject, verb] = all;
  const isFirst =
    (grammar.firstPerson.test(subject?.text ?? '') && verb?.kind === 'unknown') ||
    grammar.selfVerbs.test(subject?.text ?? '');
  return (
    isFirst &&
    wishes.some((wish) => wish.sentence === sentence && !wish.isNegated) &&
    !all.some(({ text }) => grammar.wanting.test(text) || grammar.modals.test(text)) &&
    tokens.some(({ kind }) => kind === 'unknown') &&
    tokens.every(isCircumstance)
  );
}

/** “Their parents said no”, “my roommates don’t want to be online”: why people are hidden. */
function statesRefusal({ all, tokens, sentence }: Clause, { wishes }: ReadState): boolean {
  const last = wishes.at(-1);
  return (
    last !== undefined &&
    last.sentence === sentence &&
    !last.isNegated &&
    ['anonymise', 'background'].includes(last.rule.topic) &&
    grammar.refusals.test(textOf(all)) &&
    tokens.every((token) => isCircumstance(token) || isOf(token, 'person', 'pronoun'))
  );
}

/** “They vanished in the flash”, “the autofocus missed”: a verb of the past says what happened. */
function statesEvent({ all, tokens, sentence }: Clause, { wishes }: ReadState): boolean {
  const [subject] = all;
  const last = wishes.at(-1);
  const verb = all.findIndex(
    ({ text, kind }) => kind === 'unknown' && grammar.pastEndings.test(text),
  );
  return (
    last !== undefined &&
    last.sentence === sentence &&
    last.rule.make !== null &&
    verb > 0 &&
    verb < 4 &&
    subject !== undefined &&
    // “The boss demanded lasers” names a wish.
    all[verb + 1]?.kind !== 'unknown' &&
    (grammar.subjects.test(subject.text) || grammar.definites.test(subject.text)) &&
    tokens.every(
      (token) =>
        token.kind === 'unknown' || isOf(token, 'amount', 'to', 'from', 'night', 'picture'),
    )
  );
}
