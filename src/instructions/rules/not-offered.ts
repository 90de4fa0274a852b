import type { InstructionRule } from '../rule.ts';
import { notOffered, type Says } from './define.ts';
import { notOfferedFaceRules } from './not-offered-faces.ts';
import { notOfferedFramingRules } from './not-offered-framing.ts';
import { notOfferedStyleRules } from './not-offered-styles.ts';
import { notOfferedPeopleRules } from './not-offered-people.ts';
import { notOfferedPictureRules } from './not-offered-pictures.ts';

const noGarment: Says = [
  'Clothes cannot be exchanged; their colour can.',
  'Kleidung lässt sich nicht austauschen; ihre Farbe schon.',
  'No se puede cambiar la ropa; sí su color.',
];

const groundWays: Says = [
  'The background can be blurred, replaced by a colour or another picture, or taken away: “blur the background”.',
  'Der Hintergrund kann unscharf, einfarbig, ein anderes Bild oder durchsichtig werden: „Hintergrund unscharf“.',
  'El fondo se puede desenfocar, cambiar por un color u otra imagen, o quitar: «desenfoca el fondo».',
];

const noShine: Says = [
  'Shine can only be taken off the skin of faces: “less shiny skin”; gloss and glitter are not added.',
  'Glanz lässt sich nur der Haut im Gesicht nehmen: „Haut weniger glänzend“; Glanz und Glitzer kommen nicht hinzu.',
  'El brillo solo se puede quitar a la piel de la cara: «menos brillo en la cara»; brillo y purpurina no se añaden.',
];

const noThings: Says = [
  'Single things cannot be found, added, removed or coloured.',
  'Einzelne Dinge lassen sich nicht finden, hinzufügen, entfernen oder färben.',
  'No se pueden encontrar, añadir, quitar ni colorear objetos sueltos.',
];

const thingsBehind: Says = [
  'Single things are neither added nor removed; the background can be blurred or replaced: “blur the background”.',
  'Einzelne Dinge kommen weder hinzu noch weg; der Hintergrund kann unscharf oder ersetzt werden: „Hintergrund unscharf“.',
  'No se añaden ni quitan objetos sueltos; el fondo se puede desenfocar o cambiar: «desenfoca el fondo».',
];

const notLevelled: Says = [
  'Pictures are not set straight; they turn by a quarter to a side: “rotate to the left”.',
  'Bilder werden nicht gerade gerichtet; sie drehen sich um ein Viertel: „nach links drehen“.',
  'Las imágenes no se enderezan; se giran un cuarto: «gira a la izquierda».',
];

const noShadow: Says = [
  'Single shadows are neither added nor taken away; “lift the shadows” lightens all that is dark.',
  'Einzelne Schatten kommen weder hinzu noch weg; „Schatten aufhellen“ hellt alles Dunkle auf.',
  'Las sombras sueltas no se añaden ni se quitan; «aclara las sombras» aclara todo lo oscuro.',
];

/** Parts that a thing may lie on: “the cat hair on my jumper”. */
const ON = 'clothes|hair|eyes|lips|teeth|mouth|nose|brows|cheeks|face|skin';

const limbRule = notOffered(
  'limb',
  ['object:limb'],
  [
    'Arms, hands and legs are neither moved nor changed.',
    'Arme, Hände und Beine werden weder bewegt noch geändert.',
    'Los brazos, las manos y las piernas no se mueven ni se cambian.',
  ],
  ['is', 'blemish', 'bodyshape'],
);
// “A cup in my hand” asks for the cup.
const limb = { ...limbRule, may: limbRule.may.filter((concept) => concept !== 'object') };

/** Wishes that are understood but not done, each with alternatives to ask for. */
export const notOfferedRules: readonly InstructionRule[] = [
  notOffered('cast_shadow', ['object:shadow'], noShadow, ['blemish', 'is', 'object']),
  notOffered('shadow_on_part', ['object:shadow', 'remove|less|fix', ON], noShadow, [
    'object',
    'is',
  ]),
  {
    ...notOffered(
      'shadow_kept',
      ['object:shadow', 'keep|not', 'object:shadow|remove|less|keep'],
      [
        'Shadows stay where nothing else replaces what they lie on; a new background has none.',
        'Schatten bleiben, wo nichts ersetzt, worauf sie liegen; ein neuer Hintergrund hat keine.',
        'Las sombras quedan donde nada sustituye su superficie; un fondo nuevo no las tiene.',
      ],
      ['object', 'is'],
    ),
    unless: ['g'],
  },
  notOffered('shadow_at_side', ['object:shadow', 'side'], noShadow, ['is', 'object']),
  limb,
  notOffered('object', ['object'], noThings, ['blemish', 'is', 'fabric']),
  {
    ...notOffered('object_behind', ['object', 'background'], thingsBehind, [
      'vague',
      'is',
      'described',
    ]),
    unless: 'blur keep except only colour g smooth hide numbered text quote place'.split(' '),
  },
  {
    ...notOffered('stuff', ['stuff'], thingsBehind, ['vague']),
    unless: 'g blur sharpen mono sepia colour axis'.split(' '),
  },
  notOffered('stuff_removed', ['remove|replace|less|hide|conceal', 'stuff'], thingsBehind, [
    'vague',
  ]),
  notOffered('object_over_part', ['object', 'conceal', ON], noThings, ['is']),
  { ...limb, id: 'limb_at_side', topic: 'not limb_at_side', needs: ['object:limb', 'side'] },
  notOffered('object_at_side', ['object', 'side'], noThings, ['is']),
  notOffered('object_on_part', ['object', 'remove|less|fix', ON], noThings, ['blemish', 'is']),
  notOffered('bystanders_added', ['bystander', 'add|infront'], noThings),
  notOffered('walls', ['walls'], groundWays),
  notOffered('background_hide', ['background', 'conceal|hide'], groundWays),
  {
    ...notOffered('background_other', ['background', 'replace|vague'], groundWays),
    unless: ['studio', 'place', 'outside', 'numbered', 'colour', 'transparent', 'object'],
  },
  notOffered(
    'place',
    ['place|outside'],
    [
      'Places cannot be invented; a beach, sunset, starry sky, city lights, garden or office can be drawn behind people, or send a picture: “use picture 2 as background”.',
      'Orte lassen sich nicht erfinden; gezeichnet gehen Strand, Sonnenuntergang, Sternenhimmel, Stadtlichter, Garten und Büro, oder schick ein Bild mit: „nimm Bild 2 als Hintergrund“.',
      'No se pueden inventar lugares; se dibujan playa, atardecer, cielo estrellado, luces de ciudad, jardín y oficina, o manda una imagen: «usa la imagen 2 de fondo».',
    ],
    ['golden', 'night', 'weather-not', 'snow'],
  ),
  notOffered(
    'night_outside',
    ['night', 'outside'],
    [
      'Night is made of the whole picture, not only of what is outside: “make it night”.',
      'Nacht wird es im ganzen Bild, nicht nur draußen: „mach es zur Nacht“.',
      'La noche se hace en toda la imagen, no solo fuera: «hazlo de noche».',
    ],
  ),
  notOffered(
    'restore',
    ['restored'],
    [
      'Old photos are not repaired or coloured; “enhance”, “less noise” and “sharpen” can be done.',
      'Alte Fotos werden nicht repariert oder koloriert; „verbessern“, „entrauschen“ und „schärfer“ gehen.',
      'No se reparan ni colorean fotos antiguas; sí «mejora la imagen», «menos ruido» y «más nítido».',
    ],
    ['noisy', 'denoise', 'mono', 'g:less_saturated'],
  ),
  ...notOfferedPeopleRules,
  notOffered(
    'tones',
    ['tones'],
    [
      'Highlights and midtones are not set by themselves; “darker”, “less contrast” and “lift the shadows” can be done.',
      'Lichter und Mitteltöne lassen sich nicht für sich einstellen; „dunkler“, „weniger Kontrast“ und „Schatten aufhellen“ gehen.',
      'Las altas luces y los medios tonos no se ajustan por separado; sí «más oscuro», «menos contraste» y «más claro».',
    ],
    ['down', 'is'],
  ),
  notOffered('level', ['level'], notLevelled, ['rotate']),
  notOffered('rotate_little', ['rotate', 'amount:0.35'], notLevelled),
  notOffered('rotate_little_side', ['rotate', 'amount:0.35', 'side'], notLevelled),
  notOffered(
    'timing',
    ['timing'],
    [
      'Sound, speed and length of a video stay as they are.',
      'Ton, Tempo und Länge eines Videos bleiben, wie sie sind.',
      'El sonido, la velocidad y la duración de un vídeo no cambian.',
    ],
    ['down', 'enlarge', 'numbered', 'noisy'],
  ),
  notOffered(
    'steady',
    ['steady'],
    [
      'Shaky videos are not steadied; a blurred picture can be made sharper: “sharpen”.',
      'Verwackelte Videos werden nicht beruhigt; ein unscharfes Bild kann schärfer werden: „schärfer“.',
      'Los vídeos movidos no se estabilizan; una imagen borrosa se puede enfocar: «más nítido».',
    ],
    ['smooth', 'remove'],
  ),
  {
    ...notOffered(
      'vague',
      ['vague'],
      [
        'Say what is to change: for example “smooth the skin”, “warmer” or “cartoon”.',
        'Sag, was sich ändern soll: zum Beispiel „Haut glätten“, „wärmer“ oder „Comic“.',
        'Di qué debe cambiar: por ejemplo «suaviza la piel», «más cálido» o «cómic».',
      ],
    ),
    unless: ['sky'],
  },
  notOffered(
    'turn_side',
    ['rotate|quarter'],
    [
      'Pictures turn by a quarter to a side or upside down: “rotate to the left”.',
      'Bilder lassen sich um eine Vierteldrehung oder auf den Kopf drehen: „nach links drehen“.',
      'Las imágenes se giran un cuarto a un lado o boca abajo: «gira a la izquierda».',
    ],
    ['rotate', 'quarter'],
  ),
  notOffered(
    'material',
    ['material'],
    [
      'Neither people nor things can be made into something else; styles such as “cartoon” or “oil painting” can be done.',
      'Aus Personen und Dingen lässt sich nichts anderes machen; Stile wie „Comic“ oder „Ölgemälde“ gehen.',
      'No se puede convertir a personas ni cosas en algo distinto; sí estilos como «cómic» o «óleo».',
    ],
    ['from'],
  ),
  {
    // “Turn the statue into gold”
    ...notOffered('thing_turned', ['material', 'to', 'colour|material'], noThings, ['to']),
    unless: ['person', 'pronoun', 'face', 'hair', 'skin', 'picture', 'clothes'],
  },
  {
    ...notOffered('wall_turned', ['wall', 'material'], noThings),
    unless: ['person', 'pronoun', 'background'],
  },
  notOffered('garment', ['garment'], noGarment),
  notOffered('fabric', ['clothes', 'fabric'], noGarment),
  notOffered('clothes', ['clothes', 'replace|remove|add'], noGarment),
  notOffered(
    'light_kind',
    ['studiolight|light'],
    [
      'Light can come from a side, in a colour: “light from the left”; also “golden hour”.',
      'Licht kann von einer Seite kommen, auch farbig: „Licht von links“; oder „goldene Stunde“.',
      'La luz puede venir de un lado, también de color: «luz desde la izquierda»; o «hora dorada».',
    ],
  ),
  notOffered('finish', ['finish'], noShine, ['too', 'zu']),
  notOffered('finish_part', ['finish', 'remove|less|fix|not', ON], noShine, ['too', 'zu']),
  ...notOfferedStyleRules,
  ...notOfferedFaceRules,
  ...notOfferedFramingRules,
  notOffered(
    'blur_all',
    ['blur', 'picture'],
    [
      'Say what is to be blurred: “blur the background” or “blur the faces”.',
      'Sag, was unscharf werden soll: „Hintergrund unscharf“ oder „Gesichter unscharf“.',
      'Di qué desenfocar: «desenfoca el fondo» o «desenfoca las caras».',
    ],
  ),
  notOffered(
    'beside',
    ['side:beside', 'person|pronoun'],
    [
      'Nothing is put beside people; people of several pictures can be: “put us side by side”.',
      'Neben Personen wird nichts gestellt; Personen mehrerer Bilder gehen nebeneinander: „stell uns nebeneinander“.',
      'No se pone nada junto a personas; sí a las de varias imágenes: «pon a los dos lado a lado».',
    ],
  ),
  notOffered(
    'one_side',
    ['side', 'g|lowlight|picture|eyes|face|person|background|hair|blur|mono|sepia'],
    [
      'One side alone cannot be changed; light can come from a side: “light from the left”.',
      'Eine Seite allein lässt sich nicht ändern; Licht kann von einer Seite kommen: „Licht von links“.',
      'No se puede cambiar solo un lado; la luz puede venir de un lado: «luz desde la izquierda».',
    ],
    // A wish about one side is not done on both.
    [
      'smile',
      'sad',
      'hide',
      'bokeh',
      'whiten',
      'cheeks',
      'makeup',
      'cartoon',
      'mono',
      'lowlight',
      'is',
      'zoomin',
      'mirror',
    ],
  ),
  notOffered(
    'part_grade',
    ['teeth|mouth|nose|brows|cheeks', 'g'],
    [
      'Only background, people, faces, skin, hair, clothes, lips and eyes can be graded alone.',
      'Für sich ändern lassen sich nur Hintergrund, Personen, Gesichter, Haut, Haare, Kleidung, Lippen und Augen.',
      'Por separado solo se ajustan fondo, personas, caras, piel, pelo, ropa, labios y ojos.',
    ],
  ),
  ...notOfferedPictureRules,
  {
    ...notOffered(
      'soft_what',
      ['smooth:soft'],
      [
        'Say what is to be softer: “smooth the skin”, “blur the background”, “less contrast”.',
        'Sag, was weicher werden soll: „Haut glätten“, „Hintergrund unscharf“, „weniger Kontrast“.',
        'Di qué debe ser más suave: «suaviza la piel», «desenfoca el fondo», «menos contraste».',
      ],
    ),
    unless: ['light', 'studiolight'],
  },
];
