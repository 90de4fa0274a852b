import type { Seams } from './limbs.ts';

/*
 * Fractions of a character, in the worst tenth of frames, fitted to 24 moves of six people of photos that were looked at one by one. Arms
 * that sway come to 0.002 of holes and 0.004 of pieces left behind, and nobody saw any; raised sleeves with ragged edges to 0.012
 * of pieces; crossed legs, of which one tears off, to 0.1 of holes and 0.12 of what is drawn out.
 */
const limits: Readonly<
  Record<keyof Seams, { readonly visible: number; readonly unconvincing: number }>
> = {
  holes: { visible: 0.012, unconvincing: 0.06 },
  slivers: { visible: 0.006, unconvincing: 0.03 },
  smears: { visible: 0.035, unconvincing: 0.07 },
};

/** Visibility of tears; null when none are visible. */
export function gradeTears(seams: Seams): 'visible' | 'unconvincing' | null {
  const isPast = (grade: 'visible' | 'unconvincing'): boolean =>
    (['holes', 'slivers', 'smears'] as const).some((name) => seams[name] > limits[name][grade]);
  return isPast('unconvincing') ? 'unconvincing' : isPast('visible') ? 'visible' : null;
}
