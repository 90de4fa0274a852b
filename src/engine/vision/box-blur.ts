/** Averages a plane in place over squares of `2 * radius + 1` pixels; edges are drawn out. */
export function boxBlur(plane: Float32Array, width: number, radius: number): void {
  const height = plane.length / width;
  const line = new Float32Array(Math.max(width, height));
  for (let row = 0; row < height; row += 1) {
    blurLine(plane, line, { start: row * width, step: 1, count: width, radius });
  }
  for (let column = 0; column < width; column += 1) {
    blurLine(plane, line, { start: column, step: width, count: height, radius });
  }
}

function blurLine(
  plane: Float32Array,
  line: Float32Array,
  {
    start,
    step,
    count,
    radius,
  }: {
    readonly start: number;
    readonly step: number;
    readonly count: number;
    readonly radius: number;
  },
): void {
  for (let index = 0; index < count; index += 1) {
    line[index] = plane[start + index * step];
  }
  let sum = 0;
  for (let index = -radius; index <= radius; index += 1) {
    sum += line[Math.max(0, Math.min(count - 1, index))];
  }
  for (let index = 0; index < count; index += 1) {
    plane[start + index * step] = sum / (2 * radius + 1);
    sum += line[Math.min(count - 1, index + radius + 1)] - line[Math.max(0, index - radius)];
  }
}

/** Sets every value of a square plane to the mean of those around it that have weight; changes the plane alone. */
export function boxBlurWhere(
  plane: Float32Array,
  weights: Float32Array,
  { size, radius }: { readonly size: number; readonly radius: number },
): void {
  const total = weights.slice();
  for (let index = 0; index < plane.length; index += 1) {
    plane[index] *= weights[index];
  }
  boxBlur(plane, size, radius);
  boxBlur(total, size, radius);
  for (let index = 0; index < plane.length; index += 1) {
    plane[index] /= Math.max(1e-3, total[index]);
  }
}
