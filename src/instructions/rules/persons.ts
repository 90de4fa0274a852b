import { PERSONS, readChoice } from '../person-choice.ts';
import type { InstructionRule } from '../rule.ts';
import { wish } from './define.ts';

/** Rules about people of an image that are chosen by where they are. */
export const personRules: readonly InstructionRule[] = [
  wish('anonymise_chosen', {
    topic: 'anonymise',
    needs: ['hide|conceal', PERSONS],
    says: [
      'Makes the faces of chosen people unrecognisable.',
      'Macht die Gesichter gewählter Personen unkenntlich.',
      'Hace irreconocibles las caras de las personas elegidas.',
    ],
    examples: {
      en: ['pixelate the face of the person on the right', 'hide all faces except mine'],
      de: ['das Gesicht der Person rechts verpixeln', 'alle Gesichter außer meinem verpixeln'],
      es: ['pixela la cara de la persona de la derecha', 'pixela todas las caras menos la mía'],
    },
    touches: ['face'],
    make: ({ concepts }) => [{ kind: 'anonymise', cover: 'cells', who: readChoice(concepts) }],
  }),
  wish('anonymise_chosen_blur', {
    topic: 'anonymise',
    needs: ['blur', PERSONS],
    may: ['hide', 'conceal'],
    says: [
      'Blurs the faces of chosen people beyond recognition.',
      'Macht die Gesichter gewählter Personen bis zur Unkenntlichkeit unscharf.',
      'Desenfoca las caras de las personas elegidas hasta que no se reconozcan.',
    ],
    examples: {
      en: ['blur the face of the man on the left'],
      de: ['das Gesicht links unscharf'],
      es: ['desenfoca la cara de la izquierda'],
    },
    touches: ['face'],
    make: ({ concepts }) => [{ kind: 'anonymise', cover: 'blur', who: readChoice(concepts) }],
  }),
  wish('remove_person', {
    needs: ['remove', PERSONS],
    says: [
      'Takes a person out who touches nobody, before an even wall or sky; elsewhere nothing is changed.',
      'Nimmt eine Person heraus, die niemanden berührt, vor gleichmäßiger Wand oder Himmel; sonst wird nichts geändert.',
      'Quita a una persona que no toca a nadie, ante una pared lisa o el cielo; si no, no se cambia nada.',
    ],
    examples: {
      en: ['remove the person on the left', 'remove everyone but me'],
      de: ['entferne die Person links', 'entferne alle außer mir'],
      es: ['quita a la persona de la izquierda', 'quita a todos menos a mí'],
    },
    touches: ['frame'],
    make: ({ concepts }) => [{ kind: 'remove_person', who: readChoice(concepts) }],
  }),
];
