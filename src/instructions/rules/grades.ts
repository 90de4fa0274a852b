import type { ColourValue } from '../colours.ts';
import type { GradeName } from '../step.ts';
import type { InstructionRule, WishExamples, WishValues } from '../rule.ts';
import { type Says, wish } from './define.ts';

/** Amount of a night. A weaker one looks like a dark day. */
const NIGHT_AMOUNT = 0.75;
/** Amount, where none is named, of effects that are invisible when weak. */
const CLEAR_AMOUNT = 0.8;

/**
 * Concepts that a grade already contains, so that they are not read as another one: “sepia like an old photo”, “70s
 * film look”.
 */
const INCLUDES: Readonly<Partial<Record<GradeName, readonly string[]>>> = {
  black_and_white: ['vintage', 'cinematic', 'ageword'],
  sepia: ['vintage', 'ageword'],
  vintage: ['cinematic', 'ageword'],
};

const monochrome: Says = ['Black and white.', 'Schwarzweiß.', 'Blanco y negro.'];
const oneColour: Says = [
  'Black and white but for one colour.',
  'Schwarzweiß bis auf eine Farbe.',
  'Blanco y negro salvo un color.',
];

const oneOf = (
  concept: string,
  grade: GradeName,
  topic: string,
  says: Says,
  examples: WishExamples,
) =>
  wish(grade, {
    topic,
    needs: [concept],
    may: ['more', 'colourword', 'only', 'except', 'light', ...(INCLUDES[grade] ?? [])],
    says,
    examples,
    canConfine: true,
    make: ({ much }) => [{ kind: 'grade', grade, amount: much }],
  });

const levelSays: Says = [
  'Sets light and contrast by measure.',
  'Stellt Licht und Kontrast nach Messung ein.',
  'Ajusta luz y contraste según lo medido.',
];
const castSays: Says = [
  'Takes a cast of colour out of the light.',
  'Nimmt dem Licht einen Farbstich.',
  'Quita una dominante de color de la luz.',
];
/** Without an amount the removal must be visible, because the user complained of the cast. */
const toCast = ({ colour, amount }: WishValues) =>
  [{ kind: 'remove_cast', colour, amount: amount ?? CLEAR_AMOUNT }] as const;
/** Returns whether a colour can be a cast: black, white and grey are none. */
const isChromatic = (colour: ColourValue | null): boolean =>
  colour !== null && Math.max(...colour) - Math.min(...colour) > 40;
const toLevels = ({ much }: { readonly much: number }) =>
  [{ kind: 'auto_levels', amount: much }] as const;

/** Rules about the colour and light of an image or a part of it. */
export const gradeRules: readonly InstructionRule[] = [
  oneOf('g:brighter', 'brighter', 'brightness', ['Brightens.', 'Hellt auf.', 'Aclara.'], {
    en: ['brighter', 'less dark'],
    de: ['heller', 'nicht so dunkel'],
    es: ['más claro'],
  }),
  oneOf('g:darker', 'darker', 'brightness', ['Darkens.', 'Dunkelt ab.', 'Oscurece.'], {
    en: ['darker', 'not so bright'],
    de: ['dunkler', 'etwas dunkler'],
    es: ['más oscuro'],
  }),
  oneOf(
    'g:more_contrast',
    'more_contrast',
    'contrast',
    ['Raises the contrast.', 'Erhöht den Kontrast.', 'Aumenta el contraste.'],
    { en: ['more contrast'], de: ['mehr Kontrast'], es: ['más contraste'] },
  ),
  oneOf(
    'g:less_contrast',
    'less_contrast',
    'contrast',
    ['Lowers the contrast.', 'Senkt den Kontrast.', 'Reduce el contraste.'],
    { en: ['less contrast'], de: ['weniger Kontrast'], es: ['menos contraste'] },
  ),
  oneOf(
    'g:warmer',
    'warmer',
    'warmth',
    ['Makes colours warmer.', 'Macht Farben wärmer.', 'Hace los colores más cálidos.'],
    { en: ['warmer', '20 % warmer'], de: ['wärmer'], es: ['más cálido'] },
  ),
  oneOf(
    'g:cooler',
    'cooler',
    'warmth',
    ['Makes colours cooler.', 'Macht Farben kühler.', 'Hace los colores más fríos.'],
    { en: ['cooler', 'too warm'], de: ['kühler'], es: ['más frío'] },
  ),
  oneOf(
    'g:more_saturated',
    'more_saturated',
    'colours',
    ['Makes colours stronger.', 'Macht Farben kräftiger.', 'Hace los colores más intensos.'],
    { en: ['vivid colours', 'more saturation'], de: ['kräftigere Farben'], es: ['más saturación'] },
  ),
  oneOf(
    'g:less_saturated',
    'less_saturated',
    'colours',
    ['Makes colours weaker.', 'Macht Farben blasser.', 'Hace los colores más apagados.'],
    { en: ['less saturated'], de: ['weniger Sättigung'], es: ['menos saturación'] },
  ),
  oneOf('mono', 'black_and_white', 'colours', monochrome, {
    en: ['black and white'],
    de: ['schwarzweiß'],
    es: ['blanco y negro'],
  }),
  wish('black_and_white_except', {
    topic: 'colours',
    needs: ['only|keep|except', 'splash', 'lips|eyes|hair|clothes|face|person|skin|background'],
    may: ['mono', 'picture', 'identity', 'only', 'keep', 'is', 'colour'],
    says: monochrome,
    canConfine: true,
    examples: { en: ['only the lips in colour'], de: ['nur die Lippen in Farbe'] },
    make: () => [{ kind: 'grade', grade: 'black_and_white', amount: 1 }],
  }),
  wish('black_and_white_beside', {
    topic: 'colours',
    needs: ['mono', 'splash', 'lips|eyes|hair|clothes|face|person|skin|background'],
    may: ['picture', 'identity', 'is', 'colour', 'only', 'keep'],
    says: monochrome,
    canConfine: true,
    examples: {
      en: ['the lips in colour, the rest black and white'],
      de: ['Lippen in Farbe, der Rest schwarzweiß'],
    },
    make: () => [{ kind: 'grade', grade: 'black_and_white', amount: 1 }],
  }),
  oneOf(
    'noir',
    'noir',
    'noir',
    ['Hard black and white.', 'Hartes Schwarzweiß.', 'Blanco y negro duro.'],
    { en: ['film noir'], de: ['Film noir'], es: ['cine negro'] },
  ),
  oneOf(
    'sepia',
    'sepia',
    'sepia',
    ['Brown like an old photo.', 'Braun wie ein altes Foto.', 'Marrón como una foto antigua.'],
    { en: ['sepia'], de: ['Sepia'], es: ['sepia'] },
  ),
  oneOf(
    'cinematic',
    'cinematic',
    'cinematic',
    [
      'Cool shadows, warm lights.',
      'Kühle Schatten, warme Lichter.',
      'Sombras frías, luces cálidas.',
    ],
    { en: ['cinematic'], de: ['Kinolook'], es: ['cinematográfico'] },
  ),
  oneOf(
    'vintage',
    'vintage',
    'vintage',
    [
      'Faded colours of old film.',
      'Verblasste Farben wie auf altem Film.',
      'Colores apagados de película antigua.',
    ],
    { en: ['vintage'], de: ['Vintage'], es: ['vintage'] },
  ),
  oneOf(
    'pastel',
    'pastel',
    'pastel',
    ['Light, faint colours.', 'Helle, zarte Farben.', 'Colores claros y suaves.'],
    { en: ['pastel colours'], de: ['Pastellfarben'], es: ['colores pastel'] },
  ),
  oneOf(
    'neontint',
    'neon_tint',
    'neon_tint',
    [
      'Violet shadows and pink lights.',
      'Violette Schatten und rosa Lichter.',
      'Sombras violetas y luces rosadas.',
    ],
    { en: ['cyberpunk colours'], de: ['Cyberpunk-Farben'] },
  ),
  wish('night', {
    topic: 'time',
    needs: ['night'],
    may: ['day', 'g:darker', 'to', 'from', 'zu', 'light', 'replace'],
    says: [
      'Makes night of day; lamps do not light up.',
      'Macht aus Tag Nacht; Lampen gehen nicht an.',
      'Convierte el día en noche; no se encienden luces.',
    ],
    examples: { en: ['make it night'], de: ['mach Nacht daraus'], es: ['de noche'] },
    make: ({ amount }) => [
      { kind: 'grade', grade: 'night', amount: Math.max(NIGHT_AMOUNT, amount ?? 0) },
    ],
  }),
  wish('keep_colour', {
    topic: 'colours',
    needs: ['mono', 'except|keep|only', 'colour'],
    may: ['colourword', 'picture', 'splash', 'only', 'keep', 'is', 'object', 'garment'],
    says: oneColour,
    mayHoldUnknown: true,
    examples: {
      en: ['black and white except red', 'black and white, but keep the red scarf red'],
      de: ['schwarzweiß außer rot'],
    },
    make: ({ colour }) => (colour === null ? [] : [{ kind: 'keep_colour', colour }]),
  }),
  wish('colour_splash', {
    topic: 'colours',
    needs: ['splash', 'colour'],
    says: oneColour,
    examples: { en: ['colour splash red'], de: ['Farbakzent rot'] },
    make: ({ colour }) => (colour === null ? [] : [{ kind: 'keep_colour', colour }]),
  }),
  wish('match_colours', {
    topic: 'match',
    needs: ['match|colourword', 'numbered'],
    may: [
      'match',
      'numbered',
      'colourword',
      'light',
      'picture',
      'from',
      'splash',
      'add',
      'into',
      'only',
    ],
    says: [
      'Gives the picture the colours of another one.',
      'Gibt dem Bild die Farben eines anderen.',
      'Da a la imagen los colores de otra.',
    ],
    examples: {
      en: ['match the colours of picture 2'],
      de: ['Farben von Bild 2 übernehmen'],
      es: ['iguala los colores de la imagen 2'],
    },
    make: ({ pictures, amount, concepts }) => {
      const picture = pictures.findLast((number) => number > 1);
      // “In the second one only the colours” names where, not whose.
      const isThere = concepts[0] === 'into' && concepts[1] === `numbered:${picture}`;
      return picture === undefined || (isThere && !concepts.includes('match'))
        ? []
        : [{ kind: 'match_colours', picture, amount: amount ?? CLEAR_AMOUNT }];
    },
  }),
  wish('low_light', {
    topic: 'brightness',
    needs: ['lowlight'],
    may: ['g:brighter', 'enhance', 'fix', 'is'],
    says: [
      'Lifts what is too dark.',
      'Hellt auf, was zu dunkel ist.',
      'Aclara lo que está demasiado oscuro.',
    ],
    examples: { en: ['the photo is too dark'], de: ['das Bild ist zu dunkel'] },
    make: ({ amount, isLive, much }) =>
      isLive
        ? [{ kind: 'grade', grade: 'brighter', amount: much }]
        : [{ kind: 'low_light', amount: amount ?? CLEAR_AMOUNT }],
  }),
  wish('auto_levels', {
    topic: 'levels',
    needs: ['enhance'],
    may: ['quality', 'picture', 'colourword', 'fix', 'light'],
    says: levelSays,
    examples: { en: ['enhance'], de: ['verbessern'], es: ['mejora la imagen'] },
    make: toLevels,
  }),
  wish('levels_fixed', {
    topic: 'levels',
    needs: ['fix', 'axis|colourword|light'],
    may: ['axis', 'colourword', 'picture', 'light'],
    says: levelSays,
    make: toLevels,
  }),
  wish('colour_cast', {
    topic: 'cast',
    needs: ['cast'],
    may: ['colour', 'remove', 'less', 'is', 'picture', 'fix', 'enhance', 'colourword', 'too', 'zu'],
    says: castSays,
    examples: { en: ['remove the green cast'], de: ['Farbstich entfernen'] },
    make: toCast,
  }),
  wish('too_much_colour', {
    topic: 'cast',
    needs: ['too|zu', 'colour'],
    may: ['is', 'picture', 'fix', 'colourword', 'light'],
    says: castSays,
    examples: { en: ['too yellow'], de: ['viel zu gelb'] },
    make: toCast,
  }),
  wish('less_of_colour', {
    topic: 'cast',
    needs: ['remove|less', 'colour', 'colourword|picture|tint'],
    may: ['is', 'fix'],
    says: castSays,
    examples: { en: ['remove the red tint'] },
    make: toCast,
  }),
  wish('less_colour', {
    topic: 'cast',
    needs: ['less', 'colour'],
    may: ['is', 'picture'],
    says: castSays,
    examples: { en: ['less green'], de: ['weniger blau'], es: ['menos amarillo'] },
    make: (values) => (isChromatic(values.colour) ? toCast(values) : []),
  }),
];
