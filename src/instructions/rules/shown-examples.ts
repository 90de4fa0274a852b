/**
 * Wishes that are shown with a picture where somebody writes a prompt. Their pictures stand one below the other in
 * `resources/reimagine/examples.webp`, in this order; `node tools/reimagine/make-examples.ts` draws them anew.
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
