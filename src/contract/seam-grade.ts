import type { Seams } from './limbs.ts';

/*
 * Fractions of a character's area, in the worst tenth of frames, fitted to 48 moves of 14 people in photos that were graded
 * by eye. Swaying arms have 0.002 of holes and 0.004 of slivers, which are invisible; raised sleeves with ragged edges have
 * 0.012 of slivers; crossed legs, of which one tears off, have 0.1 of holes and 0.12 of smears.
 */
const limits: Readonly<
  Record<keyof Seams, { readonly visible: number; readonly unconvincing: number }>
> = {
  holes: { visible: 0.012, unconvincing: 0.08 },
  slivers: { visible: 0.006, unconvincing: 0.03 },
  smears: { visible: 0.012, unconvincing: 0.078 },
};

/** Visibility of tears; null when none are visible. */
export function gradeTears(seams: Seams): 'visible' | 'unconvincing' | null {
  const isPast = (grade: 'visible' | 'unconvincing'): boolean =>
    (['holes', 'slivers', 'smears'] as const).some((name) => seams[name] > limits[name][grade]);
  return isPast('unconvincing') ? 'unconvincing' : isPast('visible') ? 'visible' : null;
}
