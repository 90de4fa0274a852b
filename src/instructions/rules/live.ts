import type { LiveStep } from '../live-step.ts';
import type { InstructionRule, WishExamples } from '../rule.ts';
import { reimagineRules } from './all-rules.ts';
import { type Says, wish } from './define.ts';

/** Concepts that may accompany a wish of a live swap and add nothing to it. */
const BESIDE = [
  'character',
  'swap',
  'person',
  'face',
  'pronoun',
  'picture',
  'replace',
  'add',
  'is',
  'only',
  'to',
  'from',
  'zu',
  'infront',
];

/** Concepts beside which a part of a person states where something is done. */
const LOOKS = ['g', 'mono', 'sepia', 'noir', 'vintage', 'blur', 'hide', 'colour'];

interface LiveParts {
  readonly topic: string;
  readonly needs: readonly string[];
  readonly may?: readonly string[];
  readonly unless?: readonly string[];
  readonly says: Says;
  readonly examples?: WishExamples;
}

/** Defines a wish that a live swap does by one step. */
function live(id: string, step: LiveStep, parts: LiveParts): InstructionRule {
  return wish(id, {
    ...parts,
    may: [...BESIDE, ...(parts.may ?? [])],
    touches: [parts.topic],
    make: () => [step],
  });
}

const chooses: Says = [
  'Chooses a built-in character where no picture of one was sent.',
  'Wählt eine mitgelieferte Figur, wenn kein Bild von einer gesendet wurde.',
  'Elige un personaje incluido cuando no se envió ninguna imagen.',
];

/** Traits of hair by colours that need no word for hair. */
const HAIR_COLOURS: Readonly<Record<string, string>> = {
  'red hair': 'colour:red|colour:ginger|colour:copper|colour:auburn|colour:orange',
  'dark hair': 'g:darker|colour:black|colour:brown|colour:dark brown',
  'grey hair': 'colour:grey|colour:white|colour:silver',
  'blonde hair': 'colour:blond|colour:gold',
};

const TRAIT = 'trait:';

const traits: readonly InstructionRule[] = [
  wish('trait', {
    topic: 'trait',
    touches: ['character'],
    needs: ['trait'],
    may: [...BESIDE, 'trait', 'hair', 'colourword'],
    says: chooses,
    examples: {
      en: ['a woman with red hair', 'an old man with a beard', 'a robot'],
      de: ['eine Frau mit roten Haaren', 'ein Roboter'],
      es: ['una mujer pelirroja', 'un robot'],
    },
    make: ({ concepts }) =>
      concepts
        .filter((concept) => concept.startsWith(TRAIT))
        .map((concept) => ({ kind: 'trait', trait: concept.slice(TRAIT.length) })),
  }),
  ...Object.entries(HAIR_COLOURS).map(([trait, colours]) =>
    live(
      `trait ${trait}`,
      { kind: 'trait', trait },
      {
        topic: 'trait',
        needs: ['hair', colours],
        may: ['colourword'],
        says: chooses,
      },
    ),
  ),
];

const FACE_SAYS: Says = [
  'Swaps the face; hair and head stay yours.',
  'Tauscht das Gesicht; Haare und Kopf bleiben deine.',
  'Cambia la cara; el pelo y la cabeza siguen siendo tuyos.',
];

const modes: readonly InstructionRule[] = (
  [
    [
      'face',
      FACE_SAYS,
      {
        en: ['face mode', 'keep my hair'],
        de: ['meine Haare behalten'],
        es: ['conserva mi pelo'],
      },
    ],
    [
      'head',
      [
        'Swaps the whole head with its hair.',
        'Tauscht den ganzen Kopf mit den Haaren.',
        'Cambia toda la cabeza con el pelo.',
      ],
      {
        en: ['swap the whole head', 'head mode', 'head and hair'],
        de: ['den ganzen Kopf tauschen'],
        es: ['toda la cabeza'],
      },
    ],
    [
      'body',
      [
        'Shows the character itself and moves it as you move.',
        'Zeigt die Figur selbst und bewegt sie, wie du dich bewegst.',
        'Muestra el propio personaje y lo mueve como te mueves tú.',
      ],
      {
        en: ['full body', 'the whole character', 'upper body'],
        de: ['ganzer Körper'],
        es: ['cuerpo entero'],
      },
    ],
    [
      'talk',
      [
        'Lets the picture of the character speak by itself: its lips follow the microphone that is sent to the room, and the camera is not shown.',
        'Lässt das Bild der Figur von selbst sprechen: Die Lippen folgen dem Mikrofon, das in den Raum geht, und die Kamera ist nicht zu sehen.',
        'Hace hablar sola a la imagen del personaje: sus labios siguen el micrófono que va a la sala, y la cámara no se ve.',
      ],
      {
        en: ['talk as a picture', 'talking portrait', 'talking head'],
        de: ['sprechendes Porträt'],
        es: ['retrato que habla'],
      },
    ],
    [
      'auto',
      [
        'Leaves that to the picture of the character: the body where it shows one, else the head, else the face.',
        'Überlässt das dem Bild der Figur: den Körper, wenn einer zu sehen ist, sonst den Kopf, sonst das Gesicht.',
        'Lo deja a la imagen del personaje: el cuerpo si se ve, si no la cabeza, si no la cara.',
      ],
      {
        en: ['as much as the picture shows', 'automatic mode'],
        de: ['so viel wie das Bild zeigt'],
        es: ['modo automático'],
      },
    ],
  ] as const
).map(([mode, says, examples]) =>
  live(
    `mode_${mode}`,
    { kind: 'mode', mode: mode === 'auto' ? null : mode },
    { topic: 'mode', needs: [`mode:${mode}`], may: ['hair'], says, examples },
  ),
);

const swaps: Says = [
  'Shows the character in your place, as a live swap does anyway.',
  'Zeigt die Figur an deiner Stelle, wie ein Live-Tausch es ohnehin tut.',
  'Muestra al personaje en tu lugar, como hace siempre un cambio en directo.',
];

/** Rules that only live swaps have; they precede those shared with images and videos. */
const ownRules: readonly InstructionRule[] = [
  ...traits,
  ...modes,
  wish('mode_face_only', {
    topic: 'mode',
    touches: ['mode'],
    needs: ['only', 'face'],
    may: BESIDE,
    // “only the face brighter” is about how it is coloured.
    unless: LOOKS,
    says: FACE_SAYS,
    examples: { en: ['only the face'], de: ['nur das Gesicht'], es: ['solo la cara'] },
    make: () => [{ kind: 'mode', mode: 'face' }],
  }),
  live(
    'background_keep',
    { kind: 'background_keep' },
    {
      topic: 'background',
      needs: ['keepground'],
      says: [
        'Leaves what is behind you.',
        'Lässt, was hinter dir ist.',
        'Deja lo que hay detrás de ti.',
      ],
      examples: {
        en: ['keep the background', 'original background', 'no background blur', 'don’t blur'],
        de: ['Hintergrund behalten'],
        es: ['conserva el fondo'],
      },
    },
  ),
  wish('background_screen', {
    topic: 'background',
    touches: ['background'],
    needs: ['wall', 'colour'],
    may: [...BESIDE, 'background', 'colourword'],
    says: [
      'Puts one colour behind people.',
      'Setzt eine Farbe hinter Personen.',
      'Pone un color detrás de las personas.',
    ],
    examples: { en: ['in front of a white wall'] },
    make: ({ colour }) => (colour === null ? [] : [{ kind: 'background_colour', colour }]),
  }),
  live(
    'plain_look',
    { kind: 'plain_look' },
    {
      topic: 'look',
      needs: ['plain'],
      says: [
        'Leaves brightness and colours as the camera gives them.',
        'Lässt Helligkeit und Farben, wie die Kamera sie liefert.',
        'Deja el brillo y los colores como los da la cámara.',
      ],
      examples: {
        en: ['natural look', 'original colours', 'no filter'],
        de: ['ohne Filter'],
        es: ['sin filtros'],
      },
    },
  ),
  live(
    'cover_card',
    { kind: 'cover', cover: 'card' },
    {
      topic: 'cover',
      needs: ['card'],
      may: ['conceal', 'hide'],
      says: [
        'Covers with a card when the face is lost.',
        'Verdeckt mit einer Karte, wenn das Gesicht verloren geht.',
        'Cubre con una tarjeta cuando se pierde la cara.',
      ],
      examples: {
        en: ['cover with a card', 'card as cover'],
        de: ['mit einer Karte verdecken'],
        es: ['tapar con una tarjeta'],
      },
    },
  ),
  live(
    'cover_blur',
    { kind: 'cover', cover: 'blur' },
    {
      topic: 'cover',
      needs: ['conceal', 'blur'],
      says: [
        'Covers with a blur when the face is lost.',
        'Verdeckt durch Unschärfe, wenn das Gesicht verloren geht.',
        'Cubre con desenfoque cuando se pierde la cara.',
      ],
      examples: { en: ['cover with blur', 'blur as cover'], es: ['tapar con desenfoque'] },
    },
  ),
  live(
    'full_strength',
    { kind: 'full_strength' },
    {
      topic: 'strength',
      needs: ['strength'],
      may: ['more', 'less'],
      says: [
        'The character is always shown at full strength: a weaker one would show who you are.',
        'Die Figur wird immer mit voller Stärke gezeigt: Eine schwächere würde zeigen, wer du bist.',
        'El personaje siempre se muestra con toda su fuerza: uno más débil mostraría quién eres.',
      ],
      examples: {
        en: ['full strength', '100 % strength'],
        de: ['volle Stärke'],
        es: ['fuerza máxima'],
      },
    },
  ),
  live(
    'swap',
    { kind: 'swap' },
    {
      topic: 'swap',
      needs: ['swap|character|person|face'],
      unless: LOOKS,
      says: swaps,
    },
  ),
  live(
    'swap_person',
    { kind: 'swap' },
    { topic: 'swap', needs: ['swap|replace', 'person|character|face'], unless: LOOKS, says: swaps },
  ),
];

/** All rules of live swaps. A rule shared with images is done where `isOfferedLive` accepts its steps. */
export const liveRules: readonly InstructionRule[] = [...ownRules, ...reimagineRules];
