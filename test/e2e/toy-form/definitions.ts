import type { Language } from '../../../src/contract/languages.ts';
import type { FieldDesign, FieldWords } from '../../../src/capabilities/form/field-design.ts';

/** Display of its fields. */
export const toyFields: Readonly<Record<string, FieldDesign>> = {
  strength: { initial: 0.75 },
  max_duration_sec: { presets: [3, 10] },
  seed: { isAdvanced: true },
};

const words: Readonly<Record<Language, Readonly<Record<string, FieldWords>>>> = {
  en: {
    image_keys: { label: 'Pictures', hint: 'Drop two to four pictures here.' },
    prompt: { label: 'What to change', hint: 'Say what the result should show.' },
    negative_prompt: { label: 'What to avoid' },
    direction: {
      label: 'Direction',
      hint: 'Which way the figure faces.',
      choices: {
        reference: 'As in the reference clip',
        picture: 'As in the first picture',
        front: 'Towards the camera',
        side: 'From the side',
        back: 'From behind',
        turn: 'Turning around once',
      },
    },
    aspect_ratio: {
      label: 'Format',
      unset: 'As the picture',
      choices: { '16:9': 'Wide 16:9', '9:16': 'Tall 9:16', '1:1': 'Square' },
    },
    strength: { label: 'Strength', hint: '0 leaves it as it is, 1 changes all of it.' },
    seed: { label: 'Seed', hint: 'The same number gives the same result.', unset: 'Random' },
    keep_grain: { label: 'Keep the grain', hint: 'The noise of the camera stays in the picture.' },
    sound: {
      label: 'Sound',
      choices: { original: 'Original', own: 'A file of mine', spoken: 'A script' },
    },
    audio_key: { label: 'Own sound', hint: 'Drop a recording here.' },
  },
  de: {
    image_keys: { label: 'Bilder', hint: 'Zwei bis vier Bilder hier ablegen.' },
    prompt: { label: 'Was anders werden soll', hint: 'Sag, was das Ergebnis zeigen soll.' },
    negative_prompt: { label: 'Was nicht sein soll' },
    direction: {
      label: 'Richtung',
      hint: 'Wohin die Figur schaut.',
      choices: {
        reference: 'Wie im Vorbild-Clip',
        picture: 'Wie im ersten Bild',
        front: 'Zur Kamera',
        side: 'Von der Seite',
        back: 'Von hinten',
        turn: 'Einmal im Kreis',
      },
    },
    aspect_ratio: {
      label: 'Format',
      unset: 'Wie das Bild',
      choices: { '16:9': 'Breit 16:9', '9:16': 'Hoch 9:16', '1:1': 'Quadrat' },
    },
    strength: { label: 'Stärke', hint: '0 lässt alles, wie es ist, 1 ändert alles.' },
    seed: { label: 'Startzahl', hint: 'Gleiche Zahl, gleiches Ergebnis.', unset: 'Zufällig' },
    keep_grain: { label: 'Korn behalten', hint: 'Das Rauschen der Kamera bleibt im Bild.' },
    sound: {
      label: 'Ton',
      choices: { original: 'Original', own: 'Eigene Datei', spoken: 'Ein Text' },
    },
    audio_key: { label: 'Eigener Ton', hint: 'Aufnahme hier ablegen.' },
  },
  es: {
    image_keys: { label: 'Imágenes', hint: 'Suelta aquí de dos a cuatro imágenes.' },
    prompt: { label: 'Qué cambiar', hint: 'Di qué debe mostrar el resultado.' },
    negative_prompt: { label: 'Qué evitar' },
    direction: {
      label: 'Dirección',
      hint: 'Hacia dónde mira la figura.',
      choices: {
        reference: 'Como en el clip de referencia',
        picture: 'Como en la primera imagen',
        front: 'Hacia la cámara',
        side: 'De lado',
        back: 'De espaldas',
        turn: 'Una vuelta completa',
      },
    },
    aspect_ratio: {
      label: 'Formato',
      unset: 'Como la imagen',
      choices: { '16:9': 'Ancho 16:9', '9:16': 'Alto 9:16', '1:1': 'Cuadrado' },
    },
    strength: { label: 'Intensidad', hint: '0 lo deja como está, 1 lo cambia todo.' },
    seed: { label: 'Semilla', hint: 'El mismo número da el mismo resultado.', unset: 'Al azar' },
    keep_grain: { label: 'Conservar el grano', hint: 'El ruido de la cámara queda en la imagen.' },
    sound: {
      label: 'Sonido',
      choices: { original: 'Original', own: 'Un archivo mío', spoken: 'Un guion' },
    },
    audio_key: { label: 'Sonido propio', hint: 'Suelta aquí una grabación.' },
  },
};

const toy = {
  feature: 'reimagine_image',
  operation: 'submitReimagineImage',
  result: 'image',
  symbol: 'scan_face',
  texts: {
    en: {
      title: 'Toy',
      text: 'Has a field of every kind.',
      hint: 'Begin here.',
      action: 'Make the toy',
      fields: words.en,
    },
    de: {
      title: 'Spielzeug',
      text: 'Hat jede Art von Feld.',
      hint: 'Hier anfangen.',
      action: 'Spielzeug machen',
      fields: words.de,
    },
    es: {
      title: 'Juguete',
      text: 'Tiene un campo de cada tipo.',
      hint: 'Empieza aquí.',
      action: 'Hacer el juguete',
      fields: words.es,
    },
  },
  fields: toyFields,
  estimate: { resultMs: () => null, workMs: () => 125_000 },
};

/** The list of capabilities with nothing but the toy. */
export const capabilities = [toy];
