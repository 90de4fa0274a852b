import type { InstructionRule } from '../rule.ts';
import { notOffered, type Says } from './define.ts';
import { reasons } from './reasons.ts';

const REGIONS = 'hair|eyes|lips|clothes|face|skin|teeth|mouth|nose|brows|cheeks';

const noSkinColour: Says = [
  'The colour of skin is not changed.',
  'Die Farbe der Haut wird nicht geändert.',
  'El color de la piel no se cambia.',
];
const noRedness: Says = [
  'Redness can be taken from the skin of faces: “less red cheeks”; “cooler colours” change the picture.',
  'Rötungen lassen sich der Haut im Gesicht nehmen: „Wangen weniger rot“; „kühlere Farben“ ändern das Bild.',
  'Se puede quitar lo rojo a la piel de la cara: «mejillas menos rojas»; «colores más fríos» cambia la imagen.',
];
const noEyeColour: Says = [
  'Of colours in eyes only red pupils are taken out: “remove the red eyes”; eyes can get a colour: “green eyes”.',
  'Von Farben in Augen gehen nur rote Pupillen weg: „rote Augen weg“; eine Augenfarbe geht: „grüne Augen“.',
  'De colores en ojos solo se quitan pupilas rojas: «quita los ojos rojos»; sí se da un color: «ojos verdes».',
];
/** Shapes of a face that can be changed. */
export const shapes: Says = [
  'Of shapes these can be changed: slimmer or wider face, bigger eyes, smaller nose.',
  'An Formen geht: schmaleres oder breiteres Gesicht, größere Augen, kleinere Nase.',
  'De formas se puede: cara más fina o más ancha, ojos más grandes, nariz más pequeña.',
];
const noRest: Says = [
  'A face cannot be rested; “remove the bags under my eyes”, “smooth the skin” and “open the eyes” can be done.',
  'Ausgeruht aussehen geht nicht als Ganzes; „Augenringe weg“, „Haut glätten“ und „Augen weiter öffnen“ gehen.',
  'No se puede hacer descansada una cara; sí «quita las ojeras», «suaviza la piel» y «abre los ojos».',
];
const expressions: Says = [
  'Of expressions only these can be done: smile, sad, raised brows, closed mouth, wide eyes.',
  'An Mienen geht nur: lächeln, traurig, Augenbrauen heben, Mund schließen, Augen weiter öffnen.',
  'De expresiones solo se puede: sonrisa, tristeza, cejas levantadas, boca cerrada, ojos más abiertos.',
];
const BESIDE_SKIN = [
  'face',
  'skin',
  'cheeks',
  'nose',
  'less',
  'too',
  'zu',
  'remove',
  'not',
  'is',
  'person',
  'pronoun',
  'amount',
  'more',
  'ageword',
];

/** Wishes about faces that are understood but not done, each with alternatives to ask for. */
export const notOfferedFaceRules: readonly InstructionRule[] = [
  notOffered('eye_colour_removed', ['eyes', 'remove|fix', 'colour'], noEyeColour),
  notOffered('eyes_are_red', ['eyes', 'is|less|redeye', 'colour:red'], noEyeColour),
  notOffered(
    'eye_whites',
    ['eyes', 'whiten'],
    [
      'Whites of eyes are not whitened; “brighter eyes” can be done.',
      'Das Weiße der Augen wird nicht aufgehellt; „hellere Augen“ geht.',
      'El blanco de los ojos no se aclara; sí «ojos más claros».',
    ],
    ['tones', 'whiten'],
  ),
  notOffered(
    'skin_marks',
    ['shadowy'],
    [
      'Scars, tattoos and double chins stay; “smooth the skin” can be done.',
      'Narben, Tattoos und Doppelkinn bleiben; „Haut glätten“ geht.',
      'Cicatrices, tatuajes y papada se quedan; sí «suaviza la piel».',
    ],
  ),
  notOffered(
    'skin_marks_added',
    ['add', 'blemish|shadowy'],
    [
      'Freckles, lines and marks are not added; “smooth the skin” weakens them.',
      'Sommersprossen, Linien und Male kommen nicht hinzu; „Haut glätten“ schwächt sie ab.',
      'No se añaden pecas, líneas ni marcas; «suaviza la piel» las atenúa.',
    ],
  ),
  notOffered(
    'skin_marks_kept',
    ['keep', 'blemish|shadowy'],
    [
      'Smoothing the skin weakens freckles and lines, too; do less of it: “smooth the skin a little”.',
      'Wer Haut glättet, schwächt auch Sommersprossen und Linien; nimm weniger: „Haut leicht glätten“.',
      'Al suavizar la piel también se atenúan pecas y líneas; pide menos: «suaviza un poco la piel».',
    ],
  ),
  notOffered(
    'eye_makeup',
    ['eyemakeup'],
    [
      'Of make-up these can be done: lipstick, blush and the colour of brows and eyes.',
      'An Schminke geht: Lippenstift, Rouge und die Farbe von Augenbrauen und Augen.',
      'De maquillaje se puede: pintalabios, colorete y el color de cejas y ojos.',
    ],
    ['makeup'],
  ),
  notOffered(
    'less_makeup',
    ['makeup|blush|lips', 'less|remove'],
    [
      'Make-up can be put on, not taken off.',
      'Schminke lässt sich auftragen, nicht entfernen.',
      'El maquillaje se puede poner, no quitar.',
    ],
  ),
  notOffered(
    'skin_spot',
    ['blemish', 'object:limb'],
    [reasons.oneSpot.en, reasons.oneSpot.de, reasons.oneSpot.es],
    ['object'],
  ),
  notOffered('skin_colour', ['skin', 'colour|g:darker|g:brighter'], noSkinColour),
  notOffered('face_colour', ['face', 'is|too|zu', 'colour'], noSkinColour),
  notOffered('person_colour', ['person|pronoun', 'excess'], noSkinColour),
  notOffered('tan', ['tan'], noSkinColour),
  notOffered('skin_redness', ['redness'], noRedness, BESIDE_SKIN),
  notOffered('person_red', ['person|pronoun', 'less|too|zu', 'colour:red'], noRedness),
  notOffered(
    'skin_red',
    ['face|skin|cheeks|nose', 'less|too|zu|remove|not|is', 'colour:red|colour:pink|colour:magenta'],
    noRedness,
    BESIDE_SKIN,
  ),
  notOffered('part_shape', [REGIONS, 'bigger|smaller|wide|slim'], shapes),
  notOffered(
    'open_mouth',
    ['mouth', 'open'],
    [
      'Mouths can be closed, not opened.',
      'Münder lassen sich schließen, nicht öffnen.',
      'Se puede cerrar la boca, no abrirla.',
    ],
  ),
  notOffered(
    'closed_eyes',
    ['eyes', 'close'],
    [
      'Closed eyes stay closed and open ones open; they can be opened wider.',
      'Geschlossene Augen bleiben zu und offene offen; weiter öffnen geht.',
      'Los ojos cerrados siguen cerrados y los abiertos, abiertos; se pueden abrir más.',
    ],
  ),
  notOffered(
    'part_blur',
    ['clothes|hair|eyes|lips|teeth|mouth|nose', 'blur|hide|conceal'],
    [
      'Only what is behind people and faces can be blurred.',
      'Unscharf werden nur Gesichter und was hinter Personen ist.',
      'Solo se pueden desenfocar las caras y lo que hay detrás.',
    ],
  ),
  notOffered(
    'part_remove',
    ['hair|eyes|lips|teeth|mouth|nose|brows|cheeks|makeup|smile|clothes', 'remove'],
    [
      'Parts of people cannot be taken away.',
      'Teile von Personen lassen sich nicht entfernen.',
      'No se pueden quitar partes de personas.',
    ],
  ),
  notOffered('expression', ['expression'], expressions),
  notOffered('less_smile', ['less', 'smile'], expressions),
  notOffered('tired', ['tired'], noRest),
  notOffered('awake', ['open', 'person|pronoun'], noRest),
  notOffered(
    'surprised',
    ['surprised'],
    [
      'Surprise cannot be drawn; “raise the eyebrows” and “open the eyes” can be done.',
      'Überraschung lässt sich nicht zeichnen; „Augenbrauen heben“ und „Augen weiter öffnen“ gehen.',
      'No se puede dibujar sorpresa; sí «levanta las cejas» y «abre los ojos».',
    ],
  ),
];
