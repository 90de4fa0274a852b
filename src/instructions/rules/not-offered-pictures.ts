import type { InstructionRule } from '../rule.ts';
import { notOffered, type Says } from './define.ts';

const pictureUses: Says = [
  'Of further pictures these can be used: as background, for their colours, in a collage or in a group.',
  'Weitere Bilder lassen sich so nutzen: als Hintergrund, für ihre Farben, in einer Collage oder Gruppe.',
  'Otras imágenes sirven así: como fondo, por sus colores, en un collage o en un grupo.',
];

const equals: Says = [
  'Pictures are not made equal; the first one can take the colours of another: “give picture 1 the colours of picture 2”.',
  'Bilder werden nicht angeglichen; das erste kann die Farben eines anderen bekommen: „gib Bild 1 die Farben von Bild 2“.',
  'Las imágenes no se igualan; la primera puede tomar los colores de otra: «iguala los colores de la imagen 2».',
];

const FURTHER = 'numbered:2|numbered:3|numbered:4';
/** Concepts of what several pictures are used for. */
const OFFERED_OF_PICTURES = 'collage beside group infront match splash quote text'.split(' ');

/** Parts that nothing takes from another picture. */
const PARTS_TAKEN = 'eyes|mouth|hair|face|clothes|garment|object|skin|nose|lips|makeup|smile';

/** Wishes about further images that are understood but not done. */
export const notOfferedPictureRules: readonly InstructionRule[] = [
  notOffered('add_picture', ['numbered', 'add|replace|person'], pictureUses, ['from', 'infront']),
  // “Picture 1 in the style of picture 2”, “my eyes from picture 2”
  {
    ...notOffered('two_pictures', ['numbered:1', FURTHER], pictureUses, [
      'numbered',
      'from',
      'into',
    ]),
    unless: OFFERED_OF_PICTURES,
  },
  {
    ...notOffered('picture_part', [FURTHER, PARTS_TAKEN], pictureUses, ['from', 'into']),
    unless: [...OFFERED_OF_PICTURES, 'close'],
  },
  notOffered(
    'stacked',
    ['stacked'],
    [
      'Pictures of a collage stand side by side, four of them in a square: “side by side”.',
      'Bilder einer Collage stehen nebeneinander, vier im Quadrat: „nebeneinander“.',
      'Las imágenes de un collage van una al lado de otra, cuatro en un cuadrado: «una al lado de otra».',
    ],
    ['collage', 'stacked', 'numbered'],
  ),
  notOffered('equals', ['equals'], equals, ['equals', 'is']),
  {
    // “The same brightness for both”
    ...notOffered('equal_axis', ['match', 'axis'], equals, ['is']),
    unless: ['numbered', 'into', 'from'],
  },
  notOffered(
    'slideshow',
    ['slideshow'],
    [
      'Pictures stay pictures: they are not made into a video.',
      'Bilder bleiben Bilder: ein Video wird nicht daraus.',
      'Las imágenes siguen siendo imágenes: no se hace un vídeo con ellas.',
    ],
    ['slideshow', 'to', 'from'],
  ),
  notOffered(
    'blended',
    ['blended', 'picture|numbered|group|pronoun|face'],
    [
      'Pictures are not blended; they go side by side, or people before another picture: “collage”, “use picture 2 as background”.',
      'Bilder werden nicht überblendet; nebeneinander gehen sie, oder Personen vor ein anderes Bild: „Collage“, „nimm Bild 2 als Hintergrund“.',
      'Las imágenes no se funden; van una al lado de otra, o personas delante de otra imagen: «collage», «usa la imagen 2 de fondo».',
    ],
    ['group', 'numbered', 'to', 'into', 'beside'],
  ),
  notOffered(
    'hdr',
    ['hdr'],
    [
      'Exposures are not merged; “enhance”, “more contrast” and “lift the shadows” can be done.',
      'Belichtungen werden nicht vereint; „verbessern“, „mehr Kontrast“ und „Schatten aufhellen“ gehen.',
      'No se unen exposiciones; sí «mejora la imagen», «más contraste» y «aclara las sombras».',
    ],
    ['axis', 'group', 'numbered', 'to', 'into'],
  ),
  notOffered(
    'unnumbered',
    ['unnumbered'],
    [
      'Of several pictures name the one that is meant: “use picture 2 as background”.',
      'Nenn von mehreren Bildern das gemeinte: „nimm Bild 2 als Hintergrund“.',
      'De varias imágenes, di a cuál te refieres: «usa la imagen 2 de fondo».',
    ],
    ['to', 'from', 'into'],
  ),
];
