import type { Viseme } from '../../voice/viseme.ts';
import type { MouthMeasures } from '../mouth/measures.ts';

/** Target mouth of a sound with its dominance over neighbours (Cohen and Massaro 1993). */
export interface VisemeTarget {
  readonly mouth: MouthMeasures;
  /** Height of the tongue, 0..1. */
  readonly tongue: number;
  /** Dominance over opening, jaw and upper lip. */
  readonly lips: number;
  /** Dominance over width. */
  readonly round: number;
}

/**
 * Targets measured on talkers. The jaw moves less than in phonetics: the face mesh measures a third of its motion, and
 * more would stretch the chin.
 */
export const visemeTargets: Readonly<Record<Viseme, VisemeTarget>> = {
  sil: toTarget([0, 0, 0, 0], { tongue: 0, lips: 0.55, round: 0.3 }),
  PP: toTarget([0, -0.02, 0.005, -0.005], { tongue: 0, lips: 6, round: 0.4 }),
  FF: toTarget([0.0125, 0.01, 0.005, 0.012], { tongue: 0, lips: 3, round: 0.5 }),
  TH: toTarget([0.1, 0.01, 0.03, 0.01], { tongue: 1, lips: 1.1, round: 0.4 }),
  DD: toTarget([0.1, 0.02, 0.025, 0.015], { tongue: 0.8, lips: 0.8, round: 0.3 }),
  kk: toTarget([0.13, 0.01, 0.04, 0.01], { tongue: 0.3, lips: 0.6, round: 0.2 }),
  CH: toTarget([0.12, -0.1, 0.02, 0.02], { tongue: 0.4, lips: 1.4, round: 1.6 }),
  SS: toTarget([0.075, 0.04, 0.01, 0.015], { tongue: 0.4, lips: 1.2, round: 0.6 }),
  nn: toTarget([0.1, 0.01, 0.03, 0.01], { tongue: 0.8, lips: 0.7, round: 0.3 }),
  RR: toTarget([0.11, -0.08, 0.03, 0.01], { tongue: 0.4, lips: 0.9, round: 1.2 }),
  aa: toTarget([0.25, 0, 0.1, 0.01], { tongue: 0.1, lips: 1.2, round: 0.8 }),
  E: toTarget([0.19, 0.04, 0.065, 0.02], { tongue: 0.3, lips: 1.1, round: 0.9 }),
  ih: toTarget([0.13, 0.06, 0.035, 0.02], { tongue: 0.5, lips: 1, round: 1.1 }),
  oh: toTarget([0.2, -0.11, 0.085, 0.01], { tongue: 0.1, lips: 1.3, round: 1.6 }),
  ou: toTarget([0.09, -0.17, 0.035, 0.01], { tongue: 0.1, lips: 1.3, round: 2 }),
};

/** Measures in the order open, wide, jaw, lift. */
function toTarget(
  [open, wide, jaw, lift]: readonly [number, number, number, number],
  rest: Omit<VisemeTarget, 'mouth'>,
): VisemeTarget {
  return { mouth: { open, wide, jaw, lift }, ...rest };
}
