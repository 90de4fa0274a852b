// Bytes from plane to plane.

/** Lays two planes into one, value by value in turns. Reads and writes up to 15 values further. */
export function interleave(first: usize, second: usize, out: usize, count: i32): void {
  for (let at = 0; at < count; at += 16) {
    const a = v128.load(first + at);
    const b = v128.load(second + at);
    v128.store(out + (at << 1), v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    v128.store(out + (at << 1) + 16, v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
  }
}

/** {@link interleave} for rows of planes, which begin so many values after each other, into rows without gaps. */
export function interleaveRows(
  first: usize,
  firstLine: i32,
  second: usize,
  secondLine: i32,
  out: usize,
  width: i32,
  rows: i32,
): void {
  for (let row = 0; row < rows; row += 1) {
    interleave(first, second, out, width);
    first += firstLine;
    second += secondLine;
    out += width << 1;
  }
}

/** Sets `count` bytes to 0. JavaScript takes ten times as long in memory that threads share. */
export function clear(offset: usize, count: usize): void {
  memory.fill(offset, 0, count);
}

/** Copies rows of `width` values between planes whose rows begin so many values after each other. */
export function copyRows(from: usize, fromLine: i32, to: usize, toLine: i32, width: i32, rows: i32): void {
  for (let row = 0; row < rows; row += 1) {
    memory.copy(to, from, width);
    from += fromLine;
    to += toLine;
  }
}
