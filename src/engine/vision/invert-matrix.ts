/** Replacement of a pivot of 0, so that the inverse of a singular matrix is large, not infinite. */
const SMALLEST_PIVOT = 1e-9;

/** Returns the inverse of a small square matrix, row by row (Gauss-Jordan with partial pivoting). */
export function invertMatrix(matrix: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length;
  const rows = matrix.map((row, index) => {
    const wide = new Float64Array(2 * size);
    wide.set(row);
    wide[size + index] = 1;
    return wide;
  });
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row += 1) {
      best = Math.abs(rows[row][pivot]) > Math.abs(rows[best][pivot]) ? row : best;
    }
    [rows[pivot], rows[best]] = [rows[best], rows[pivot]];
    const scale = 1 / (rows[pivot][pivot] || SMALLEST_PIVOT);
    rows[pivot] = rows[pivot].map((value) => value * scale);
    for (let row = 0; row < size; row += 1) {
      const factor = rows[row][pivot];
      if (row !== pivot && factor !== 0) {
        rows[row] = rows[row].map((value, at) => value - factor * rows[pivot][at]);
      }
    }
  }
  return rows.map((row) => row.subarray(size));
}
