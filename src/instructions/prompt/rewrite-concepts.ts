/** Parts that a complaint or an exception may be about. */
export const PARTS = ['background', 'person', 'face', 'hair', 'clothes', 'lips', 'eyes', 'pronoun'];

/** Concepts that describe the appearance of an object: “a cartoon dog”, “a neon sign”. */
export const LOOKS =
  `cartoon anime pencil oil watercolour pixels neonlines neontint vintage noir mono sepia pastel golden night`.split(
    ' ',
  );
