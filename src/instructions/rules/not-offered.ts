import type { InstructionRule } from '../rule.ts';
import { notOffered, type Says } from './define.ts';
import { notOfferedFaceRules, shapes } from './not-offered-faces.ts';
import { notOfferedFramingRules } from './not-offered-framing.ts';
import { notOfferedPictureRules } from './not-offered-pictures.ts';

const noPose: Says = [
  'Poses, movements and views cannot be changed.',
  'Posen, Bewegungen und Blickwinkel lassen sich nicht ändern.',
  'No se pueden cambiar poses, movimientos ni ángulos.',
];
const noAge: Says = [
  'Ages cannot be changed; “smooth the skin” can be done.',
  'Das Alter lässt sich nicht ändern; „Haut glätten“ geht.',
  'No se puede cambiar la edad; sí «suaviza la piel».',
];
const noBody: Says = [
  'The length and shape of hair, beards and bodies cannot be changed.',
  'Länge und Form von Haaren, Bärte und Körper lassen sich nicht ändern.',
  'No se puede cambiar el largo ni la forma del pelo, la barba o el cuerpo.',
];
const wholeHair: Says = [
  'Hair is coloured as a whole and in one colour: “dye the hair brown”.',
  'Haare werden ganz und in einer Farbe gefärbt: „färb die Haare braun“.',
  'El pelo se tiñe entero y de un solo color: «pelo castaño».',
];
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

const noWeatherPart: Says = [
  'Rain, snow and fog fall on the whole picture.',
  'Regen, Schnee und Nebel gehen nur im ganzen Bild.',
  'La lluvia, la nieve y la niebla van en toda la imagen.',
];

const allOrNone: Says = [
  'All faces are covered, or one that is chosen by where it is: “blur the face on the left”, “hide all faces except mine”.',
  'Verdeckt werden alle Gesichter oder eines, das nach seinem Ort gewählt ist: „das Gesicht links verpixeln“, „alle Gesichter außer meinem verpixeln“.',
  'Se tapan todas las caras, o una elegida por su lugar: «pixela la cara de la izquierda», «pixela todas las caras menos la mía».',
];

const onlyFaces: Says = [
  'Only faces are pixelated; what is behind people can be blurred: “blur the background”.',
  'Verpixelt werden nur Gesichter; was hinter Personen ist, kann unscharf werden: „Hintergrund unscharf“.',
  'Solo se pixelan caras; lo que hay detrás de las personas se puede desenfocar: «desenfoca el fondo».',
];

const faceSwaps: Says = [
  'Faces are swapped by face swap, not by words.',
  'Gesichter tauscht der Gesichtstausch, nicht ein Text.',
  'Las caras se cambian con el cambio de cara, no con palabras.',
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

const noRemoval: Says = [
  'Whom to take out has to be said by where they are: “remove the person on the left”; only before an even wall. Faces can be covered: “anonymise the faces”.',
  'Wer herausgenommen werden soll, muss nach dem Ort genannt sein: „entferne die Person links“; nur vor gleichmäßiger Wand. Verdecken geht: „Gesichter verpixeln“.',
  'Hay que decir por su lugar a quién quitar: «quita a la persona de la izquierda»; solo ante una pared lisa. Tapar caras sí se puede: «pixela las caras».',
];

const barWays: Says = [
  'Faces are covered by large pixels or blurred: “pixelate the faces”.',
  'Gesichter werden verpixelt oder unscharf: „Gesichter verpixeln“.',
  'Las caras se pixelan o se desenfocan: «pixela las caras».',
];

const styleColours: Says = [
  'Styles have their own colours; the style alone can be done, or “purple tint”: everything in shades of one colour.',
  'Stile haben eigene Farben; der Stil allein geht, oder „lila getönt“: alles in Tönen einer Farbe.',
  'Los estilos tienen sus propios colores; se puede el estilo solo, o «tinte morado»: todo en tonos de un color.',
];

const STYLES = 'cartoon|anime|pencil|oil|watercolour|pixels|halftone|neonlines';

/** Concepts beside a style whose colour is theirs: “comic with a red border”. */
const BESIDE_STYLES =
  'background hair eyes lips brows clothes skin teeth cheeks face border rim bars text quote outline light tint cast object mono splash except place studio'.split(
    ' ',
  );

/** Concepts of what somebody at one side is like, beside whom more than the presence is told. */
const UNLIKE_PRESENCE =
  'g axis too zu lowlight smile sad hide conceal blur light sharpen blemish open close colour numbered picture noisy expression smaller bigger object pose'.split(
    ' ',
  );

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

/** Parts that a thing may lie on: “the cat hair on my jumper”. */
const ON = 'clothes|hair|eyes|lips|teeth|mouth|nose|brows|cheeks|face|skin';

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
  notOffered('remove_people', ['remove|replace', 'person'], noRemoval, ['except']),
  notOffered('people_disliked', ['person', 'dislike'], noRemoval),
  notOffered('crop_people', ['crop', 'person', 'from', 'picture'], noRemoval, ['from']),
  {
    ...notOffered('bystanders', ['bystander'], noRemoval, ['blur', 'hide', 'is']),
    unless: ['add', 'infront'],
  },
  notOffered('bystanders_hidden', ['bystander', 'hide|blur|conceal'], allOrNone),
  notOffered('bystanders_added', ['bystander', 'add|infront'], noThings),
  {
    // “My ex is on the right, you know what to do”
    ...notOffered('person_there', ['person', 'is|not|there', 'side:left|side:right'], noRemoval),
    unless: UNLIKE_PRESENCE,
  },
  notOffered('walls', ['walls'], groundWays),
  notOffered('background_hide', ['background', 'conceal|hide'], groundWays),
  {
    ...notOffered('background_other', ['background', 'replace|vague'], groundWays),
    unless: ['studio', 'place', 'outside', 'numbered', 'colour', 'transparent', 'object'],
  },
  notOffered('swap_faces', ['replace', 'face'], faceSwaps, ['numbered']),
  notOffered('swap_faces_of', ['replace', 'face', 'person'], faceSwaps, ['numbered']),
  notOffered('hair_part', ['hairpart'], wholeHair, ['hairpart', 'to', 'from']),
  notOffered(
    'hair_colour_part',
    ['hair', 'colour', 'side|remove|less|hide|conceal|fix|dislike|too|anime|light|golden|not'],
    wholeHair,
    ['hairpart', 'colourword', 'to', 'from', 'anime'],
  ),
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
  notOffered('age', ['age'], noAge),
  notOffered('age_word', ['ageword', 'person|face|pronoun'], noAge),
  notOffered('face_shape', ['bodyshape:face'], shapes, ['bodyshape']),
  notOffered('body', ['bodyshape'], noBody),
  notOffered('hair_done', ['hair', 'smooth|fix|described'], noBody),
  notOffered('body_wide', ['wide', 'person|pronoun'], noBody),
  notOffered('pose', ['pose'], noPose),
  {
    ...notOffered('pose_side', ['pose', 'person|pronoun|face', 'side'], noPose),
    unless: ['object'],
  },
  // “Somebody walks through the picture, take them out”
  { ...notOffered('walking_removed', ['pose', 'remove'], noRemoval), unless: ['object'] },
  notOffered('pose_turned', ['rotate', 'person|pronoun|face|hair|eyes'], noPose),
  notOffered('pose_turned_side', ['rotate', 'person|pronoun|face|hair|eyes', 'side'], noPose, [
    'rotate',
    'from',
    'to',
  ]),
  {
    ...notOffered('person_taken', ['person|bystander', 'side', 'from', 'picture'], noRemoval, [
      'from',
    ]),
    unless: ['numbered'],
  },
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
    'sky',
    ['sky'],
    [
      'The sky cannot be changed by itself.',
      'Der Himmel lässt sich nicht für sich ändern.',
      'El cielo no se puede cambiar por separado.',
    ],
    ['golden', 'night', 'weather-not', 'contrast', 'vague'],
  ),
  notOffered(
    'weather',
    ['weather-not'],
    [
      'Of weather and time of day these can be done: rain, snow, fog, golden hour, night.',
      'An Wetter und Tageszeit geht: Regen, Schnee, Nebel, goldene Stunde, Nacht.',
      'De clima y hora se puede: lluvia, nieve, niebla, hora dorada, noche.',
    ],
    ['rain', 'snow', 'fog', 'falling'],
  ),
  notOffered(
    'weather_part',
    ['rain|snow|fog', 'except|not', 'face|person|pronoun|skin|hair'],
    noWeatherPart,
  ),
  notOffered('weather_on', ['rain|snow', 'object'], noWeatherPart),
  notOffered('weather_behind', ['rain|snow', 'background'], noWeatherPart),
  notOffered('weather_before', ['fog', 'infront', 'person|pronoun'], noWeatherPart),
  notOffered(
    'weather_remove',
    ['rain|snow|fog', 'remove'],
    [
      'Rain, snow and fog can be added, not taken out of a picture.',
      'Regen, Schnee und Nebel lassen sich hinzufügen, nicht aus dem Bild nehmen.',
      'La lluvia, la nieve y la niebla se pueden añadir, no quitar de la imagen.',
    ],
  ),
  notOffered(
    'day',
    ['day'],
    [
      'Day cannot be made of night; “brighter” can be done.',
      'Aus Nacht lässt sich kein Tag machen; „heller“ geht.',
      'No se puede convertir la noche en día; sí «más claro».',
    ],
  ),
  notOffered(
    'named_style',
    ['named'],
    [
      'Styles of artists, studios and games are not offered; these are: cartoon, anime, pencil, watercolour, oil, pixel art, pop art, neon.',
      'Stile von Künstlern, Studios und Spielen gibt es nicht; es gibt: Comic, Anime, Bleistift, Aquarell, Öl, Pixelart, Pop-Art, Neon.',
      'No hay estilos de artistas, estudios ni juegos; hay: cómic, anime, lápiz, acuarela, óleo, pixel art, pop art, neón.',
    ],
  ),
  {
    // A need of exactly “colour” would have to choose one of several.
    ...notOffered('style_colour', [STYLES, 'colour|fewcolours'], styleColours),
    unless: BESIDE_STYLES,
  },
  notOffered('style_colours', ['stylecolour'], styleColours),
  notOffered(
    'light_kind',
    ['studiolight|light'],
    [
      'Light can come from a side, in a colour: “light from the left”; also “golden hour”.',
      'Licht kann von einer Seite kommen, auch farbig: „Licht von links“; oder „goldene Stunde“.',
      'La luz puede venir de un lado, también de color: «luz desde la izquierda»; o «hora dorada».',
    ],
  ),
  notOffered('face_bar', ['hide|conceal|blur', 'bars'], barWays, ['colour']),
  notOffered('bar_over', ['censorbar'], barWays, ['colour']),
  notOffered('finish', ['finish'], noShine, ['too', 'zu']),
  notOffered('finish_part', ['finish', 'remove|less|fix|not', ON], noShine, ['too', 'zu']),
  notOffered('hide_others', ['blur', 'except', 'person', 'person'], allOrNone),
  {
    ...notOffered('hide_rest', ['hide|conceal', 'picture', 'except', 'person|pronoun'], onlyFaces),
    unless: ['face'],
  },
  {
    ...notOffered('hide_rest_face', ['hide|conceal', 'picture', 'except', 'face'], onlyFaces),
    unless: ['person', 'pronoun'],
  },
  notOffered('hide_some', ['hide|blur|conceal', 'except', 'person|face|pronoun'], allOrNone),
  notOffered('hide_there', ['hide|blur|conceal', 'face|person', 'there'], allOrNone),
  // “Hide the face of the man who walks in behind me”
  {
    ...notOffered('hide_one', ['hide|conceal', 'face', 'person', 'pose|background'], allOrNone),
    unless: ['except', 'keep', 'only'],
  },
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
