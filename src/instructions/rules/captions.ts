import { type ColourValue, namedColours, readColourWord } from '../colours.ts';
import { MAX_CAPTION_CHARS } from '../caption-text.ts';
import type { InstructionRule, WishValues } from '../rule.ts';
import type { CaptionAnchor, CaptionSize } from '../step.ts';
import { notOffered, type Says, wish } from './define.ts';

const exchanged: Says = [
  'Words cannot be taken off a picture or exchanged; they can be written on it: write “Live at 8” at the top.',
  'Worte lassen sich nicht aus einem Bild nehmen oder ersetzen; schreiben geht: schreib „Heute live“ oben hin.',
  'No se pueden quitar ni cambiar palabras de una imagen; sí escribirlas: escribe «En directo» arriba.',
];
const unquoted: Says = [
  'Put what is to be written in quotation marks: write “Live at 8” at the top.',
  'Setz in Anführungszeichen, was dort stehen soll: schreib „Heute live“ oben hin.',
  'Pon entre comillas lo que debe decir: escribe «En directo» arriba.',
];
const onThings: Says = [
  'Words stand at the top, in the middle or at the bottom of the picture, not on people and things.',
  'Worte stehen oben, in der Mitte oder unten im Bild, nicht auf Personen und Dingen.',
  'Las palabras van arriba, en el centro o abajo de la imagen, no sobre personas u objetos.',
];
const traits: Says = [
  'Words have a place, a colour, an outline and a size; their letters are drawn in one way.',
  'Worte haben Ort, Farbe, Umriss und Größe; die Schrift ist immer gleich gezeichnet.',
  'Las palabras tienen lugar, color, contorno y tamaño; las letras se dibujan de una sola forma.',
];
const cleared: Says = [
  'Words stay at their place, also over people; name another one: “at the top”, “at the bottom right”.',
  'Worte stehen fest an ihrem Platz, auch über Personen; nenn einen anderen: „oben“, „unten rechts“.',
  'Las palabras quedan en su lugar, también sobre personas; di otro: «arriba», «abajo a la derecha».',
];
const timed: Says = [
  'Words stand in the whole video, not in a part of it; leave the time out.',
  'Worte stehen im ganzen Video, nicht nur in einem Teil; lass die Zeitangabe weg.',
  'Las palabras están en todo el vídeo, no solo en una parte; omite el momento.',
];
const BESIDE = ['text', 'add', 'side', 'colour', 'to', 'outline', 'edges', 'bigger', 'smaller'];

const ON_THINGS = 'object|garment|clothes|wall|sky';

/** Rules about captions on images and videos. */
export const captionRules: readonly InstructionRule[] = [
  wish('words', {
    needs: ['quote', 'text|add|side|infront|edges'],
    may: [
      'text',
      'add',
      'side',
      'edges',
      'colour',
      'colourword',
      'picture',
      'to',
      'bigger',
      'smaller',
      'outline',
      'wide',
      'is',
      'stamp',
      'nick',
    ],
    unless: ['person', 'remove', 'less', 'wall', 'sky', 'shirt', 'border'],
    touches: ['frame'],
    says: [
      `Writes what stands in quotation marks on it, in Latin letters, up to ${MAX_CAPTION_CHARS} of them.`,
      `Schreibt darauf, was in Anführungszeichen steht, in lateinischen Buchstaben, bis zu ${MAX_CAPTION_CHARS}.`,
      `Escribe encima lo que va entre comillas, en letras latinas, hasta ${MAX_CAPTION_CHARS}.`,
    ],
    examples: {
      en: ['write “Live at 8” at the top', 'add “Back soon” at the bottom right in yellow'],
      de: ['schreib „Heute live“ oben hin', 'Titel „Folge 12“ groß in die Mitte'],
      es: ['escribe «En directo» arriba'],
    },
    make: (values) => {
      const { quote } = values;
      const { colour, outline } = findColours(values);
      return quote === null
        ? []
        : [
            {
              kind: 'words',
              text: quote,
              place: findPlace(values),
              size: findSize(values),
              colour: colour ?? namedColours.white,
              ...(outline === null ? {} : { outline }),
            },
          ];
    },
  }),
  notOffered(
    'words_on_things',
    ['quote', 'object|garment|material|clothes|wall|sky|person|pronoun|face|hair'],
    onThings,
    [...BESIDE, 'pronoun'],
  ),
  notOffered('words_timed', ['quote', 'timed'], timed, BESIDE),
  notOffered('words_exchanged', ['text|stamp', 'remove|replace|conceal'], exchanged, [
    'quote',
    'stamp',
    'blur',
    ...BESIDE,
  ]),
  notOffered(
    'words_on_picture',
    ['quote', 'numbered:2|numbered:3|numbered:4'],
    [
      'Words stand on the result, which is one picture: ask for a collage, and for words at the left and at the right.',
      'Worte stehen auf dem Ergebnis, das ein Bild ist: verlang eine Collage, und Worte links und rechts.',
      'Las palabras van en el resultado, que es una imagen: pide un collage, y palabras a la izquierda y a la derecha.',
    ],
    BESIDE,
  ),
  notOffered('words_number', ['number', 'clothes', 'replace|remove|to'], exchanged, ['from']),
  {
    // “Make the title bigger”
    ...notOffered('words_changed', ['text', 'bigger|smaller|colour|g'], exchanged, [
      'instead',
      ...BESIDE,
    ]),
    unless: ['quote', 'add', 'nick', 'stamp', 'side', 'picture'],
  },
  {
    // “Write Tom on the mug”
    ...notOffered('words_on_one_thing', ['text', 'object|wall|sky'], onThings, BESIDE),
    unless: ['quote', 'remove', 'replace', 'conceal', 'is'],
  },
  {
    // “The text on the mug is wrong”
    ...notOffered('words_of_thing', ['text', ON_THINGS, 'is'], exchanged, BESIDE),
    unless: ['quote'],
  },
  {
    // “Subtitles of what I’m saying”
    ...notOffered(
      'words_spoken',
      ['text:spoken'],
      [
        'Speech is not written down; words in quotation marks can stand on it: write “Live at 8” at the bottom.',
        'Gesprochenes wird nicht mitgeschrieben; Worte in Anführungszeichen gehen: schreib „Heute live“ unten hin.',
        'Lo hablado no se transcribe; sí se escriben palabras entre comillas: escribe «En directo» abajo.',
      ],
      ['stamp', 'is', ...BESIDE],
    ),
    unless: ['quote', 'nick'],
  },
  notOffered('words_unquoted', ['text'], unquoted, ['stamp', 'nick', ...BESIDE]),
  notOffered('words_quoted', ['quote', 'remove'], exchanged, ['from', ...BESIDE]),
  notOffered('words_stamped', ['stamp'], exchanged, BESIDE),
  notOffered('words_added', ['stamp', 'add'], unquoted, BESIDE),
  notOffered('words_named', ['nick'], unquoted, BESIDE),
  // Places and colours beside it are those of the words.
  { ...notOffered('words_lettering', ['lettering'], traits), may: ['amount'] },
  notOffered('words_cleared', ['cleared'], cleared),
];

function findPlace({ concepts }: WishValues): CaptionAnchor {
  const has = (side: string): boolean => concepts.includes(`side:${side}`);
  const isCorner = concepts.includes('edges');
  const across = has('left') ? 'left' : has('right') || isCorner ? 'right' : 'middle';
  const down = has('top')
    ? 'top'
    : has('bottom') || isCorner
      ? 'bottom'
      : has('middle') || across !== 'middle'
        ? 'middle'
        : concepts.includes('text:heading')
          ? 'top'
          : 'bottom';
  return { across, down };
}

function findSize({ concepts, amount }: WishValues): CaptionSize {
  return concepts.includes('smaller')
    ? 'small'
    : concepts.includes('bigger') || amount === 1
      ? 'large'
      : 'usual';
}

/** “white with a black outline”: the colour named next to the outline is that of the outline. */
function findColours({ concepts }: WishValues): {
  readonly colour: ColourValue | null;
  readonly outline: ColourValue | null;
} {
  const named = concepts.flatMap((concept, at) =>
    concept.startsWith('colour:')
      ? [{ at, colour: readColourWord(concept.slice('colour:'.length)) }]
      : [],
  );
  const line = concepts.indexOf('outline');
  const ofLine =
    line < 0
      ? undefined
      : named.toSorted((a, b) => Math.abs(a.at - line) - Math.abs(b.at - line))[0];
  const ofLetters = named.find((other) => other !== ofLine);
  return { colour: ofLetters?.colour ?? null, outline: ofLine?.colour ?? null };
}
