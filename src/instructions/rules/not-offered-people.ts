import type { InstructionRule } from '../rule.ts';
import { notOffered, type Says } from './define.ts';
import { shapes } from './not-offered-faces.ts';

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

/** Concepts of what somebody at one side is like, beside whom more than the presence is told. */
const UNLIKE_PRESENCE =
  'g axis too zu lowlight smile sad hide conceal blur light sharpen blemish open close colour numbered picture noisy expression smaller bigger object pose'.split(
    ' ',
  );

/** Wishes about people, their bodies and their hair that are understood but not done. */
export const notOfferedPeopleRules: readonly InstructionRule[] = [
  notOffered('remove_people', ['remove|replace', 'person'], noRemoval, ['except']),
  notOffered('people_disliked', ['person', 'dislike'], noRemoval),
  notOffered('crop_people', ['crop', 'person', 'from', 'picture'], noRemoval, ['from']),
  {
    ...notOffered('bystanders', ['bystander'], noRemoval, ['blur', 'hide', 'is']),
    unless: ['add', 'infront'],
  },
  notOffered('bystanders_hidden', ['bystander', 'hide|blur|conceal'], allOrNone),
  {
    // “My ex is on the right, you know what to do”
    ...notOffered('person_there', ['person', 'is|not|there', 'side:left|side:right'], noRemoval),
    unless: UNLIKE_PRESENCE,
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
  notOffered('face_bar', ['hide|conceal|blur', 'bars'], barWays, ['colour']),
  notOffered('bar_over', ['censorbar'], barWays, ['colour']),
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
];
