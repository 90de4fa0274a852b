import { computeQuantile } from '../body-build.ts';
import type { BodyFrame } from '../joints.ts';
import type { SkinColour } from '../mouth-patch.ts';

/** Returns the median colour of a driver's skin; null if their face was never seen. */
export function findDriverTone(frames: readonly BodyFrame[]): SkinColour | null {
  const tones = frames.flatMap(({ face }) => (face === null ? [] : [face.mouth.skin]));
  const median = (valueOf: (tone: SkinColour) => number): number =>
    computeQuantile(tones.map(valueOf), 0.5);
  return tones.length === 0
    ? null
    : { y: median(({ y }) => y), u: median(({ u }) => u), v: median(({ v }) => v) };
}
