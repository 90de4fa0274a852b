import type { InstructionRule } from '../rule.ts';
import { notOffered, type Says } from './define.ts';

const noWeatherPart: Says = [
  'Rain, snow and fog fall on the whole picture.',
  'Regen, Schnee und Nebel gehen nur im ganzen Bild.',
  'La lluvia, la nieve y la niebla van en toda la imagen.',
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

/** Wishes about the sky, weather and styles that are understood but not done. */
export const notOfferedStyleRules: readonly InstructionRule[] = [
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
];
