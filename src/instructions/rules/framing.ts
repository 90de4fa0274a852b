import { namedColours } from '../colours.ts';
import type { InstructionRule, WishExamples, WishValues } from '../rule.ts';
import { type Says, wish } from './define.ts';

const enlarges: Says = [
  'Twice the size, sharpened; no detail is invented.',
  'Doppelt so groß und nachgeschärft; Details werden nicht erfunden.',
  'El doble de tamaño y más nítida; no se inventan detalles.',
];

const group = (id: string, needs: readonly string[], examples: WishExamples) =>
  wish(id, {
    topic: 'group',
    needs,
    may: [
      'group',
      'beside',
      'person',
      'pronoun',
      'picture',
      'numbered',
      'listed',
      'replace',
      'add',
      'to',
      'zu',
      'from',
    ],
    unless: [
      'remove',
      'less',
      'g',
      'colour',
      'colourword',
      'blur',
      'background',
      'infront',
      'hair',
      'only',
    ],
    touches: ['frame'],
    says: [
      'Puts the people of all pictures side by side before one wall; shoulders that a picture cuts off stay cut off.',
      'Stellt die Personen aller Bilder nebeneinander vor eine Wand; abgeschnittene Schultern bleiben abgeschnitten.',
      'Pone a las personas de todas las imágenes una al lado de otra ante una pared; los hombros cortados siguen cortados.',
    ],
    examples,
    make: () => [{ kind: 'group' }],
  });

const cropSays: Says = [
  'Cuts to a shape around the faces.',
  'Schneidet um die Gesichter herum zu.',
  'Recorta alrededor de las caras.',
];
const closeSays: Says = [
  'Cuts closely around the faces.',
  'Schneidet eng um die Gesichter zu.',
  'Recorta de cerca alrededor de las caras.',
];
const quarterSays: Says = [
  'Turns the picture by a quarter.',
  'Dreht das Bild um eine Vierteldrehung.',
  'Gira la imagen un cuarto de vuelta.',
];
const toCrop = ({ aspect }: WishValues) =>
  aspect === null ? [] : ([{ kind: 'crop', aspect }] as const);

/** Rules about the framing of an image and about collages of several images. */
export const framingRules: readonly InstructionRule[] = [
  wish('crop', {
    topic: 'frame',
    needs: ['crop', 'aspect|site'],
    may: ['face', 'person', 'aspect', 'site', 'to', 'side:middle', 'only'],
    touches: ['frame'],
    says: cropSays,
    examples: {
      en: ['crop to square', 'crop to 16:9'],
      de: ['quadratisch zuschneiden'],
      es: ['recorta a cuadrado'],
    },
    make: toCrop,
  }),
  wish('crop_alone', {
    topic: 'frame',
    needs: ['aspect'],
    may: 'aspect site to picture infront face person pronoun side:middle only'.split(' '),
    unless: ['background', 'border', 'bars', 'light', 'site', 'text', 'quote'],
    touches: ['frame'],
    says: cropSays,
    examples: { en: ['make it 16:9'], de: ['quadratisch'], es: ['cuadrado'] },
    make: toCrop,
  }),
  wish('extend', {
    topic: 'frame',
    needs: ['extend|uncropped', 'aspect|site'],
    may: [
      'background',
      'aspect',
      'site',
      'to',
      'edges',
      'extend',
      'uncropped',
      'wide',
      'bigger',
      'blur',
    ],
    touches: ['frame'],
    says: [
      'Widens to a shape: the edges continue softly; nothing is invented.',
      'Verbreitert auf ein Format: Die Ränder laufen weich weiter; erfunden wird nichts.',
      'Amplía a un formato: los bordes continúan suavemente; no se inventa nada.',
    ],
    examples: { en: ['extend to 16:9'], de: ['auf 16:9 erweitern'], es: ['amplía a 16:9'] },
    make: ({ aspect }) => (aspect === null ? [] : [{ kind: 'extend', aspect }]),
  }),
  wish('crop_close', {
    topic: 'frame',
    needs: ['zoomin'],
    may: ['face', 'person', 'pronoun', 'crop', 'to', 'picture', 'only', 'add'],
    touches: ['frame', 'face'],
    says: closeSays,
    examples: {
      en: ['zoom in on my face'],
      de: ['zoom auf mein Gesicht'],
      es: ['haz zoom a la cara'],
    },
    make: () => [{ kind: 'crop_close' }],
  }),
  wish('crop_face', {
    topic: 'frame',
    needs: ['crop', 'face'],
    may: ['person', 'pronoun', 'to', 'picture', 'only', 'zoomin'],
    unless: ['aspect', 'site'],
    touches: ['frame', 'face'],
    says: closeSays,
    examples: { en: ['crop to the face'], de: ['auf das Gesicht zuschneiden'] },
    make: () => [{ kind: 'crop_close' }],
  }),
  wish('mirror', {
    needs: ['mirror|flip'],
    may: ['picture', 'side:left', 'side:right', 'person', 'pronoun'],
    unless: ['upsidedown'],
    touches: ['frame'],
    says: [
      'Mirrors left to right.',
      'Spiegelt links und rechts.',
      'Voltea de izquierda a derecha.',
    ],
    examples: { en: ['mirror the picture'], de: ['spiegeln'], es: ['en espejo'] },
    make: () => [{ kind: 'turn', turn: 'mirror' }],
  }),
  wish('turn', {
    topic: 'turn',
    needs: ['rotate', 'side:left|side:right|quarter'],
    may: ['picture', 'quarter', 'to', 'pronoun', 'side:left', 'side:right'],
    touches: ['frame'],
    says: quarterSays,
    examples: {
      en: ['rotate to the left', 'rotate 90 degrees'],
      de: ['nach rechts drehen'],
      es: ['gira a la derecha'],
    },
    // “A little” is no quarter turn.
    make: ({ side, amount }) =>
      amount === null ? [{ kind: 'turn', turn: side === 'left' ? 'left' : 'right' }] : [],
  }),
  wish('turn_quarter', {
    topic: 'turn',
    needs: ['quarter', 'side:left|side:right'],
    may: ['picture', 'to', 'pronoun'],
    touches: ['frame'],
    says: quarterSays,
    examples: { en: ['90 degrees to the left'], de: ['um 90 Grad nach rechts'] },
    make: ({ side }) => [{ kind: 'turn', turn: side === 'left' ? 'left' : 'right' }],
  }),
  wish('turn_half', {
    topic: 'turn',
    needs: ['upsidedown'],
    may: ['picture', 'rotate', 'mirror', 'flip', 'to', 'pronoun'],
    touches: ['frame'],
    says: [
      'Turns the picture upside down.',
      'Stellt das Bild auf den Kopf.',
      'Pone la imagen boca abajo.',
    ],
    examples: { en: ['upside down'], de: ['auf den Kopf stellen'], es: ['boca abajo'] },
    make: () => [{ kind: 'turn', turn: 'half' }],
  }),
  wish('enlarge', {
    needs: ['enlarge'],
    may: ['quality', 'picture', 'bigger', 'more', 'to', 'enhance'],
    touches: ['frame'],
    says: enlarges,
    examples: { en: ['upscale'], de: ['doppelt so groß'], es: ['doble tamaño'] },
    make: () => [{ kind: 'enlarge' }],
  }),
  // “Make the picture bigger”; one that is bigger than others is of a collage.
  wish('enlarge_picture', {
    topic: 'enlarge',
    needs: ['picture', 'bigger'],
    may: ['quality', 'to', 'enhance'],
    unless: [
      ...'numbered collage beside group person face object text quote border bars crop extend aspect'.split(
        ' ',
      ),
      ...'side edges place background more less smaller keep others than'.split(' '),
    ],
    touches: ['frame'],
    says: enlarges,
    make: () => [{ kind: 'enlarge' }],
  }),
  wish('border', {
    needs: ['border|rim'],
    may: ['add', 'colour', 'picture', 'infront'],
    unless: ['remove', 'less', 'g'],
    touches: ['frame'],
    says: ['A border around it.', 'Ein Rahmen darum.', 'Un marco alrededor.'],
    examples: { en: ['white border'], de: ['weißer Rahmen'], es: ['marco blanco'] },
    make: ({ colour }) => [{ kind: 'border', colour: colour ?? namedColours.white }],
  }),
  wish('bars', {
    needs: ['bars'],
    may: ['add', 'colour', 'side:top', 'side:bottom'],
    touches: ['frame'],
    says: [
      'Bars above and below, as in the cinema.',
      'Balken oben und unten wie im Kino.',
      'Franjas arriba y abajo como en el cine.',
    ],
    examples: { en: ['black bars'], de: ['schwarze Balken'], es: ['franjas negras'] },
    make: ({ colour }) => [{ kind: 'bars', colour: colour ?? namedColours.black }],
  }),
  wish('collage', {
    topic: 'frame',
    needs: ['collage|beside'],
    may: [
      'picture',
      'replace',
      'add',
      'from',
      'group',
      'listed',
      'numbered',
      'gaps',
      'collage',
      'beside',
      'to',
    ],
    unless: ['hair', 'only'],
    says: ['All pictures on one.', 'Alle Bilder auf einem.', 'Todas las imágenes en una.'],
    examples: { en: ['collage'], de: ['Collage'], es: ['collage'] },
    make: () => [{ kind: 'collage' }],
  }),
  group('group', ['group', 'person|pronoun|picture|numbered|listed|face'], {
    en: ['put all of us together', 'group photo of us'],
    de: ['setz uns alle auf ein Bild', 'Gruppenfoto von uns'],
    es: ['foto de grupo'],
  }),
  group('group_next_to', ['numbered', 'person', 'side:beside'], {
    en: ['put my friend from picture 2 next to me'],
    de: ['stell meinen Freund aus Bild 2 neben mich'],
  }),
  group('group_beside', ['beside', 'person|pronoun'], {
    en: ['put us side by side'],
    de: ['stell uns nebeneinander'],
    es: ['pon a los dos lado a lado'],
  }),
];
