/** Square matrix by rows. */
export type Matrix = readonly Float64Array[];

/** Convergence threshold: off-diagonal energy as a fraction of the diagonal's. */
const precision = 1e-18;
const maxSweeps = 30;

/** Applies a function to the eigenvalues of a symmetric matrix, such as its square root. */
export function mapEigenvalues(matrix: Matrix, map: (value: number) => number): Matrix {
  return decompose(matrix)(map);
}

/**
 * Diagonalises a symmetric matrix by Jacobi rotations (1846), which dominate the cost, and returns {@link
 * mapEigenvalues} for it.
 */
export function decompose(matrix: Matrix): (map: (value: number) => number) => Matrix {
  const size = matrix.length;
  const values = matrix.map((row) => row.slice());
  /** One eigenvector per row. */
  const vectors = matrix.map((_, index) => {
    const row = new Float64Array(size);
    row[index] = 1;
    return row;
  });
  for (let sweep = 0; sweep < maxSweeps && !isDiagonal(values); sweep += 1) {
    for (let one = 0; one < size; one += 1) {
      for (let two = one + 1; two < size; two += 1) {
        rotate(values, vectors, one, two);
      }
    }
  }
  return (map) => {
    const mapped = values.map((row, index) => map(row[index]!));
    const scaled = vectors.map((vector, index) => vector.map((value) => value * mapped[index]!));
    return multiply(transpose(vectors), scaled);
  };
}

function transpose(matrix: Matrix): Matrix {
  return matrix.map((_, row) => Float64Array.from(matrix, (other) => other[row]!));
}

/** Multiplies two square matrices. */
export function multiply(one: Matrix, two: Matrix): Matrix {
  return one.map((row) => {
    const product = new Float64Array(row.length);
    row.forEach((factor, index) => {
      const other = two[index]!;
      for (let column = 0; column < product.length; column += 1) {
        product[column] = product[column]! + factor * other[column]!;
      }
    });
    return product;
  });
}

function isDiagonal(values: Matrix): boolean {
  let beside = 0;
  let on = 0;
  values.forEach((row, index) => {
    row.forEach((value, column) => {
      if (column === index) {
        on += value * value;
      } else {
        beside += value * value;
      }
    });
  });
  return beside <= precision * on;
}

/** Applies the Jacobi rotation that zeroes one off-diagonal element. */
function rotate(values: Matrix, vectors: Matrix, one: number, two: number): void {
  const between = values[one]![two]!;
  if (between === 0) {
    return;
  }
  const ratio = (values[two]![two]! - values[one]![one]!) / (2 * between);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(ratio, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  for (const row of values) {
    const a = row[one]!;
    const b = row[two]!;
    row[one] = cosine * a - sine * b;
    row[two] = sine * a + cosine * b;
  }
  for (const rows of [values, vectors]) {
    const first = rows[one]!;
    const second = rows[two]!;
    for (let column = 0; column < first.length; column += 1) {
      const a = first[column]!;
      const b = second[column]!;
      first[column] = cosine * a - sine * b;
      second[column] = sine * a + cosine * b;
    }
  }
}
