// Values between positions of a texture, in fixed point.

/** What is linear over a triangle, per step of its plane: the change from the last corner to the others, shared out. */
// @ts-ignore: decorator
@inline
function slopeOf(fromLast: v128, otherFromLast: v128, aShare: v128, bShare: v128): v128 {
  return f32x4.add(f32x4.mul(fromLast, aShare), f32x4.mul(otherFromLast, bShare));
}

/** 65536 in every lane; see {@link fullWeight}. */
// @ts-ignore: decorator
@inline
function wholePart(size: i32): v128 {
  return f32x4.convert_i32x4_s(i32x4.splat(65536 + (<i32>(<u32>size >> 31))));
}

/** In 65536ths, cut off; `whole` is their number in one. */
// @ts-ignore: decorator
@inline
function toWhole(values: v128, whole: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.mul(values, whole));
}

/** In 65536ths, rounded; `whole` is their number in one. */
// @ts-ignore: decorator
@inline
function toFixed(values: v128, whole: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(values, whole)));
}

/** 128 in every lane, which the compiler does not foresee: constants are made anew in every turn of a loop. `size` is 0 or more. */
// @ts-ignore: decorator
@inline
function fullWeight(size: i32): v128 {
  return i32x4.splat(128 + (<i32>(<u32>size >> 31)));
}

/** The two weights of a position between two values, `full` to the one, as halves of every lane. */
// @ts-ignore: decorator
@inline
function weightsOf(offset: v128, full: v128): v128 {
  const part = i32x4.shr_u(i32x4.shl(offset, 16), 25);
  return i32x4.add(i32x4.sub(full, part), i32x4.shl(part, 16));
}

/** Where values lie, by whole rows and values of 65536ths; `perPlace` has the length of both as halves of every lane. */
// @ts-ignore: decorator
@inline
function distanceTo(x: v128, y: v128, perPlace: v128): v128 {
  const offsets = v128.shuffle<i16>(i32x4.shr_u(y, 16), x, 0, 9, 2, 11, 4, 13, 6, 15);
  return i32x4.dot_i16x8_s(offsets, perPlace);
}

/** The lower bytes of halves. */
// @ts-ignore: decorator
@inline
function lowBytesOf(pairs: v128): v128 {
  return i16x8.shr_u(i16x8.shl(pairs, 8), 8);
}

/** 16384 times what lies between four values: `above` and `below` have two of them as halves of every lane. */
// @ts-ignore: decorator
@inline
function middleOf(above: v128, below: v128, across: v128, down: v128): v128 {
  const top = i32x4.dot_i16x8_s(above, across);
  const bottom = i32x4.dot_i16x8_s(below, across);
  return i32x4.dot_i16x8_s(v128.or(top, i32x4.shl(bottom, 16)), down);
}

/** Four whole numbers as bytes; of the last four only so many are written. */
// @ts-ignore: decorator
@inline
function storeFour(out: usize, values: v128, left: i32): void {
  const narrow = i16x8.narrow_i32x4_s(values, values);
  const bytes = <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(narrow, narrow), 0);
  if (left >= 4) {
    store<u32>(out, bytes);
  } else {
    const wanted: u32 = (<u32>1 << (<u32>left << 3)) - 1;
    store<u32>(out, (bytes & wanted) | (load<u32>(out) & ~wanted));
  }
}

/**
 * {@link storeFour} on two planes. Rows of small triangles end anywhere (`isShort`): no branch foresees that, and reading what
 * is there costs less.
 */
// @ts-ignore: decorator
@inline
function storeFours(isShort: bool, first: usize, second: usize, values: v128, others: v128, left: i32): void {
  const narrow = i16x8.narrow_i32x4_s(values, others);
  const bytes = i8x16.narrow_i16x8_u(narrow, narrow);
  if (!isShort && left >= 4) {
    v128.store32_lane(first, bytes, 0);
    v128.store32_lane(second, bytes, 1);
  } else {
    const unwanted = 32 - (left << 3);
    const wanted: u32 = <u32>-1 >> <u32>(unwanted < 0 ? 0 : unwanted);
    const before = load<u32>(first);
    const otherBefore = load<u32>(second);
    store<u32>(first, before ^ ((before ^ <u32>i32x4.extract_lane(bytes, 0)) & wanted));
    store<u32>(second, otherBefore ^ ((otherBefore ^ <u32>i32x4.extract_lane(bytes, 1)) & wanted));
  }
}

/** What is drawn: two planes in turns as they are; with gains and offsets; with a gain each, and an offset for the first; with offsets alone. */
const PAIR = 1;
const SHADED = 2;
const MASKED = 3;
const TINTED = 4;
/** No texture: the positions themselves are written. */
const WARP = 5;
/** Luma and mask, then chromas: MASKED and TINTED on the same triangles. */
const SKIN = 6;
/** WARP with two more pairs of positions. */
const MAPS = 7;

/** Nothing, a step, two and three of them. */
// @ts-ignore: decorator
@inline
function stepsOf(step: i32): v128 {
  return i32x4.mul(i32x4.splat(step), i32x4(0, 1, 2, 3));
}

/** Four values of one plane as they are, 16384 times as large, with values `line` apart between rows. */
// @ts-ignore: decorator
@inline
function fourOf(texture: usize, line: i32, x: v128, y: v128, perPlace: v128, full: v128): v128 {
  const none = i32x4.splat(0);
  const at = distanceTo(x, y, perPlace);
  const a = texture + i32x4.extract_lane(at, 0);
  const b = texture + i32x4.extract_lane(at, 1);
  const c = texture + i32x4.extract_lane(at, 2);
  const d = texture + i32x4.extract_lane(at, 3);
  let upper = v128.load_lane<u16>(a, none, 0);
  upper = v128.load_lane<u16>(b, upper, 2);
  upper = v128.load_lane<u16>(c, upper, 4);
  upper = v128.load_lane<u16>(d, upper, 6);
  let lower = v128.load_lane<u16>(a + line, none, 1);
  lower = v128.load_lane<u16>(b + line, lower, 3);
  lower = v128.load_lane<u16>(c + line, lower, 5);
  lower = v128.load_lane<u16>(d + line, lower, 7);
  // Above and below are halves of every lane here: left ones, then right ones.
  const all = v128.or(upper, lower);
  return middleOf(lowBytesOf(all), i16x8.shr_u(all, 8), weightsOf(y, full), weightsOf(x, full));
}
