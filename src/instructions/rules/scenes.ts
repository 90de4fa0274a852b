import type { InstructionRule, WishExamples } from '../rule.ts';
import type { SceneName } from '../step.ts';
import { notOffered, type Says, wish } from './define.ts';

/** Concepts that put a person into a scene; a location alone may describe the existing image. */
const PUT = 'background|infront|person|pronoun';
/** Concepts beside which a location is the object of a change, or only mentioned. */
const UNLESS = [
  'g',
  'axis',
  'blur',
  'light',
  'sharpen',
  'smooth',
  'face',
  'hair',
  'clothes',
  'eyes',
  'lips',
  'hide',
  'quote',
  'text',
  'night',
  'day',
  'sky',
  'match',
  'numbered',
];

/** Scenes that are out of focus anyway. */
const BLURRED: readonly SceneName[] = ['lights', 'city', 'garden', 'office'];

const scene = (name: SceneName, says: Says, examples: WishExamples, more: readonly string[] = []) =>
  wish(`scene_${name}`, {
    topic: 'background',
    touches: ['background'],
    needs: [`place:${name}`, PUT],
    may: [
      'background',
      'infront',
      'person',
      'pronoun',
      'replace',
      'add',
      'to',
      'from',
      'picture',
      'wall',
      ...(BLURRED.includes(name) ? ['blur'] : []),
      ...more,
    ],
    unless: [...UNLESS, ...(name === 'gradient' ? [] : ['colour'])].filter(
      (concept) => concept !== 'blur' || !BLURRED.includes(name),
    ),
    says,
    examples,
    make: ({ colour, concepts }) => [
      {
        kind: 'background_scene',
        scene: name === 'beach' && concepts.includes('golden') ? 'sunset' : name,
        ...(name === 'gradient' && colour !== null ? { colour } : {}),
      },
    ],
  });

/** Rules about drawn backgrounds. */
export const sceneRules: readonly InstructionRule[] = [
  scene(
    'gradient',
    [
      'Puts a soft gradient of one colour behind people.',
      'Setzt einen weichen Verlauf einer Farbe hinter Personen.',
      'Pone un degradado suave de un color detrás de las personas.',
    ],
    {
      en: ['purple gradient background'],
      de: ['blauer Verlauf als Hintergrund'],
      es: ['fondo degradado azul'],
    },
    ['colour', 'colourword'],
  ),
  scene(
    'lights',
    [
      'Puts warm lights out of focus behind people.',
      'Setzt warme, unscharfe Lichter hinter Personen.',
      'Pone luces cálidas desenfocadas detrás de las personas.',
    ],
    {
      en: ['bokeh lights in the background'],
      de: ['Lichterketten im Hintergrund'],
      es: ['fondo de luces desenfocadas'],
    },
    ['bokeh'],
  ),
  scene(
    'beach',
    [
      'Draws a beach behind people; it is soft, and no real place.',
      'Zeichnet einen Strand hinter Personen; er ist weich und kein echter Ort.',
      'Dibuja una playa detrás de las personas; es suave y no es un lugar real.',
    ],
    {
      en: ['put me on a beach', 'beach background'],
      de: ['stell mich an den Strand'],
      es: ['pon un fondo de playa'],
    },
    ['golden'],
  ),
  scene(
    'sunset',
    [
      'Draws a sunset by the sea behind people; it is soft, and no real place.',
      'Zeichnet einen Sonnenuntergang am Meer hinter Personen; er ist weich und kein echter Ort.',
      'Dibuja un atardecer en el mar detrás de las personas; es suave y no es un lugar real.',
    ],
    {
      en: ['sunset beach background'],
      de: ['Sonnenuntergang am Meer als Hintergrund'],
      es: ['fondo de playa al atardecer'],
    },
  ),
  scene(
    'stars',
    [
      'Draws a starry sky behind people.',
      'Zeichnet einen Sternenhimmel hinter Personen.',
      'Dibuja un cielo estrellado detrás de las personas.',
    ],
    {
      en: ['starry sky background'],
      de: ['Sternenhimmel als Hintergrund'],
      es: ['fondo de cielo estrellado'],
    },
  ),
  scene(
    'city',
    [
      'Draws the lights of a city at night behind people; it is soft, and no real place.',
      'Zeichnet die Lichter einer Stadt bei Nacht hinter Personen; weich und kein echter Ort.',
      'Dibuja las luces de una ciudad de noche detrás de las personas; es suave y no es un lugar real.',
    ],
    {
      en: ['city lights in the background'],
      de: ['Stadt bei Nacht als Hintergrund'],
      es: ['fondo de luces de la ciudad'],
    },
    ['bokeh'],
  ),
  scene(
    'garden',
    [
      'Draws green leaves out of focus behind people; no real place.',
      'Zeichnet unscharfes Grün hinter Personen; kein echter Ort.',
      'Dibuja verde desenfocado detrás de las personas; no es un lugar real.',
    ],
    { en: ['put me in a garden'], de: ['Garten als Hintergrund'], es: ['fondo de jardín'] },
  ),
  scene(
    'office',
    [
      'Draws a bright office out of focus behind people; no real place.',
      'Zeichnet ein helles, unscharfes Büro hinter Personen; kein echter Ort.',
      'Dibuja una oficina luminosa desenfocada detrás de las personas; no es un lugar real.',
    ],
    { en: ['office background'], de: ['Büro als Hintergrund'], es: ['fondo de oficina'] },
  ),
  notOffered(
    'gradient_of_colours',
    ['gradients'],
    [
      'A gradient behind people has one colour: “purple gradient background”.',
      'Ein Verlauf hinter Personen hat eine Farbe: „blauer Verlauf als Hintergrund“.',
      'Un degradado detrás de las personas tiene un color: «fondo degradado azul».',
    ],
    ['to', 'from'],
  ),
];
