/** Divides a natural result from the effect in its clause: “whiten my teeth naturally”, “Zähne natürlich aufhellen”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Concepts of effects whose strength decides whether they look natural. */
const EFFECTS = ['whiten', 'smooth', 'undereyes', 'bigger', 'smaller', 'blush'];
/** Concepts of the words beside which a natural result is said of the effect. */
const BESIDE = [
  ...EFFECTS,
  'teeth',
  'skin',
  'eyes',
  'nose',
  'face',
  'remove',
  'amount',
  'g',
  'blemish',
];
const PAUSE: Token = { text: ',', concepts: [], kind: 'pause', at: [] };

/** Returns the words of a prompt; how natural an effect is to look is a clause of its own. */
export function nameRestraint(tokens: readonly Token[]): readonly Token[] {
  return splitAfter(tokens, isDivider).flatMap(splitNatural);
}

function splitNatural(part: readonly Token[]): readonly Token[] {
  const said = contentWords(part);
  const natural = said.findIndex(
    (token) => token.concepts.join(' ') === 'identity' && grammar.restraint.test(token.text),
  );
  const token = said[natural];
  const next = said[natural + 1];
  // “Und natürlich die Zähne weißer” says that it goes without saying.
  const isOfEffect =
    token !== undefined &&
    natural > 0 &&
    (next === undefined || isOf(next, 'whiten', 'smooth', 'g', 'bigger', 'smaller')) &&
    said.some((other) => isOf(other, ...EFFECTS, 'teeth')) &&
    said.every((other) => other === token || isOf(other, ...BESIDE));
  return isOfEffect
    ? [
        ...part.filter((other) => other !== token && !isDivider(other)),
        PAUSE,
        token,
        ...part.filter(isDivider),
      ]
    : part;
}
