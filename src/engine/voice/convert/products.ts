/**
 * Returns the dot product of two ranges of samples. Four accumulators avoid a dependency chain that would make pitch
 * tracking three times as slow. The length is a multiple of four.
 */
// oxlint-disable-next-line max-params -- called a hundred times per measurement; an object would be made anew
export function sumProducts(
  one: Float64Array,
  oneStart: number,
  two: Float64Array,
  twoStart: number,
  length: number,
): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let index = 0; index < length; index += 4) {
    const left = oneStart + index;
    const right = twoStart + index;
    a += one[left] * two[right];
    b += one[left + 1] * two[right + 1];
    c += one[left + 2] * two[right + 2];
    d += one[left + 3] * two[right + 3];
  }
  return a + b + (c + d);
}
