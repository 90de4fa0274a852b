import { animateHead, type HeadMotion } from '../../talk/motion/head-motion.ts';

/** Two minutes of motion are made once, and played there and back. */
const LENGTH_S = 120;
const RATE = 60;
/** How much of its motion a head has that listens. */
const CALM = 0.7;

/** What a head does beside speaking, for any time; `lively` is 0 while it listens .. 1 while it speaks. */
export type IdleMotion = (seconds: number, lively: number) => HeadMotion;

/** Endless motion; the same for the same seed. */
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
