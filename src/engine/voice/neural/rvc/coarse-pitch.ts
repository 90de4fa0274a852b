import { toMel } from '../../convert/mel.ts';

/** Pitch range of the networks' coarse scale. */
const lowestHz = 50;
const highestHz = 1100;
const steps = 254;

const lowest = toMel(lowestHz);
const highest = toMel(highestHz);

/** Quantises a pitch to the networks' scale: 1 is low or unvoiced, 255 is high. */
export function toCoarsePitch(hertz: number): number {
  const step = 1 + ((toMel(hertz) - lowest) * steps) / (highest - lowest);
  return Math.round(Math.min(1 + steps, Math.max(1, step)));
}
