/** The colours of a texture, 0..255 per value. */
export interface ColourPlanes {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}
