import type { CanonicalFace } from '../../track/canonical-face.ts';

/** Caches data derived from a canonical face: a worker swaps faces of many sources on the same one. */
export function memoisePerFace<Value extends object>(
  make: (face: CanonicalFace) => Value,
): (face: CanonicalFace) => Value {
  const made = new WeakMap<CanonicalFace, Value>();
  return (face) => {
    const value = made.get(face) ?? make(face);
    made.set(face, value);
    return value;
  };
}
