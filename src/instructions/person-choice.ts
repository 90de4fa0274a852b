import { InvariantError } from '../base/errors.ts';
import type { InstructionText } from './language-words.ts';

/** Where a chosen person is: counted from a side, in the middle, nearest to the camera, or behind the others. */
export const personPositions = ['left', 'right', 'middle', 'front', 'back'] as const;
/** One of {@link personPositions}. */
export type PersonPosition = (typeof personPositions)[number];

/** A choice of people of an image by what their faces show: where they are, and how large. */
export interface PersonChoice {
  readonly place: PersonPosition;
  /** Position counted from a side, from 1; 1 in the other places. */
  readonly number: number;
  /** True for all in that place, which only `back` can be. */
  readonly isSeveral: boolean;
  /** True for everybody else: “everyone but the person on the left”. */
  readonly isInverted: boolean;
}

/** Kind of the concept of a choice; its value is written by {@link writeChoice}. */
export const PERSONS = 'persons';

/** Writes a choice as the value of a concept. */
export function writeChoice({ place, number, isSeveral, isInverted }: PersonChoice): string {
  return [isInverted ? 'but' : 'only', place, number, isSeveral ? 'several' : 'one'].join(' ');
}

/** Reads the choice among the concepts of a wish, which has one. */
export function readChoice(concepts: readonly string[]): PersonChoice {
  const value = concepts.find((concept) => concept.startsWith(`${PERSONS}:`));
  const [sense, name, number, count] = value?.slice(PERSONS.length + 1).split(' ') ?? [];
  const place = personPositions.find((known) => known === name);
  if (place === undefined) {
    throw new InvariantError('a wish about chosen people has a choice');
  }
  return {
    place,
    number: Number(number),
    isSeveral: count === 'several',
    isInverted: sense === 'but',
  };
}

const places: Readonly<Record<PersonPosition, InstructionText>> = {
  left: { en: 'from the left', de: 'von links', es: 'desde la izquierda' },
  right: { en: 'from the right', de: 'von rechts', es: 'desde la derecha' },
  middle: { en: 'the one in the middle', de: 'die mittlere', es: 'la del medio' },
  front: {
    en: 'the one in front, with clearly the largest face',
    de: 'die vorderste, mit deutlich dem größten Gesicht',
    es: 'la de delante, con claramente la cara más grande',
  },
  back: {
    en: 'the one behind, with clearly the smaller face',
    de: 'die hintere, mit deutlich kleinerem Gesicht',
    es: 'la de atrás, con la cara claramente más pequeña',
  },
};
const allBehind: InstructionText = {
  en: 'all in the background, with clearly smaller faces',
  de: 'alle im Hintergrund, mit deutlich kleineren Gesichtern',
  es: 'todas las del fondo, con caras claramente más pequeñas',
};

/** Adds to a text who is chosen. */
export function addChoice(says: InstructionText, choice: PersonChoice): InstructionText {
  const { place, number, isSeveral, isInverted } = choice;
  const isCounted = place === 'left' || place === 'right';
  const { en, de, es } = isSeveral ? allBehind : places[place];
  const who = isCounted
    ? {
        en: `number ${number} ${en}`,
        de: `Nummer ${number} ${de}`,
        es: `la número ${number} ${es}`,
      }
    : { en, de, es };
  return {
    en: `${says.en} ${isInverted ? 'Everyone but' : 'Chosen'}: ${who.en}.`,
    de: `${says.de} ${isInverted ? 'Alle außer' : 'Gewählt'}: ${who.de}.`,
    es: `${says.es} ${isInverted ? 'Todas menos' : 'Elegida'}: ${who.es}.`,
  };
}
