import { toMel } from '../../convert/mel.ts';

/** Lowest and highest pitch that the networks tell apart. */
const lowestHz = 50;
const highestHz = 1100;
const steps = 254;

const lowest = toMel(lowestHz);
const highest = toMel(highestHz);

/** A pitch on the scale of the networks: 1 is low or no voice, 255 is high. */
export function toCoarsePitch(hertz: number): number {
  const step = 1 + ((toMel(hertz) - lowest) * steps) / (highest - lowest);
  return Math.round(Math.min(1 + steps, Math.max(1, step)));
}
