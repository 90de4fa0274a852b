import type { ReimagineStep, StepKind } from '../../instructions/step.ts';

/**
 * Fixed order of the kinds of steps. Weather comes before colours: after a night effect it would glow and outline
 * people. Colours of all kinds are one stage, at the first of them.
 */
const ORDER: readonly StepKind[] = [
  'remove_person',
  'group',
  'low_light',
  'denoise',
  'fix_red_eyes',
  'reshape',
  'reduce_shine',
  'reduce_redness',
  'smooth_skin',
  'lighten_under_eyes',
  'part_colour',
  'blush',
  'whiten_teeth',
  'anonymise',
  'background_blur',
  'background_colour',
  'background_studio',
  'background_scene',
  'background_transparent',
  'background_picture',
  'relight',
  'golden_hour',
  'weather',
  'match_colours',
  'auto_levels',
  'remove_cast',
  'grade',
  'tint',
  'keep_colour',
  'style',
  'sharpen',
  'vignette',
  'grain',
  'crop',
  'crop_close',
  'extend',
  'turn',
  'enlarge',
  'bars',
  'words',
  'border',
  'collage',
];

/** Returns the steps in the order in which they are done; equal kinds keep their order. */
export function orderSteps(steps: readonly ReimagineStep[]): readonly ReimagineStep[] {
  return steps.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
