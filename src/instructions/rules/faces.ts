import { type ColourValue, namedColours } from '../colours.ts';
import type { ColouredPart, FaceShape } from '../step.ts';
import type { InstructionRule, WishExamples } from '../rule.ts';
import { type Says, wish } from './define.ts';
import { skinRules } from './skin-retouch.ts';

const part = (
  target: ColouredPart,
  says: Says,
  examples: WishExamples,
  more: readonly string[] = [],
) =>
  wish(`${target}_colour`, {
    needs: [target, 'colour'],
    may: [
      'makeup',
      'add',
      'replace',
      'colourword',
      'person',
      'to',
      'from',
      'only',
      'more',
      'rosy',
      ...more,
    ],
    says,
    examples,
    touches: [target],
    make: ({ colour, much }) =>
      colour === null ? [] : [{ kind: 'part_colour', part: target, colour, amount: much }],
  });

/** Parts of a face that a change of shape moves. */
const SHAPED: Readonly<Record<FaceShape, readonly string[]>> = {
  smile: ['mouth', 'lips', 'cheeks'],
  sad: ['mouth', 'lips', 'cheeks'],
  close_mouth: ['mouth', 'lips'],
  open_eyes: ['eyes'],
  bigger_eyes: ['eyes'],
  slimmer_face: ['cheeks'],
  wider_face: ['cheeks'],
  smaller_nose: ['nose'],
  raised_brows: ['brows'],
  fuller_lips: ['lips', 'mouth'],
};

const shape = (
  kind: FaceShape,
  needs: readonly string[],
  {
    says,
    examples,
    topic,
    unless = [],
  }: {
    says: Says;
    examples: WishExamples;
    topic?: string;
    unless?: readonly string[];
  },
) =>
  wish(kind, {
    topic: topic ?? kind,
    needs,
    may: [
      'more',
      'face',
      'add',
      'person',
      'bigger',
      'pronoun',
      'only',
      ...(kind === 'open_eyes' || kind === 'smile' ? ['wide'] : []),
      ...(kind === 'slimmer_face' ? ['down'] : []),
    ],
    says,
    examples,
    unless,
    touches: SHAPED[kind],
    make: ({ much }) => [{ kind: 'reshape', shape: kind, amount: much }],
  });

const skinSays: Says = [
  'Smooths all skin; pores stay.',
  'Glättet die ganze Haut; Poren bleiben.',
  'Suaviza toda la piel; los poros se quedan.',
];
const skin = (
  id: string,
  needs: readonly string[],
  examples: WishExamples,
  more: readonly string[] = [],
) =>
  wish(id, {
    topic: 'skin',
    needs,
    may: ['face', 'person', 'smooth', 'skin', 'hide', 'fix', 'pronoun', 'only', ...more],
    says: skinSays,
    examples,
    touches: ['skin'],
    make: ({ much }) => [{ kind: 'smooth_skin', amount: much }],
  });

/** Colour of darkened brows: darker than any hair but black. */
const DARK_BROW = [48, 36, 30] as const;

const blushSays: Says = [
  'Blush on the cheeks.',
  'Rouge auf die Wangen.',
  'Colorete en las mejillas.',
];
/** Colour of blush, which is visible on light and on dark skin. */
const ROUGE = [234, 96, 92] as const;
const toBlush = ({ colour, much }: { colour: ColourValue | null; much: number }) =>
  [{ kind: 'blush', colour: colour ?? ROUGE, amount: much }] as const;

const anonymises: Says = [
  'Makes every face unrecognisable.',
  'Macht jedes Gesicht unkenntlich.',
  'Hace irreconocible cada cara.',
];

/** Rules about faces and clothes. */
export const faceRules: readonly InstructionRule[] = [
  part('eyes', ['Colours the eyes.', 'Färbt die Augen.', 'Cambia el color de los ojos.'], {
    en: ['green eyes'],
    de: ['grüne Augen'],
    es: ['ojos verdes'],
  }),
  part('lips', ['Colours the lips.', 'Färbt die Lippen.', 'Cambia el color de los labios.'], {
    en: ['red lipstick'],
    de: ['roter Lippenstift'],
    es: ['labios rojos'],
  }),
  part('brows', ['Colours the brows.', 'Färbt die Augenbrauen.', 'Cambia el color de las cejas.'], {
    en: ['dark brown eyebrows'],
    de: ['dunkelbraune Augenbrauen'],
  }),
  part(
    'clothes',
    [
      'Colours the clothes of a person; best where they are plain.',
      'Färbt die Kleidung von Personen; am besten, wo sie einfarbig ist.',
      'Cambia el color de la ropa; mejor donde es lisa.',
    ],
    {
      en: ['make the shirt red'],
      de: ['mach das Hemd rot'],
      es: ['camisa roja'],
    },
  ),
  part(
    'hair',
    [
      'Colours the hair, where it stands out clearly; dark hair becomes only a little lighter.',
      'Färbt die Haare, wo sie sich deutlich abheben; dunkle werden nur etwas heller.',
      'Tiñe el pelo donde se distingue bien; el oscuro solo se aclara un poco.',
    ],
    {
      en: ['dye the hair pink'],
      de: ['färb die Haare rosa'],
      es: ['pelo azul'],
    },
    // “Bleach my hair blonde”
    ['whiten'],
  ),
  wish('brows_darker', {
    topic: 'brows_colour',
    needs: ['brows', 'g:darker|g:more_saturated'],
    may: ['more', 'person', 'pronoun', 'add'],
    says: ['Darkens the brows.', 'Dunkelt die Augenbrauen ab.', 'Oscurece las cejas.'],
    examples: { en: ['darker eyebrows'], de: ['dunklere Augenbrauen'] },
    touches: ['brows'],
    make: ({ much }) => [{ kind: 'part_colour', part: 'brows', colour: DARK_BROW, amount: much }],
  }),
  wish('makeup', {
    needs: ['makeup'],
    may: ['face', 'add', 'person', 'only'],
    says: ['Lipstick and blush.', 'Lippenstift und Rouge.', 'Pintalabios y colorete.'],
    examples: { en: ['add make-up'], de: ['schmink mich'], es: ['maquillaje'] },
    touches: ['lips', 'face'],
    make: ({ much }) => [
      { kind: 'part_colour', part: 'lips', colour: namedColours.burgundy, amount: much },
      { kind: 'blush', colour: ROUGE, amount: much },
    ],
  }),
  wish('blush', {
    needs: ['blush'],
    may: ['colour', 'add', 'makeup', 'more', 'cheeks', 'person', 'rosy'],
    says: blushSays,
    examples: { en: ['a little blush'], de: ['etwas Rouge'], es: ['colorete'] },
    touches: ['cheeks'],
    make: toBlush,
  }),
  wish('blush_cheeks', {
    topic: 'blush',
    needs: ['cheeks', 'colour|rosy'],
    may: ['colour', 'add', 'makeup', 'rosy', 'colourword', 'person', 'pronoun', 'more'],
    says: blushSays,
    examples: { en: ['rosy cheeks'], de: ['rosige Wangen'], es: ['mejillas rosadas'] },
    touches: ['cheeks'],
    make: toBlush,
  }),
  wish('teeth', {
    needs: ['teeth', 'whiten|g:brighter|colour:white|g:more_saturated'],
    may: ['more', 'person', 'only', 'pronoun'],
    says: ['Whitens teeth.', 'Hellt Zähne auf.', 'Blanquea los dientes.'],
    examples: { en: ['whiten the teeth'], de: ['weißere Zähne'], es: ['blanquea los dientes'] },
    touches: ['teeth'],
    make: ({ much }) => [{ kind: 'whiten_teeth', amount: much }],
  }),
  wish('teeth_yellow', {
    topic: 'teeth',
    needs: [
      'teeth',
      'colour:yellow|colour:grey|colour:brown',
      'less|too|zu|is|remove|not|fix|dislike',
    ],
    may: ['person', 'fix', 'less', 'too', 'is'],
    says: ['Whitens teeth.', 'Hellt Zähne auf.', 'Blanquea los dientes.'],
    examples: { en: ['less yellow teeth'], de: ['Zähne nicht so gelb'] },
    touches: ['teeth'],
    make: ({ much }) => [{ kind: 'whiten_teeth', amount: much }],
  }),
  // Before the rules that smooth: an even tone is no smooth skin.
  ...skinRules,
  skin(
    'skin',
    ['skin', 'smooth|enhance|fix'],
    {
      en: ['smooth the skin'],
      de: ['Haut glätten'],
      es: ['suaviza la piel'],
    },
    ['blemish'],
  ),
  skin(
    'skin_blemish',
    ['blemish', 'remove|less|smooth|not|fix|enhance'],
    { en: ['remove wrinkles'], de: ['Falten entfernen'] },
    ['remove', 'less', 'cheeks', 'nose', 'eyes', 'mouth'],
  ),
  skin('skin_face', ['face', 'smooth'], { en: ['retouch the face'], de: ['Gesicht retuschieren'] }),
  shape('smile', ['smile'], {
    topic: 'mouth',
    says: [
      'Lifts the corners of the mouth to a smile; teeth do not appear.',
      'Hebt die Mundwinkel zu einem Lächeln; Zähne erscheinen nicht.',
      'Levanta las comisuras en una sonrisa; no aparecen dientes.',
    ],
    examples: { en: ['make her smile'], de: ['lass ihn lächeln'], es: ['que sonría'] },
  }),
  shape('sad', ['sad'], {
    topic: 'mouth',
    says: [
      'Lowers the corners of the mouth.',
      'Senkt die Mundwinkel.',
      'Baja las comisuras de la boca.',
    ],
    examples: { en: ['sad'], de: ['traurig'], es: ['triste'] },
  }),
  shape('close_mouth', ['mouth', 'close|zu'], {
    says: [
      'Closes the mouth; after a laugh some teeth still show.',
      'Schließt den Mund; bei einem Lachen bleiben Zähne zu sehen.',
      'Cierra la boca; si hay una risa, se siguen viendo algunos dientes.',
    ],
    examples: { en: ['close the mouth'], de: ['Mund schließen'], es: ['cierra la boca'] },
  }),
  shape('open_eyes', ['eyes', 'open'], {
    says: [
      'Opens eyes wider; closed ones stay closed.',
      'Öffnet Augen weiter; geschlossene bleiben zu.',
      'Abre más los ojos; los cerrados siguen cerrados.',
    ],
    examples: { en: ['open the eyes wide'], de: ['Augen weiter öffnen'] },
  }),
  shape('bigger_eyes', ['eyes', 'bigger'], {
    says: ['Larger eyes.', 'Größere Augen.', 'Ojos más grandes.'],
    examples: { en: ['bigger eyes'], de: ['größere Augen'], es: ['ojos más grandes'] },
  }),
  shape('slimmer_face', ['slim', 'face|person|pronoun'], {
    topic: 'width',
    says: [
      'Narrower face; bodies stay.',
      'Schmaleres Gesicht; Körper bleiben.',
      'Cara más fina; el cuerpo no cambia.',
    ],
    examples: { en: ['slimmer face'], de: ['schmaleres Gesicht'], es: ['cara más fina'] },
  }),
  shape('wider_face', ['wide', 'face'], {
    topic: 'width',
    says: ['Wider face.', 'Breiteres Gesicht.', 'Cara más ancha.'],
    examples: { en: ['wider face'], de: ['breiteres Gesicht'] },
  }),
  shape('smaller_nose', ['nose', 'smaller|slim'], {
    says: ['Smaller nose.', 'Kleinere Nase.', 'Nariz más pequeña.'],
    examples: { en: ['smaller nose'], de: ['kleinere Nase'], es: ['nariz más pequeña'] },
  }),
  shape('raised_brows', ['brows', 'raise|more'], {
    says: ['Raises the brows.', 'Hebt die Augenbrauen.', 'Levanta las cejas.'],
    examples: { en: ['raise the eyebrows'], de: ['Augenbrauen heben'] },
  }),
  shape('fuller_lips', ['lips', 'bigger|wide'], {
    says: ['Fuller lips.', 'Vollere Lippen.', 'Labios más gruesos.'],
    examples: { en: ['fuller lips'], de: ['vollere Lippen'], es: ['labios más gruesos'] },
  }),
  wish('under_eyes', {
    needs: ['undereyes'],
    may: [
      'remove',
      'less',
      'smooth',
      'fix',
      'conceal',
      'g:brighter',
      'not',
      'person',
      'pronoun',
      'eyes',
      'face',
      'g:darker',
      'is',
    ],
    unless: ['add', 'more'],
    says: [
      'Lightens the shade below the eyes.',
      'Hellt die Schatten unter den Augen auf.',
      'Aclara las sombras bajo los ojos.',
    ],
    examples: {
      en: ['remove the bags under my eyes'],
      de: ['Augenringe weg'],
      es: ['quita las ojeras'],
    },
    touches: ['skin', 'face'],
    make: ({ amount }) => [{ kind: 'lighten_under_eyes', amount: amount ?? 0.8 }],
  }),
  wish('anonymise', {
    needs: ['hide'],
    may: ['face', 'person', 'pronoun', 'not'],
    says: anonymises,
    examples: {
      en: ['anonymise the faces'],
      de: ['Gesichter verpixeln'],
      es: ['pixela las caras'],
    },
    touches: ['face'],
    make: () => [{ kind: 'anonymise', cover: 'cells' }],
  }),
  wish('anonymise_conceal', {
    topic: 'anonymise',
    needs: ['conceal', 'face|person'],
    may: ['picture', 'person', 'pronoun', 'face'],
    // “Cover me in snow”
    unless: ['snow', 'rain', 'fog', 'colour'],
    says: anonymises,
    examples: { en: ['hide the faces'], de: ['Gesichter verdecken'], es: ['tapa las caras'] },
    touches: ['face'],
    make: () => [{ kind: 'anonymise', cover: 'cells' }],
  }),
  wish('anonymise_blur', {
    topic: 'anonymise',
    needs: ['blur', 'face'],
    may: ['hide', 'conceal', 'person', 'not', 'picture'],
    says: [
      'Blurs every face beyond recognition.',
      'Macht jedes Gesicht bis zur Unkenntlichkeit unscharf.',
      'Desenfoca cada cara hasta que no se reconozca.',
    ],
    examples: { en: ['blur the face'], de: ['Gesicht unscharf'], es: ['desenfoca las caras'] },
    touches: ['face'],
    make: () => [{ kind: 'anonymise', cover: 'blur' }],
  }),
];
