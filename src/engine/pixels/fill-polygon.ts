/** Point of an image: x to the right, y down, pixel centres at half numbers. */
export type Point = readonly [x: number, y: number];

/** Sets every pixel whose centre lies in a polygon to `value`; rows of `width` pixels without gaps. */
export function fillPolygon(
  plane: Float32Array | Uint8Array,
  width: number,
  polygon: readonly Point[],
  value: number,
): void {
  fillFlatPolygon({ plane, width, height: plane.length / width }, polygon.flat(), value);
}

/** Plane of pixels, rows without gaps. */
interface FilledPlane {
  readonly plane: Float32Array | Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Places where a row of pixels crosses an outline; kept, because outlines are filled for every frame. */
const crossings: number[] = [];

/** Does the same as {@link fillPolygon} for a polygon of x, y per point. */
export function fillFlatPolygon(
  { plane, width, height }: FilledPlane,
  outline: ArrayLike<number>,
  value: number,
): void {
  const { length } = outline;
  for (let row = 0; row < height; row += 1) {
    const y = row + 0.5;
    crossings.length = 0;
    for (let at = 0; at < length; at += 2) {
      const next = (at + 2) % length;
      const from = outline[at + 1];
      const to = outline[next + 1];
      if (from <= y !== to <= y) {
        crossings.push(outline[at] + ((y - from) * (outline[next] - outline[at])) / (to - from));
      }
    }
    crossings.sort(ascending);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const first = Math.max(0, Math.ceil(crossings[pair] - 0.5));
      const last = Math.min(width, Math.ceil(crossings[pair + 1] - 0.5));
      plane.fill(value, row * width + first, Math.max(row * width + last, row * width + first));
    }
  }
}

function ascending(one: number, other: number): number {
  return one - other;
}
