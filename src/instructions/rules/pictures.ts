import { namedColours } from '../colours.ts';
import { lightSides, type PictureStyle } from '../step.ts';
import type { InstructionRule, WishExamples, WishValues } from '../rule.ts';
import { type Says, wish } from './define.ts';

/** Golden light that is weaker is only warm. */
const GOLDEN_AMOUNT = 0.75;

const style = (
  concept: string,
  kind: PictureStyle,
  says: Says,
  examples: WishExamples,
  more: readonly string[] = [],
) =>
  wish(kind, {
    topic: 'style',
    needs: [concept],
    may: [
      'add',
      'person',
      'face',
      'only',
      'except',
      'to',
      'zu',
      'colourword',
      'painted',
      'drawn',
      ...more,
    ],
    says,
    examples,
    canConfine: true,
    make: () => [{ kind: 'style', style: kind }],
  });

const weather = (kind: 'rain' | 'snow' | 'fog', says: Says, examples: WishExamples) =>
  wish(kind, {
    needs: [kind],
    may: ['add', 'falling', 'more', ...(kind === 'fog' ? ['background'] : [])],
    says,
    examples,
    // Fog lies behind people; drops and flakes fall before them, too.
    touches: [kind === 'fog' ? 'background' : 'all'],
    make: ({ much }) => [{ kind: 'weather', weather: kind, amount: much }],
  });

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
      'replace',
      'add',
      'to',
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

/** Light, weather, styles and the picture as a whole. */
export const pictureRules: readonly InstructionRule[] = [
  wish('golden_hour', {
    topic: 'time',
    needs: ['golden'],
    may: ['light', 'side', 'g:warmer', 'add', 'colourword', 'from', 'person', 'face', 'pronoun'],
    says: [
      'Low, warm sun from a side.',
      'Tiefe, warme Sonne von der Seite.',
      'Sol bajo y cálido desde un lado.',
    ],
    examples: {
      en: ['golden hour', 'sunset light from the right'],
      de: ['goldene Stunde'],
      es: ['hora dorada'],
    },
    make: ({ side, amount }) =>
      side === null || side === 'left' || side === 'right'
        ? [
            {
              kind: 'golden_hour',
              side: side ?? 'left',
              amount: Math.max(GOLDEN_AMOUNT, amount ?? 0),
            },
          ]
        : [],
  }),
  wish('relight', {
    topic: 'light',
    needs: ['light', 'side'],
    may: [
      'colour',
      'add',
      'g:warmer',
      'g:cooler',
      'g:brighter',
      'person',
      'face',
      'colourword',
      'from',
      'pronoun',
    ],
    says: [
      'Lights people from a side.',
      'Beleuchtet Personen von einer Seite.',
      'Ilumina a las personas desde un lado.',
    ],
    examples: {
      en: ['light from the left', 'blue light from the right'],
      de: ['Licht von links'],
      es: ['luz desde la izquierda'],
    },
    touches: ['person'],
    make: toLight,
  }),
  wish('relight_colour', {
    topic: 'light',
    needs: ['light', 'colour'],
    may: ['add', 'person', 'face', 'colourword', 'pronoun'],
    says: [
      'Lights people in a colour, from the right.',
      'Beleuchtet Personen farbig, von rechts.',
      'Ilumina a las personas con un color, desde la derecha.',
    ],
    examples: { en: ['red light'], de: ['rotes Licht'], es: ['luz roja'] },
    touches: ['person'],
    make: (values) => toLight({ ...values, side: 'right' }),
  }),
  weather('rain', ['Rain.', 'Regen.', 'Lluvia.'], {
    en: ['add rain'],
    de: ['lass es regnen'],
    es: ['añade lluvia'],
  }),
  weather(
    'snow',
    [
      'Falling snow; none lies on the ground.',
      'Fallender Schnee; auf dem Boden liegt keiner.',
      'Nieve que cae; en el suelo no hay.',
    ],
    { en: ['let it snow'], de: ['lass es schneien'], es: ['añade nieve'] },
  ),
  weather(
    'fog',
    ['Fog behind people.', 'Nebel hinter Personen.', 'Niebla detrás de las personas.'],
    { en: ['foggy'], de: ['neblig'], es: ['niebla'] },
  ),
  style(
    'cartoon',
    'cartoon',
    ['Cartoon with ink lines.', 'Comic mit Tuschelinien.', 'Cómic con líneas de tinta.'],
    { en: ['cartoon'], de: ['Comic'], es: ['cómic'] },
  ),
  style(
    'anime',
    'anime',
    [
      'Flat colours, thin lines and larger eyes; no drawn figure.',
      'Flächige Farben, dünne Linien und größere Augen; keine gezeichnete Figur.',
      'Colores planos, líneas finas y ojos más grandes; no es una figura dibujada.',
    ],
    { en: ['anime style'], de: ['Anime-Stil'], es: ['anime'] },
  ),
  style('pencil|drawn', 'pencil', ['Pencil drawing.', 'Bleistiftzeichnung.', 'Dibujo a lápiz.'], {
    en: ['pencil sketch'],
    de: ['Bleistiftzeichnung'],
    es: ['dibujo a lápiz'],
  }),
  style('watercolour', 'watercolour', ['Watercolour.', 'Aquarell.', 'Acuarela.'], {
    en: ['watercolour'],
    de: ['Aquarell'],
    es: ['acuarela'],
  }),
  style('oil|painted', 'oil', ['Oil painting.', 'Ölgemälde.', 'Pintura al óleo.'], {
    en: ['oil painting'],
    de: ['Ölgemälde'],
    es: ['pintura al óleo'],
  }),
  style(
    'pixels',
    'pixel_art',
    ['Pixel art of few colours.', 'Pixelgrafik aus wenigen Farben.', 'Pixel art de pocos colores.'],
    { en: ['pixel art'], de: ['Pixelart'], es: ['pixel art'] },
  ),
  style(
    'halftone',
    'halftone',
    ['Printed dots.', 'Gedruckte Punkte.', 'Puntos de imprenta.'],
    {
      en: ['pop art'],
      de: ['Pop-Art'],
      es: ['pop art'],
    },
    ['cartoon'],
  ),
  style(
    'neonlines',
    'neon',
    [
      'Glowing lines on the dark; nobody can be recognised.',
      'Leuchtende Linien im Dunkeln; niemand ist zu erkennen.',
      'Líneas luminosas sobre negro; no se reconoce a nadie.',
    ],
    { en: ['glowing neon outlines'], de: ['Neonlinien'], es: ['líneas de neón'] },
    ['g:more_saturated'],
  ),
  style(
    'tape',
    'tape',
    [
      'Picture of an old video tape.',
      'Bild einer alten Videokassette.',
      'Imagen de una cinta de vídeo antigua.',
    ],
    { en: ['old VHS tape'], de: ['wie eine alte VHS-Kassette'], es: ['cinta VHS'] },
    ['vintage', 'ageword'],
  ),
  wish('tint', {
    needs: ['tint', 'colour'],
    may: ['add', 'more', 'colourword', 'picture', 'light'],
    unless: ['remove', 'less', 'background', 'cast'],
    says: [
      'Everything in shades of one colour.',
      'Alles in Tönen einer Farbe.',
      'Todo en tonos de un color.',
    ],
    examples: { en: ['purple tint'], de: ['lila getönt'], es: ['tinte morado'] },
    make: ({ colour, much }) => (colour === null ? [] : [{ kind: 'tint', colour, amount: much }]),
  }),
  wish('grain', {
    needs: ['grain'],
    may: ['add', 'more'],
    says: ['Film grain.', 'Filmkorn.', 'Grano de película.'],
    examples: { en: ['film grain'], de: ['Filmkorn'], es: ['grano de película'] },
    make: ({ much }) => [{ kind: 'grain', amount: much }],
  }),
  wish('vignette', {
    needs: ['vignette'],
    may: ['add', 'more'],
    says: ['Darker corners.', 'Dunklere Ecken.', 'Esquinas más oscuras.'],
    examples: { en: ['vignette'], de: ['Vignette'], es: ['viñeta'] },
    make: ({ much }) => [{ kind: 'vignette', amount: much }],
  }),
  wish('vignette_edges', {
    topic: 'vignette',
    needs: ['edges', 'g:darker'],
    may: ['picture', 'more'],
    says: ['Darker corners.', 'Dunklere Ecken.', 'Esquinas más oscuras.'],
    make: ({ much }) => [{ kind: 'vignette', amount: much }],
  }),
  wish('denoise', {
    needs: ['denoise'],
    may: ['remove', 'less', 'fix', 'is'],
    says: ['Less noise.', 'Weniger Rauschen.', 'Menos ruido.'],
    examples: { en: ['less noise'], de: ['entrauschen'], es: ['menos ruido'] },
    canConfine: true,
    make: ({ much }) => [{ kind: 'denoise', amount: much }],
  }),
  wish('denoise_grain', {
    topic: 'denoise',
    needs: ['grain', 'less|remove'],
    may: ['picture', 'is', 'more'],
    says: ['Less noise.', 'Weniger Rauschen.', 'Menos ruido.'],
    examples: { en: ['less film grain'], de: ['weniger Korn'], es: ['menos grano'] },
    make: ({ much }) => [{ kind: 'denoise', amount: much }],
  }),
  wish('sharpen', {
    needs: ['sharpen'],
    may: ['more', 'fix', 'only', 'except'],
    says: ['Sharper.', 'Schärfer.', 'Más nítido.'],
    examples: { en: ['sharpen', 'less blurry'], de: ['schärfer'], es: ['más nítido'] },
    canConfine: true,
    make: ({ much }) => [{ kind: 'sharpen', amount: much }],
  }),
  wish('sharpen_blurred', {
    topic: 'sharpen',
    needs: ['blur', 'fix|sharpen'],
    may: ['is', 'picture', 'sharpen'],
    says: [
      'Sharper; what is very blurred stays so.',
      'Schärfer; was sehr unscharf ist, bleibt es.',
      'Más nítido; lo muy borroso sigue igual.',
    ],
    examples: { en: ['fix the blur'] },
    make: ({ much }) => [{ kind: 'sharpen', amount: much }],
  }),
  wish('crop', {
    topic: 'frame',
    needs: ['crop', 'aspect'],
    may: ['face', 'person', 'aspect', 'to', 'side:middle'],
    touches: ['frame'],
    says: [
      'Cuts to a shape around the faces.',
      'Schneidet um die Gesichter herum zu.',
      'Recorta alrededor de las caras.',
    ],
    examples: {
      en: ['crop to square', 'crop to 16:9'],
      de: ['quadratisch zuschneiden'],
      es: ['recorta a cuadrado'],
    },
    make: ({ aspect }) => (aspect === null ? [] : [{ kind: 'crop', aspect }]),
  }),
  wish('extend', {
    topic: 'frame',
    needs: ['extend|uncropped', 'aspect'],
    may: ['background', 'aspect', 'to', 'edges', 'extend', 'uncropped', 'wide', 'bigger'],
    touches: ['frame'],
    says: [
      'Widens to a shape with a soft copy of the picture; nothing is invented.',
      'Verbreitert mit einer weichen Kopie des Bildes; erfunden wird nichts.',
      'Amplía con una copia suave de la imagen; no se inventa nada.',
    ],
    examples: { en: ['extend to 16:9'], de: ['auf 16:9 erweitern'], es: ['amplía a 16:9'] },
    make: ({ aspect }) => (aspect === null ? [] : [{ kind: 'extend', aspect }]),
  }),
  wish('crop_close', {
    topic: 'frame',
    needs: ['zoomin'],
    may: ['face', 'person', 'pronoun', 'crop', 'to', 'picture', 'only', 'add'],
    touches: ['frame', 'face'],
    says: [
      'Cuts closely around the faces.',
      'Schneidet eng um die Gesichter zu.',
      'Recorta de cerca alrededor de las caras.',
    ],
    examples: {
      en: ['zoom in on my face'],
      de: ['zoom auf mein Gesicht'],
      es: ['haz zoom a la cara'],
    },
    make: () => [{ kind: 'crop_close' }],
  }),
  wish('mirror', {
    needs: ['mirror'],
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
    topic: 'frame',
    needs: ['rotate', 'side:left|side:right|quarter'],
    may: ['picture', 'quarter', 'to', 'pronoun', 'side:left', 'side:right'],
    unless: ['person', 'face'],
    touches: ['frame'],
    says: [
      'Turns the picture by a quarter.',
      'Dreht das Bild um eine Vierteldrehung.',
      'Gira la imagen un cuarto de vuelta.',
    ],
    examples: {
      en: ['rotate to the left', 'rotate 90 degrees'],
      de: ['nach rechts drehen'],
      es: ['gira a la derecha'],
    },
    // “A little” is no quarter.
    make: ({ side, amount }) =>
      amount === null ? [{ kind: 'turn', turn: side === 'left' ? 'left' : 'right' }] : [],
  }),
  wish('turn_half', {
    topic: 'frame',
    needs: ['upsidedown'],
    may: ['picture', 'rotate', 'mirror', 'to', 'pronoun'],
    unless: ['person', 'face'],
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
    says: [
      'Twice the size, sharpened; no detail is invented.',
      'Doppelt so groß und nachgeschärft; Details werden nicht erfunden.',
      'El doble de tamaño y más nítida; no se inventan detalles.',
    ],
    examples: { en: ['upscale'], de: ['doppelt so groß'], es: ['doble tamaño'] },
    make: () => [{ kind: 'enlarge' }],
  }),
  wish('border', {
    needs: ['border'],
    may: ['add', 'colour', 'picture', 'infront'],
    unless: ['remove', 'less'],
    touches: ['frame'],
    says: ['A border around it.', 'Ein Rahmen darum.', 'Un marco alrededor.'],
    examples: { en: ['white border'], de: ['weißer Rahmen'], es: ['marco blanco'] },
    make: ({ colour }) => [{ kind: 'border', colour: colour ?? namedColours.white }],
  }),
  wish('bars', {
    needs: ['bars'],
    may: ['add', 'colour', 'side:top', 'side:bottom'],
    unless: ['remove', 'less'],
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
    may: ['picture', 'replace', 'add', 'from', 'group'],
    says: ['All pictures on one.', 'Alle Bilder auf einem.', 'Todas las imágenes en una.'],
    examples: { en: ['collage'], de: ['Collage'], es: ['collage'] },
    make: () => [{ kind: 'collage' }],
  }),
  group('group', ['group', 'person|pronoun|picture|numbered|face'], {
    en: ['put all of us together', 'group photo of us'],
    de: ['setz uns alle auf ein Bild', 'Gruppenfoto von uns'],
    es: ['foto de grupo'],
  }),
  group('group_beside', ['beside', 'person|pronoun'], {
    en: ['put us side by side'],
    de: ['stell uns nebeneinander'],
    es: ['pon a los dos lado a lado'],
  }),
];

const WARM = [255, 190, 120] as const;
const COOL = [150, 190, 255] as const;

function toLight({ side, colour: named, much, concepts }: WishValues & { readonly much: number }) {
  const colour =
    named ?? (concepts.includes('g:warmer') ? WARM : concepts.includes('g:cooler') ? COOL : null);
  const from = lightSides.find((known) => known === side);
  return from === undefined
    ? []
    : ([
        {
          kind: 'relight',
          side: from,
          amount: much,
          ...(colour === null ? {} : { colour }),
        },
      ] as const);
}
