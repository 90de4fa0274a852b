import { namedColours } from '../colours.ts';
import type { InstructionRule } from '../rule.ts';
import { type Says, wish } from './define.ts';

const BACKGROUND = { topic: 'background', touches: ['background'] } as const;
const blurs: Says = [
  'Blurs what is behind people.',
  'Macht unscharf, was hinter Personen ist.',
  'Desenfoca lo que hay detrás de las personas.',
];
const blurSteps = ({ much }: { readonly much: number }) =>
  [{ kind: 'background_blur', amount: much }] as const;
const colours: Says = [
  'Puts one colour behind people.',
  'Setzt eine Farbe hinter Personen.',
  'Pone un color detrás de las personas.',
];
const pictures: Says = [
  'Puts people before another of your pictures.',
  'Setzt Personen vor ein anderes deiner Bilder.',
  'Pone a las personas delante de otra de tus imágenes.',
];

const removes: Says = [
  'Takes the background away; the result is a PNG with transparency.',
  'Nimmt den Hintergrund weg; das Ergebnis ist ein PNG mit Transparenz.',
  'Quita el fondo; el resultado es un PNG con transparencia.',
];

/** Concepts of other properties that would be transferred between images, which is not done. */
const NOT_BROUGHT =
  `background colourword match splash g light group face hair eyes mouth skin clothes makeup smile text`.split(
    ' ',
  );

/** Rules about the background. */
export const backgroundRules: readonly InstructionRule[] = [
  wish('background_blur', {
    ...BACKGROUND,
    needs: ['blur|smooth:soft', 'background'],
    may: ['more', 'bokeh', 'only', 'picture', 'wall', 'stuff'],
    says: blurs,
    examples: {
      en: ['blur the background'],
      de: ['Hintergrund unscharf'],
      es: ['desenfoca el fondo'],
    },
    make: blurSteps,
  }),
  wish('background_bokeh', {
    ...BACKGROUND,
    needs: ['bokeh'],
    may: ['background', 'more', 'blur', 'add', 'person'],
    says: blurs,
    examples: { en: ['bokeh'], de: ['Bokeh'], es: ['bokeh'] },
    make: blurSteps,
  }),
  wish('background_blur_except', {
    ...BACKGROUND,
    needs: ['blur', 'except', 'person|face|pronoun'],
    may: ['picture', 'background'],
    says: blurs,
    examples: { en: ['blur everything except me'], de: ['alles außer der Person unscharf'] },
    // “Blur the faces, but not all of them” leaves nobody in particular.
    make: (values) =>
      /except,(?:picture,)?(?:person|face|pronoun|only)/.test(values.concepts.join()) &&
      // “Blur the faces behind me, but not mine” means faces.
      !values.concepts.slice(0, values.concepts.indexOf('except')).includes('face')
        ? blurSteps(values)
        : [],
  }),
  wish('background_blur_rest', {
    ...BACKGROUND,
    needs: ['blur', 'identity:rest'],
    may: ['background', 'picture', 'sharpen', 'person', 'face', 'pronoun'],
    says: blurs,
    make: blurSteps,
  }),
  wish('background_blur_spared', {
    ...BACKGROUND,
    needs: ['blur|smooth:soft', 'background', 'except', 'hair|clothes|face|person|pronoun'],
    may: ['more', 'edges', 'hair', 'clothes', 'face', 'person', 'pronoun'],
    says: blurs,
    // What is spared must not belong to what is blurred: “everything but my hair and the background”.
    make: (values) =>
      values.concepts.lastIndexOf('background') > values.concepts.indexOf('except') ||
      values.concepts.slice(0, values.concepts.indexOf('except')).includes('face')
        ? []
        : blurSteps(values),
  }),
  wish('background_neutral', {
    ...BACKGROUND,
    needs: ['neutral', 'background'],
    may: ['background', 'neutral', 'replace', 'add', 'to', 'picture', 'plain', 'wall'],
    unless: ['colour', 'blur', 'bokeh', 'numbered', 'place', 'keep', 'g', 'cast', 'is'],
    says: [
      'Puts a grey studio wall behind people.',
      'Setzt eine graue Studiowand hinter Personen.',
      'Pone una pared gris de estudio detrás de las personas.',
    ],
    examples: { en: ['neutral background'], de: ['neutraler Hintergrund'] },
    make: () => [{ kind: 'background_studio', colour: namedColours.grey }],
  }),
  wish('background_sharp_only', {
    ...BACKGROUND,
    needs: ['only', 'sharpen:state', 'person|face'],
    says: blurs,
    examples: { en: ['only the person sharp'], de: ['nur die Person scharf'] },
    make: blurSteps,
  }),
  wish('background_colour', {
    ...BACKGROUND,
    needs: ['background', 'colour'],
    may: ['replace', 'infront', 'wall', 'colourword', 'person', 'only'],
    unless: ['studio'],
    says: colours,
    examples: {
      en: ['dark blue background', '#204060 background'],
      de: ['dunkelblauer Hintergrund'],
      es: ['fondo azul oscuro'],
    },
    make: ({ colour }) => (colour === null ? [] : [{ kind: 'background_colour', colour }]),
  }),
  wish('background_chroma', {
    ...BACKGROUND,
    needs: ['colour:chroma'],
    may: ['background', 'replace', 'infront', 'wall', 'person', 'picture', 'add'],
    says: colours,
    examples: { en: ['green screen'], de: ['Greenscreen'] },
    make: ({ colour }) => (colour === null ? [] : [{ kind: 'background_colour', colour }]),
  }),
  wish('background_wall', {
    ...BACKGROUND,
    needs: ['infront', 'wall', 'colour'],
    may: ['person', 'picture', 'background', 'colourword'],
    says: colours,
    examples: { en: ['put me in front of a white wall'], de: ['vor eine weiße Wand'] },
    make: ({ colour }) => (colour === null ? [] : [{ kind: 'background_colour', colour }]),
  }),
  wish('background_wall_replaced', {
    ...BACKGROUND,
    needs: ['replace', 'wall', 'colour'],
    may: ['wall', 'to', 'background', 'colourword'],
    unless: ['person', 'studio', 'object', 'place'],
    says: colours,
    make: ({ colour }) => (colour === null ? [] : [{ kind: 'background_colour', colour }]),
  }),
  wish('background_studio', {
    ...BACKGROUND,
    needs: ['studio'],
    may: ['background', 'colour', 'replace', 'infront', 'wall', 'person', 'colourword'],
    says: [
      'Puts a studio wall behind people.',
      'Setzt eine Studiowand hinter Personen.',
      'Pone una pared de estudio detrás de las personas.',
    ],
    examples: {
      en: ['grey studio background'],
      de: ['grauer Studiohintergrund'],
      es: ['fondo de estudio gris'],
    },
    make: ({ colour }) => [{ kind: 'background_studio', colour: colour ?? namedColours.grey }],
  }),
  wish('background_transparent', {
    ...BACKGROUND,
    needs: ['transparent'],
    may: ['background', 'remove', 'colour', 'person', 'only', 'numbered:1', 'from'],
    says: removes,
    examples: {
      en: ['transparent background'],
      de: ['Hintergrund entfernen'],
      es: ['fondo transparente'],
    },
    make: () => [{ kind: 'background_transparent' }],
  }),
  wish('background_remove', {
    ...BACKGROUND,
    needs: ['background', 'remove'],
    may: ['colour', 'picture'],
    says: removes,
    make: () => [{ kind: 'background_transparent' }],
  }),
  wish('background_all_removed', {
    ...BACKGROUND,
    needs: ['remove|keep', 'except|only', 'person|pronoun'],
    may: ['picture', 'background', 'identity:rest', 'except', 'only'],
    says: removes,
    examples: {
      en: ['remove everything except the person'],
      de: ['alles außer der Person entfernen'],
    },
    make: ({ concepts }) => {
      const except = concepts.indexOf('except');
      const person = concepts.findLastIndex((one) => one === 'person' || one === 'pronoun');
      // “Remove the people but not all”
      return except > person ? [] : [{ kind: 'background_transparent' }];
    },
  }),
  wish('background_picture', {
    ...BACKGROUND,
    needs: ['background', 'numbered'],
    may: 'numbered replace person infront into picture colour place from wall'.split(' '),
    says: pictures,
    examples: {
      en: ['use picture 2 as background'],
      de: ['nimm Bild 2 als Hintergrund'],
      es: ['usa la imagen 2 de fondo'],
    },
    make: ({ pictures: named, concepts }) =>
      // “My friend from picture 2 behind me”
      /person,from,numbered:\d,background/.test(concepts.join())
        ? []
        : toPicture(namedLast(named, concepts)),
  }),
  wish('background_before_picture', {
    ...BACKGROUND,
    needs: ['infront', 'numbered'],
    may: ['numbered', 'picture', 'person', 'replace', 'add', 'from', 'infront', 'place', 'into'],
    unless: NOT_BROUGHT,
    says: pictures,
    examples: {
      en: ['put the person of picture 1 in front of picture 2'],
      de: ['Setz die Person aus Bild 1 vor Bild 2'],
    },
    make: ({ pictures: named }) => toPicture(named),
  }),
  wish('background_before_that_of', {
    ...BACKGROUND,
    needs: ['person|pronoun', 'infront', 'background', 'numbered'],
    may: ['numbered', 'picture', 'person', 'pronoun', 'replace', 'add', 'from'],
    unless: NOT_BROUGHT,
    says: pictures,
    make: ({ pictures: named }) => toPicture(named),
  }),
  wish('background_into_picture', {
    ...BACKGROUND,
    needs: ['into', 'person|pronoun'],
    may: ['numbered', 'into', 'picture', 'person', 'pronoun', 'add', 'from'],
    unless: NOT_BROUGHT,
    says: pictures,
    examples: {
      en: ['put me from picture 1 into picture 2'],
      de: ['setz mich aus Bild 1 in Bild 2'],
    },
    make: ({ pictures: named }) => toPicture(named),
  }),
];

/**
 * Moves the image that becomes the background to the end: “picture 2 as background of picture 1”, “the background of
 * picture 2 into picture 1”.
 */
function namedLast(named: readonly number[], concepts: readonly string[]): readonly number[] {
  if (named.length === 2 && !concepts.some((concept) => DIRECTED.includes(concept))) {
    const before = concepts.indexOf('background') - 1;
    const isOrdered = concepts[before]?.startsWith('numbered:') === true;
    if (isOrdered ? named[0] !== 1 : !concepts.includes('from')) {
      // “Picture 2 should be the background of picture 1” reads like “picture 2 with the background of picture 1”.
      return isOrdered || named[1] !== 1 ? [] : named.toReversed();
    }
  }
  const from = concepts.indexOf('from');
  if (
    !concepts.includes('replace') &&
    concepts[from - 1] === 'background' &&
    concepts[from + 1] === `numbered:${named[0]}`
  ) {
    // “The background from picture 1 for picture 2”
    return named.toReversed();
  }
  const into = concepts.indexOf('into');
  if (into > concepts.indexOf('background')) {
    return named.toReversed();
  }
  // “Bei Bild 1 als Hintergrund das dritte”
  const front =
    concepts[into + 1]?.startsWith('numbered:') === true ? concepts[into + 1] : undefined;
  if (into >= 0 && front !== undefined) {
    const number = Number(front.slice('numbered:'.length));
    return [number, ...named.filter((other) => other !== number)];
  }
  // “The second image as background”: its number and its noun may be two words.
  const before =
    concepts
      .slice(0, Math.max(0, concepts.indexOf('role') - 1))
      .findLast((concept) => concept !== 'picture') ?? '';
  const picture = before.startsWith('numbered:') ? Number(before.slice('numbered:'.length)) : null;
  return picture === null ? named : [...named.filter((other) => other !== picture), picture];
}

/** Concepts that say which of two images becomes the background. */
const DIRECTED = ['replace', 'to', 'zu', 'into', 'infront', 'role'];

/** Makes the last image the background; the one before it contains the people. */
function toPicture(named: readonly number[]) {
  const picture = named.at(-1);
  const front = named.length > 1 ? named[0] : undefined;
  // People of an image are not put in front of the same image.
  return picture === undefined || picture === (front ?? 1) || named.length > 2
    ? []
    : ([
        {
          kind: 'background_picture',
          picture,
          ...(front === undefined || front === 1 ? {} : { front }),
        },
      ] as const);
}
