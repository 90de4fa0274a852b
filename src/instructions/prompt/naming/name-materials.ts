/** Names metals that something is to be made of, which are no colours: “the jacket as if of gold”. */
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Colours that are metals after “of”. */
const METALS = ['colour:gold', 'colour:silver', 'colour:copper', 'colour:rose-gold'];

/** Returns the words of a prompt; metals after “of” and “aus” are materials. */
export function nameMaterials(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) =>
    token.concepts.some((concept) => METALS.includes(concept)) &&
    token.at.length === 1 &&
    grammar.materialPrepositions.test(tokens[at - 1]?.text ?? '') &&
    // “A hint of gold”, “a gradient of gold and black”
    !isOf(tokens[at - 2] ?? token, 'amount', 'place', 'colour', 'colourword', 'numbered')
      ? { ...token, concepts: ['material'] }
      : token,
  );
}
