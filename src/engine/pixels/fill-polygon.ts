/** Point of an image: x to the right, y down, pixel centres at half numbers. */
export type Point = readonly [x: number, y: number];

/** Sets every pixel whose centre lies in a polygon to `value`; rows of `width` pixels without gaps. */
export function fillPolygon(
  plane: Float32Array | Uint8Array,
  width: number,
  polygon: readonly Point[],
  value: number,
): void {
  const height = plane.length / width;
  for (let row = 0; row < height; row += 1) {
    const y = row + 0.5;
    const crossings: number[] = [];
    polygon.forEach(([x, from], index) => {
      const [nextX, to] = polygon[(index + 1) % polygon.length];
      if (from <= y !== to <= y) {
        crossings.push(x + ((y - from) * (nextX - x)) / (to - from));
      }
    });
    crossings.sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const first = Math.max(0, Math.ceil(crossings[pair] - 0.5));
      const last = Math.min(width, Math.ceil(crossings[pair + 1] - 0.5));
      plane.fill(value, row * width + first, Math.max(row * width + last, row * width + first));
    }
  }
}
