import { readColourWord } from '../colours.ts';
import { lightSides, type ImageStyle } from '../step.ts';
import type { InstructionRule, WishExamples, WishValues } from '../rule.ts';
import { type Says, wish } from './define.ts';

/** Amount of golden light where none is named; a weaker one is only warm. */
const GOLDEN_AMOUNT = 0.75;

const style = (
  concept: string,
  kind: ImageStyle,
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
      'drawme',
      'ageword',
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

/** Weather of a place before windows, which the picture does not tell from the room. */
const outside = (kind: 'rain' | 'snow' | 'fog') =>
  wish(`${kind}_outside`, {
    topic: kind,
    needs: [kind, 'outside'],
    may: ['add', 'falling', 'more'],
    says: [
      'In the whole picture, not only outside.',
      'Im ganzen Bild, nicht nur draußen.',
      'En toda la imagen, no solo fuera.',
    ],
    make: ({ much }) => [{ kind: 'weather', weather: kind, amount: much }],
  });

const goldenSays: Says = [
  'Low, warm sun from a side.',
  'Tiefe, warme Sonne von der Seite.',
  'Sol bajo y cálido desde un lado.',
];
const toGolden = ({ side, amount }: WishValues) =>
  side === null || side === 'left' || side === 'right'
    ? ([
        {
          kind: 'golden_hour',
          side: side ?? 'left',
          amount: amount ?? GOLDEN_AMOUNT,
        },
      ] as const)
    : [];

/** Rules about light, weather, styles and the whole image. */
export const imageRules: readonly InstructionRule[] = [
  wish('golden_hour', {
    topic: 'time',
    needs: ['golden'],
    may: ['light', 'side', 'g:warmer', 'add', 'colourword', 'from', 'person', 'face', 'pronoun'],
    says: goldenSays,
    examples: { en: ['golden hour'], de: ['goldene Stunde'], es: ['hora dorada'] },
    make: toGolden,
  }),
  wish('golden_side', {
    topic: 'time',
    needs: ['golden', 'side:left|side:right'],
    may: ['light', 'g:warmer', 'add', 'colourword', 'from', 'person', 'face', 'pronoun'],
    says: goldenSays,
    examples: { en: ['warm sunset light from the right'], de: ['warmes Abendlicht von links'] },
    make: toGolden,
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
  wish('relight_pair', {
    topic: 'light',
    needs: ['light', 'colourpair'],
    may: ['add', 'person', 'face', 'colourword', 'pronoun'],
    says: [
      'Lights people in one colour from the left and in the other from the right.',
      'Beleuchtet Personen in einer Farbe von links, in der anderen von rechts.',
      'Ilumina a las personas con un color desde la izquierda y con el otro desde la derecha.',
    ],
    examples: {
      en: ['pink and blue light'],
      de: ['rosa und blaues Licht'],
      es: ['luz rosa y azul'],
    },
    touches: ['person'],
    make: toLights,
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
  outside('rain'),
  outside('snow'),
  outside('fog'),
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
  wish('pencil_portrait', {
    topic: 'style',
    needs: ['drawme'],
    may: ['person', 'face', 'add', 'drawn', 'pencil'],
    // “Draw me like a van Gogh”
    unless: ['named', 'painted', 'colour'],
    says: ['Pencil drawing.', 'Bleistiftzeichnung.', 'Dibujo a lápiz.'],
    examples: { en: ['draw me'], de: ['zeichne mich'] },
    make: () => [{ kind: 'style', style: 'pencil' }],
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
    // “Retro pixel art” names its games, not the colours of film.
    ['ageword', 'vintage'],
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
    may: ['add', 'more', 'edges'],
    says: ['Darker corners.', 'Dunklere Ecken.', 'Esquinas más oscuras.'],
    examples: { en: ['vignette'], de: ['Vignette'], es: ['viñeta'] },
    make: ({ much }) => [{ kind: 'vignette', amount: much }],
  }),
  wish('vignette_edges', {
    topic: 'vignette',
    needs: ['edges|rim', 'g:darker'],
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
];

const WARM = [255, 190, 120] as const;
const COOL = [150, 190, 255] as const;

/** Makes two lights of different colours, one from each side. */
function toLights({ much, concepts }: WishValues & { readonly much: number }) {
  const pair = concepts.find((concept) => concept.startsWith(PAIR))?.slice(PAIR.length) ?? '';
  const [left, right] = pair.split(',').map(readColourWord);
  return left === undefined || right === undefined || left === null || right === null
    ? []
    : ([
        { kind: 'relight', side: 'left', amount: much, colour: left },
        { kind: 'relight', side: 'right', amount: much, colour: right },
      ] as const);
}

const PAIR = 'colourpair:';

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
