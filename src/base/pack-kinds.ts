/** Functions of model packs, in the order in which lists show them. */
export const packKinds = [
  'swapper',
  'restorer',
  'occluder',
  'parser',
  'embedder',
  'converter',
  /** Synthesises speech. */
  'speaker',
  /** Converts a voice to another. */
  'voice',
  /** Encodes the content of speech for a `voice`. */
  'encoder',
  /** Tracks the pitch for a `voice`. */
  'estimator',
  /** Predicts the shape of the mouth from audio. */
  'sound_to_mouth',
  /** Generates a mouth in a face. */
  'mouth_painter',
  /** Animates a portrait. */
  'portrait_animator',
  /** Works for a `portrait_animator`. */
  'animator_part',
  /** Locates the joints of people. */
  'pose_estimator',
  /** Classifies the pixels of a person. */
  'human_parser',
  /** Changes images by a prompt. */
  'diffusion',
  /** Part of a `diffusion` model. */
  'diffusion_part',
  /** Separates people from their surroundings. */
  'matting',
] as const;

/** Function of a pack. */
export type PackKind = (typeof packKinds)[number];
