/**
 * Wishes whose thumbnails are shown beside the prompt. The thumbnails are stacked in
 * `resources/reimagine/examples.webp` in this order; `node tools/reimagine/make-examples.ts` draws them anew.
 */
export const shownExamples = [
  'background_blur',
  'background_studio',
  'cinematic',
  'golden_hour',
  'night',
  'relight_colour',
  'rain',
  'cartoon',
  'watercolour',
  'pencil',
  'halftone',
  'pixel_art',
  'neon',
  'tape',
  'tint',
  'anonymise',
] as const;
