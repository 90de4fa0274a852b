import type { InstructionRule } from '../rule.ts';
import { notOffered, type Says } from './define.ts';

const cropWays: Says = [
  'Name a shape to crop to: “crop to square”, “crop to 16:9”.',
  'Nenn ein Format zum Zuschneiden: „quadratisch zuschneiden“, „auf 16:9 zuschneiden“.',
  'Di a qué formato recortar: «recorta a cuadrado», «recorta a 16:9».',
];
const extendWays: Says = [
  'Name a shape to widen to: “extend to 16:9”; nothing is invented at the sides.',
  'Nenn ein Format zum Erweitern: „auf 16:9 erweitern“; an den Seiten wird nichts erfunden.',
  'Di a qué formato ampliar: «amplía a 16:9»; en los lados no se inventa nada.',
];
const cropSides: Says = [
  'Pictures are cropped to a shape around people, not at one side: “crop to square”, “crop to 16:9”.',
  'Zugeschnitten wird um Personen auf ein Format, nicht an einer Seite: „quadratisch zuschneiden“, „auf 16:9 zuschneiden“.',
  'Se recorta alrededor de las personas a un formato, no por un lado: «recorta a cuadrado», «recorta a 16:9».',
];
const extendSides: Says = [
  'Pictures are widened on both sides alike, and to a shape: “extend to 16:9”; nothing is invented at the sides.',
  'Erweitert wird auf beiden Seiten gleich und auf ein Format: „auf 16:9 erweitern“; an den Seiten wird nichts erfunden.',
  'Se amplía igual por los dos lados y a un formato: «amplía a 16:9»; en los lados no se inventa nada.',
];

/** Wishes about the size, shape and borders of the image that are understood but not done. */
export const notOfferedFramingRules: readonly InstructionRule[] = [
  {
    ...notOffered(
      'line_width',
      ['width'],
      [
        'Borders and drawn lines have one width.',
        'Rahmen und gezeichnete Linien haben eine feste Breite.',
        'Los marcos y las líneas dibujadas tienen un solo ancho.',
      ],
    ),
    // Colours beside it are those of the border.
    may: ['amount'],
  },
  notOffered(
    'enlarge_picture',
    ['picture', 'bigger|smaller'],
    [
      'Pictures can be enlarged twice (“upscale”), cropped and extended to a shape: “crop to square”.',
      'Bilder lassen sich verdoppeln („hochskalieren“), zuschneiden oder erweitern: „quadratisch zuschneiden“.',
      'Las imágenes se pueden duplicar («doble tamaño»), recortar o ampliar: «recorta a cuadrado».',
    ],
  ),
  notOffered(
    'halo',
    ['halo'],
    [
      'No line or glow is drawn around people; the whole picture can get a border: “white border”.',
      'Um Personen wird keine Linie und kein Leuchten gezeichnet; das ganze Bild kann einen Rahmen bekommen: „weißer Rahmen“.',
      'No se dibuja una línea ni un brillo alrededor de las personas; toda la imagen puede llevar un marco: «marco blanco».',
    ],
    ['transparent', 'is', 'to'],
  ),
  notOffered(
    'round_shape',
    ['roundshape'],
    [
      'Pictures keep four corners; “crop to square” can be done, which services show as a circle.',
      'Bilder behalten vier Ecken; „quadratisch zuschneiden“ geht, was Dienste als Kreis zeigen.',
      'Las imágenes conservan cuatro esquinas; se puede «recorta a cuadrado», que los servicios muestran como círculo.',
    ],
    ['crop', 'site'],
  ),
  notOffered('crop_shape', ['crop'], cropWays),
  notOffered('crop_side', ['crop', 'side'], cropSides, ['crop', 'side']),
  notOffered('cut_side', ['cutoff', 'side'], cropSides, ['edges']),
  notOffered('extend_shape', ['extend'], extendWays, ['edges']),
  notOffered(
    'shape_alone',
    ['aspect|site'],
    [
      'Say whether to crop or to widen to that shape: “crop to square”, “extend to 16:9”.',
      'Sag, ob auf dieses Format zugeschnitten oder erweitert wird: „quadratisch zuschneiden“, „auf 16:9 erweitern“.',
      'Di si se recorta o se amplía a ese formato: «recorta a cuadrado», «amplía a 16:9».',
    ],
    ['aspect', 'site'],
  ),
  {
    ...notOffered(
      'borders',
      ['edges|border|rim|bars', 'remove|less|crop|cutoff'],
      [
        'Borders and bars can be drawn, not taken away: “white border”, “black bars”.',
        'Rahmen und Balken lassen sich zeichnen, nicht entfernen: „weißer Rahmen“, „schwarze Balken“.',
        'Los marcos y las franjas se pueden dibujar, no quitar: «marco blanco», «franjas negras».',
      ],
      ['colour'],
    ),
    // “The cable in the lower left corner”
    unless: ['object', 'person', 'bystander', 'text', 'stamp', 'side:middle'],
  },
  notOffered('widen_side', ['extend|wide', 'side', 'picture'], extendSides, ['aspect']),
  notOffered('widen', ['widen'], extendWays, ['edges', 'widen', 'extend', 'site', 'aspect']),
  notOffered('extend_at', ['extend', 'side'], extendSides, ['edges', 'aspect']),
  {
    ...notOffered('widen_picture', ['wide', 'picture'], extendWays, ['edges']),
    unless: ['too', 'zu', 'less'],
  },
  notOffered('narrow_picture', ['slim', 'picture', 'too|zu'], extendWays, ['is']),
];
