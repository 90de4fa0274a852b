/** Wishes that are doubtful whatever their clause says: two colours for one, a look without its tone, one person of several. */
import { grammar } from '../tokens/grammar.ts';
import { changesImage, type ReadWish } from '../reading/read-state.ts';
import { isOf, type Token } from '../tokens/token.ts';
import { isFaded } from './described-looks.ts';
import {
  isCastOfPart,
  isMoodOfImage,
  isOnePerson,
  isOneSpot,
  leavesOneOut,
} from './single-things.ts';

/** Returns whether a wish is doubtful whatever its clause says. */
export function isDoubtful(
  wish: ReadWish,
  wishes: readonly ReadWish[],
  prompt: readonly Token[],
): boolean {
  const { used, where, isStated } = wish;
  const numbers = used.filter((token) => isOf(token, 'amount') && /\d/.test(token.text));
  return (
    isStated ||
    // “An old photo of my family, restore it”
    (wish.rule.id === 'vintage' &&
      (wishes.some(({ rule, isNegated }) => rule.id === 'restore' && !isNegated) ||
        (where !== null &&
          used.some(
            (token) => isOf(token, 'vintage') && grammar.pictureNouns.test(token.text),
          )))) ||
    numbers.length > 1 ||
    isFaded(wish, wishes) ||
    isTwoColoured(wish) ||
    isBelowOther(wish, wishes) ||
    (wish.rule.make !== null && isOneSpot(wish, prompt)) ||
    isOnePerson(wish, prompt) ||
    leavesOneOut(wish) ||
    isMoodOfImage(wish, prompt) ||
    isCastOfPart(wish, wishes, prompt) ||
    isCroppedWider(wish, wishes) ||
    isOfImages(wish, prompt) ||
    (where?.isInverted === true && leavesNobody(wish)) ||
    contradictsLook(wish, wishes)
  );
}

/** Returns whether a wish of one colour names two: “white letters with a black border”. */
function isTwoColoured({ rule, used }: ReadWish): boolean {
  return (
    !rule.needs.includes('colour') &&
    (ONE_COLOURED.includes(rule.id) ||
      // “White on black”: letters have no ground of their own.
      (rule.id === 'words' && !used.some((token) => isOf(token, 'outline')))) &&
    used.filter((token) => isOf(token, 'colour')).length > 1
  );
}

/** Wishes that may name one colour. */
const ONE_COLOURED = ['border', 'bars', 'background_studio', 'blush', 'scene_gradient'];

/** Returns whether a caption stands below another one, which only its reader can place: “underneath, smaller “B””. */
function isBelowOther(wish: ReadWish, wishes: readonly ReadWish[]): boolean {
  return (
    wish.rule.id === 'words' &&
    wish.used.some(({ text }) => grammar.beneath.test(text)) &&
    wishes.some((other) => other !== wish && other.rule.id === 'words')
  );
}

/** Returns whether “them” of a group may mean images: “the three pictures …, put them next to each other”. */
function isOfImages({ rule, used }: ReadWish, prompt: readonly Token[]): boolean {
  return (
    rule.topic === 'group' &&
    used.some(({ text }) => grammar.peoplePronouns.test(text)) &&
    prompt.some((token) => isOf(token, 'picture', 'numbered')) &&
    !prompt.some((token) => isOf(token, 'person') && !grammar.peoplePronouns.test(token.text))
  );
}

/** Returns whether another wish widens what a shape alone would crop. */
function isCroppedWider({ rule }: ReadWish, wishes: readonly ReadWish[]): boolean {
  return (
    rule.id === 'crop_alone' &&
    wishes.some(({ used, isNegated }) => !isNegated && used.some((token) => isOf(token, 'extend')))
  );
}

/** Returns whether nothing that is known is left out: “brighten him but not her”. */
function leavesNobody({ rule, used, where }: ReadWish): boolean {
  const start = used.find((token) => isOf(token, 'except'))?.at[0];
  return (
    start !== undefined &&
    rule.id !== 'black_and_white_except' &&
    !used.some(
      (token) =>
        isOf(token, where?.region ?? '', 'pronoun', 'person') && (token.at[0] ?? start) >= start,
    )
  );
}

/** Topics of looks that have tones of their own. */
const LOOK_TOPICS = ['style', 'time', 'look', 'vintage', 'cinematic', 'sepia', 'noir', 'pastel'];

/** Returns whether a wish takes a tone from a look, which keeps it: “golden hour without the warm colours”. */
function contradictsLook(
  { rule, isNegated, sentence }: ReadWish,
  wishes: readonly ReadWish[],
): boolean {
  return (
    isNegated &&
    rule.needs.some((need) => need.startsWith('g:')) &&
    wishes.some(
      (other) =>
        changesImage(other) &&
        other.sentence === sentence &&
        LOOK_TOPICS.includes(other.rule.topic),
    )
  );
}
