/** Average head that the mesh network was made for: the reference of poses, and the map from mesh to texture. */
export interface CanonicalFace {
  /** x (to the right of the image), y (up), z (towards the viewer) of the 468 points, in centimetres. */
  readonly positions: Float32Array;
  /** u (to the right) and v (down) of every point in the texture, 0..1. */
  readonly texture: Float32Array;
  /** Three points per triangle; the open mouth and the open eyes are covered as well. */
  readonly triangles: Uint16Array;
  /** Points that move little with the expression, with their weights for the pose. */
  readonly poseBasis: {
    readonly points: Uint16Array;
    readonly weights: Float32Array;
  };
}
