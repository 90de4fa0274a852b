/** A frequency on the mel scale (O'Shaughnessy 1987). */
export function toMel(hertz: number): number {
  return 1127 * Math.log(1 + hertz / 700);
}

/** The frequency of a place on the mel scale. */
export function fromMel(mel: number): number {
  return 700 * (Math.exp(mel / 1127) - 1);
}
