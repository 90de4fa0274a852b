/** Names people of several images who are to be together: “make the two of us stand together”, “setz mich neben meinen Bruder”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

/** Returns the words of a prompt; how a group stands means nothing, and its ground is a wish of its own. */
export function nameGathered(tokens: readonly Token[], pictures: number): readonly Token[] {
  return pictures < 2 || !tokens.some((token) => isOf(token, 'group', 'beside', 'side'))
    ? tokens
    : splitAfter(tokens, isDivider).flatMap((part) => divideGround(dropStanding(joinBeside(part))));
}

/** Reads “put me next to my brother” as a group of the people in the images. */
function joinBeside(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex((token) => token.concepts.join() === 'side:beside');
  const people = part.filter((token) => isOf(token, 'person') && !isOf(token, 'pronoun'));
  const isGroup =
    at > 0 &&
    part.some(({ kind }) => kind === 'verb') &&
    people.length === 2 &&
    people.some((token) => part.indexOf(token) < at) &&
    people.some((token) => part.indexOf(token) > at) &&
    part.every(
      (token) =>
        token.kind === 'filler' ||
        token.kind === 'verb' ||
        isDivider(token) ||
        people.includes(token) ||
        isOf(token, 'side', 'numbered', 'from', 'pose'),
    ) &&
    !part.some((token) => isOf(token, 'numbered'));
  return isGroup
    ? part.map((token, index) => (index === at ? { ...token, concepts: ['group'] } : token))
    : part;
}

/** Reads “stand together” as a group, not as a pose. */
function dropStanding(part: readonly Token[]): readonly Token[] {
  return part.some((token) => isOf(token, 'group', 'beside')) &&
    part.some((token) => isOf(token, 'person', 'pronoun'))
    ? part.map((token): Token =>
        isOf(token, 'pose') && grammar.standing.test(token.text) ? toFiller(token) : token,
      )
    : part;
}

/** Divides “put all of us together in front of a beach” into the group and its ground. */
function divideGround(part: readonly Token[]): readonly Token[] {
  const group = part.findIndex((token) => isOf(token, 'group'));
  const ground = part.findIndex((token, at) => at > group && isOf(token, 'infront'));
  const isNamed =
    group >= 0 &&
    ground > group &&
    part.slice(ground + 1).some((token) => isOf(token, 'place', 'colour', 'wall', 'studio'));
  return isNamed
    ? part.toSpliced(ground, 0, { text: ',', concepts: [], kind: 'pause', at: [] })
    : part;
}
