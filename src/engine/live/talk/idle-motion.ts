import { animateHead, type HeadMotion } from '../../talk/motion/head-motion.ts';

/** Length of the precomputed motion in seconds, played forwards and backwards. */
const LENGTH_S = 120;
const RATE = 60;
/** Fraction of the motion while the head listens. */
const CALM = 0.7;

/** Head motion at any time; `lively` is 0 while it listens .. 1 while it speaks. */
export type IdleMotion = (seconds: number, lively: number) => HeadMotion;

/** Creates endless motion; equal for equal seeds. */
export function createIdleMotion(seed: number): IdleMotion {
  const count = LENGTH_S * RATE;
  const moments = Array.from({ length: count }, () => ({ loudness: 0.3, isSilent: false }));
  const frames = animateHead(moments, { fps: RATE, seed });
  return (seconds, lively) => {
    const at = Math.floor(seconds * RATE) % (2 * count);
    const motion = frames[at < count ? at : 2 * count - 1 - at]!;
    const gain = CALM + (1 - CALM) * lively;
    const { yaw, pitch, roll } = motion;
    return { ...motion, yaw: yaw * gain, pitch: pitch * gain, roll: roll * gain };
  };
}
