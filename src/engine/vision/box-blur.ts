/** Averages a plane in place over squares of `2 * radius + 1` pixels, with clamped edges. */
export function boxBlur(plane: Float32Array, width: number, radius: number): void {
  const height = plane.length / width;
  const size = 2 * radius + 1;
  // A padded copy of the row: clamping at every pixel takes twice as long.
  const line = new Float32Array(width + size);
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    line.fill(plane[start], 0, radius);
    line.set(plane.subarray(start, start + width), radius);
    line.fill(plane[start + width - 1], radius + width);
    let sum = 0;
    for (let index = 0; index < size; index += 1) {
      sum += line[index];
    }
    for (let index = 0; index < width; index += 1) {
      plane[start + index] = sum / size;
      sum += line[index + size] - line[index];
    }
  }
  blurColumns(plane, width, radius);
}

/** Averages the columns: row by row with a sum for each column, because walking down the columns takes three times as long. */
function blurColumns(plane: Float32Array, width: number, radius: number): void {
  const height = plane.length / width;
  const size = 2 * radius + 1;
  const sums = new Float64Array(width);
  for (let index = -radius; index <= radius; index += 1) {
    const from = Math.max(0, Math.min(height - 1, index)) * width;
    for (let column = 0; column < width; column += 1) {
      sums[column] += plane[from + column];
    }
  }
  // The last rows as they were, in a ring: a copy of the plane is much to collect.
  const count = radius + 1;
  const before = new Float32Array(count * width);
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    before.set(plane.subarray(start, start + width), (row % count) * width);
    const enters = Math.min(height - 1, row + radius + 1) * width;
    const leaves = (Math.max(0, row - radius) % count) * width;
    for (let column = 0; column < width; column += 1) {
      const mean = sums[column] / size;
      sums[column] += plane[enters + column] - before[leaves + column];
      plane[start + column] = mean;
    }
  }
}

/** Sets every value of a square plane to the mean of the weighted values around it; only the plane changes. */
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

/** Plane whose first `width * height` values are averaged. */
interface PartOfPlane {
  readonly plane: Float32Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Does the same as {@link boxBlur} for planes of changing size, with zeros beyond the edges. It allocates nothing: `line` holds
 * the longer side.
 */
export function boxBlurPart(
  { plane, width, height }: PartOfPlane,
  radius: number,
  line: Float32Array,
): void {
  for (let row = 0; row < height; row += 1) {
    blurLine(plane, row * width, 1, width, radius, line);
  }
  for (let column = 0; column < width; column += 1) {
    blurLine(plane, column, width, height, radius, line);
  }
}

function blurLine(
  plane: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
  line: Float32Array,
): void {
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    line[index] = plane[start + index * step];
    sum += index <= radius ? line[index] : 0;
  }
  for (let index = 0; index < length; index += 1) {
    plane[start + index * step] = sum / (2 * radius + 1);
    const enters = index + radius + 1;
    const leaves = index - radius;
    sum += (enters < length ? line[enters] : 0) - (leaves >= 0 ? line[leaves] : 0);
  }
}
