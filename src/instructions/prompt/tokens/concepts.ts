/** Concepts of the parts of an image. */
export const targets: readonly string[] = [
  'background',
  'person',
  'face',
  'hair',
  'eyes',
  'lips',
  'mouth',
  'teeth',
  'skin',
  'clothes',
  'cheeks',
  'nose',
  'brows',
  'sky',
  'pronoun',
];

/** Parts that a complaint or an exception may be about. */
export const PARTS = ['background', 'person', 'face', 'hair', 'clothes', 'lips', 'eyes', 'pronoun'];

/** Concepts that describe the appearance of an object: “a cartoon dog”, “a neon sign”. */
export const LOOKS =
  `cartoon anime pencil oil watercolour pixels neonlines neontint vintage noir mono sepia pastel golden night`.split(
    ' ',
  );
