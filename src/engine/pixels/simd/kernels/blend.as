// Drawn faces blended into frames.

// @ts-ignore: decorator
@inline
function roughness(plane: usize, width: usize): v128 {
  const across = i16x8.add(v128.load_ext<u8>(plane - 1), v128.load_ext<u8>(plane + 1));
  const down = i16x8.add(v128.load_ext<u8>(plane - width), v128.load_ext<u8>(plane + width));
  return i16x8.sub(i16x8.add(across, down), i16x8.shl(v128.load_ext<u8>(plane), 2));
}

/** Products of 16 bits, divided by 1024. */
// @ts-ignore: decorator
@inline
function scaled(values: v128, factor: v128): v128 {
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.extmul_low_i16x8_s(values, factor), 10),
    i32x4.shr_s(i32x4.extmul_high_i16x8_s(values, factor), 10),
  );
}

/** A difference of bytes times a weight of 255, as rounded bytes. */
// @ts-ignore: decorator
@inline
function weightOf(difference: v128, weight: v128): v128 {
  const half = i32x4.splat(32768);
  const low = i32x4.extmul_low_i16x8_s(difference, weight);
  const high = i32x4.extmul_high_i16x8_s(difference, weight);
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(i32x4.add(i32x4.shl(low, 8), low), half), 16),
    i32x4.shr_s(i32x4.add(i32x4.add(i32x4.shl(high, 8), high), half), 16),
  );
}

/** Multiplies `count` bytes by 128ths; a factor of 0 changes nothing. Reads and writes up to 15 values further. */
export function modulatePlane(plane: usize, factors: usize, count: i32): void {
  const one = i8x16.splat(<i8>128);
  const none = i8x16.splat(0);
  for (let at = 0; at < count; at += 16) {
    const found = v128.load(factors + at);
    if (!v128.any_true(found)) {
      continue;
    }
    const factor = v128.or(found, v128.and(i8x16.eq(found, none), one));
    const values = v128.load(plane + at);
    const half = i16x8.splat(64);
    const low = i16x8.shr_u(i16x8.add(i16x8.extmul_low_i8x16_u(values, factor), half), 7);
    const high = i16x8.shr_u(i16x8.add(i16x8.extmul_high_i8x16_u(values, factor), half), 7);
    v128.store(plane + at, i8x16.narrow_i16x8_u(low, high));
  }
}

/**
 * Blends a drawn plane into another where its mask says so: `rows` of `count` values. `perStep` makes the drawing softer, `grainPerStep` blends
 * the roughness of `grain` over it, both 1024 to the one: beyond `maxGrain` it declines, to nothing at twice that, as that is an edge and no
 * grain. Rows above and below, and a value to each side, are read.
 */
export function blendPlane(
  drawn: usize,
  mask: usize,
  base: usize,
  baseLine: usize,
  grain: usize,
  width: usize,
  count: i32,
  rows: i32,
  perStep: i32,
  grainPerStep: i32,
  maxGrain: i32,
): void {
  for (let row = 0; row < rows; row += 1) {
    blendRow(drawn, mask, base, grain, width, count, perStep, grainPerStep, maxGrain);
    drawn += width;
    mask += width;
    base += baseLine;
    grain += width;
  }
}

function blendRow(
  drawn: usize,
  mask: usize,
  base: usize,
  grain: usize,
  width: usize,
  count: i32,
  perStep: i32,
  grainPerStep: i32,
  maxGrain: i32,
): void {
  const none = i16x8.splat(0);
  const full = i16x8.splat(255);
  const most = i16x8.splat(127);
  const softness = i16x8.splat(<i16>perStep);
  const graininess = i16x8.splat(<i16>grainPerStep);
  const highest = i16x8.splat(<i16>maxGrain);
  const lowest = i16x8.splat(<i16>-maxGrain);
  for (let at = 0; at < count; at += 8) {
    const isWanted = i16x8.gt_s(i16x8.splat(<i16>(count - at)), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
    const weight = v128.and(v128.load_ext<u8>(mask + at), isWanted);
    if (!v128.any_true(weight)) {
      continue;
    }
    let isComparable = i16x8.gt_s(weight, most);
    if (!i16x8.all_true(isComparable)) {
      const here = mask + at;
      const isInside = v128.and(
        v128.and(
          i16x8.ne(v128.load_ext<u8>(here - 1), none),
          i16x8.ne(v128.load_ext<u8>(here + 1), none),
        ),
        v128.and(
          i16x8.ne(v128.load_ext<u8>(here - width), none),
          i16x8.ne(v128.load_ext<u8>(here + width), none),
        ),
      );
      isComparable = v128.or(isInside, isComparable);
    }
    const softer = v128.and(scaled(roughness(drawn + at, width), softness), isComparable);
    let change = softer;
    if (grainPerStep != 0) {
      const rough = scaled(roughness(grain + at, width), graininess);
      const near = i16x8.min_s(i16x8.max_s(rough, lowest), highest);
      const beyond = i16x8.min_s(i16x8.max_s(i16x8.sub(rough, near), lowest), highest);
      change = i16x8.add(softer, i16x8.sub(near, beyond));
    }
    const sum = i16x8.add(v128.load_ext<u8>(drawn + at), change);
    const value = i16x8.min_s(i16x8.max_s(sum, none), full);
    const before = v128.load_ext<u8>(base + at);
    const after = i16x8.add(before, weightOf(i16x8.sub(value, before), weight));
    v128.store64_lane(base + at, i8x16.narrow_i16x8_u(after, after), 0);
  }
}

/** Adds sums of eight values to four. */
// @ts-ignore: decorator
@inline
function addSums(offset: usize, sums: v128): void {
  v128.store(offset, i32x4.add(v128.load(offset), i32x4.extadd_pairwise_i16x8_s(sums)));
}

/**
 * Adds how rough a drawing and another plane are, in `count` values of every `step`th of so many rows, to four sums at `sums` and four
 * behind them; then how many values that were. Those count whose mask is above `covered` and that are rough below `most` in both.
 */
export function compareRows(
  drawn: usize,
  mask: usize,
  other: usize,
  width: usize,
  count: i32,
  rows: i32,
  step: i32,
  covered: i32,
  most: i32,
  sums: usize,
): void {
  const line = width * <usize>step;
  for (let row = 0; row < rows; row += step) {
    compareRow(drawn, mask, other, width, count, covered, most, sums);
    drawn += line;
    mask += line;
    other += line;
  }
}

function compareRow(
  drawn: usize,
  mask: usize,
  other: usize,
  width: usize,
  count: i32,
  covered: i32,
  most: i32,
  sums: usize,
): void {
  const none = i16x8.splat(0);
  const limit = i16x8.splat(<i16>most);
  const least = i16x8.splat(<i16>covered);
  let drawnSum = none;
  let otherSum = none;
  let counted = none;
  for (let at = 0; at < count; at += 8) {
    const isWanted = i16x8.gt_s(i16x8.splat(<i16>(count - at)), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
    const isSkin = v128.and(i16x8.gt_s(v128.load_ext<u8>(mask + at), least), isWanted);
    if (!v128.any_true(isSkin)) {
      continue;
    }
    const here = i16x8.abs(roughness(drawn + at, width));
    const there = i16x8.abs(roughness(other + at, width));
    const isTexture = v128.and(isSkin, v128.and(i16x8.lt_s(here, limit), i16x8.lt_s(there, limit)));
    drawnSum = i16x8.add(drawnSum, v128.and(here, isTexture));
    otherSum = i16x8.add(otherSum, v128.and(there, isTexture));
    counted = i16x8.sub(counted, isTexture);
  }
  addSums(sums, drawnSum);
  addSums(sums + 16, otherSum);
  addSums(sums + 32, counted);
}

/**
 * Mixes values, four floats at `values` each, into `count` others at `out`. `entries` are pairs of a weight
 * and a distance in bytes from `values`; `ends` says where those of each result end, in entries.
 */
export function mixPoints(out: usize, values: usize, entries: usize, ends: usize, count: i32): void {
  let at = entries;
  for (let index = 0; index < count; index += 1) {
    const end = entries + ((<usize>load<u32>(ends + (<usize>index << 2))) << 3);
    let even = f32x4.splat(0);
    let odd = f32x4.splat(0);
    for (; at + 8 < end; at += 16) {
      const first = v128.load(values + <usize>load<u32>(at + 4));
      const second = v128.load(values + <usize>load<u32>(at + 12));
      even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(at), first));
      odd = f32x4.add(odd, f32x4.mul(v128.load_splat<f32>(at + 8), second));
    }
    if (at < end) {
      const first = v128.load(values + <usize>load<u32>(at + 4));
      even = f32x4.add(even, f32x4.mul(v128.load_splat<f32>(at), first));
      at += 8;
    }
    v128.store(out + (<usize>index << 4), f32x4.add(even, odd));
  }
}

/** The sums of two by two values of a plane, eight of them. */
// @ts-ignore: decorator
@inline
function sumsOfFour(plane: usize, width: usize): v128 {
  return i16x8.add(
    i16x8.extadd_pairwise_i8x16_u(v128.load(plane)),
    i16x8.extadd_pairwise_i8x16_u(v128.load(plane + width)),
  );
}

/** Four chroma values in a light of so many 256ths, and as much of them over others as weights of 1020 say. */
// @ts-ignore: decorator
@inline
function blendLit(before: v128, chroma: v128, light: v128, weight: v128): v128 {
  const grey = i32x4.splat(128);
  const lit = i32x4.add(grey, i32x4.shr_s(i32x4.add(i32x4.mul(i32x4.sub(chroma, grey), light), grey), 8));
  const after = clamp(lit, i32x4.splat(0), i32x4.splat(255));
  const change = i32x4.mul(i32x4.mul(i32x4.sub(after, before), weight), i32x4.splat(257));
  return i32x4.add(before, i32x4.shr_s(i32x4.add(change, i32x4.splat(131072)), 18));
}

/** Eight chroma values of a plane blended; `isDrawn` says which. */
// @ts-ignore: decorator
@inline
function blendLitEight(base: usize, drawn: usize, low: v128, high: v128, weight: v128, isDrawn: v128): void {
  const before = v128.load_ext<u8>(base);
  const chroma = v128.load_ext<u8>(drawn);
  const lower = blendLit(
    i32x4.extend_low_i16x8_u(before),
    i32x4.extend_low_i16x8_u(chroma),
    low,
    i32x4.extend_low_i16x8_u(weight),
  );
  const upper = blendLit(
    i32x4.extend_high_i16x8_u(before),
    i32x4.extend_high_i16x8_u(chroma),
    high,
    i32x4.extend_high_i16x8_u(weight),
  );
  const after = v128.bitselect(i16x8.narrow_i32x4_s(lower, upper), before, isDrawn);
  v128.store64_lane(base, i8x16.narrow_i16x8_u(after, after), 0);
}

/**
 * Blends both drawn chromas into others, `rows` of `count` values, in the light of the luma drawn there.
 * `luma` and `mask` are rows of `width` values, twice as fine; `lights` are 256ths for every luma. Where the first chroma is 0
 * nothing is drawn.
 */
export function blendChroma(
  baseU: usize,
  lineU: usize,
  baseV: usize,
  lineV: usize,
  drawnU: usize,
  drawnV: usize,
  luma: usize,
  mask: usize,
  width: usize,
  lights: usize,
  count: i32,
  rows: i32,
): void {
  for (let row = 0; row < rows; row += 1) {
    blendChromaRow(baseU, baseV, drawnU, drawnV, luma, mask, width, lights, count);
    baseU += lineU;
    baseV += lineV;
    drawnU += width >> 1;
    drawnV += width >> 1;
    luma += width << 1;
    mask += width << 1;
  }
}

function blendChromaRow(
  baseU: usize,
  baseV: usize,
  drawnU: usize,
  drawnV: usize,
  luma: usize,
  mask: usize,
  width: usize,
  lights: usize,
  count: i32,
): void {
  const none = i16x8.splat(0);
  for (let at: usize = 0; at < <usize>count; at += 8) {
    const isWanted = i16x8.gt_s(i16x8.splat(<i16>(count - <i32>at)), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
    const weight = v128.and(sumsOfFour(mask + (at << 1), width), isWanted);
    if (!v128.any_true(weight)) {
      continue;
    }
    const isDrawn = v128.and(
      i16x8.ne(weight, none),
      i16x8.ne(v128.load_ext<u8>(drawnU + at), none),
    );
    // A quarter of the sum, times the four bytes of a light.
    const offsets = v128.and(sumsOfFour(luma + (at << 1), width), i16x8.splat(~3));
    let low = i32x4.splat(load<i32>(lights + i16x8.extract_lane_u(offsets, 0)));
    low = i32x4.replace_lane(low, 1, load<i32>(lights + i16x8.extract_lane_u(offsets, 1)));
    low = i32x4.replace_lane(low, 2, load<i32>(lights + i16x8.extract_lane_u(offsets, 2)));
    low = i32x4.replace_lane(low, 3, load<i32>(lights + i16x8.extract_lane_u(offsets, 3)));
    let high = i32x4.splat(load<i32>(lights + i16x8.extract_lane_u(offsets, 4)));
    high = i32x4.replace_lane(high, 1, load<i32>(lights + i16x8.extract_lane_u(offsets, 5)));
    high = i32x4.replace_lane(high, 2, load<i32>(lights + i16x8.extract_lane_u(offsets, 6)));
    high = i32x4.replace_lane(high, 3, load<i32>(lights + i16x8.extract_lane_u(offsets, 7)));
    blendLitEight(baseU + at, drawnU + at, low, high, weight, isDrawn);
    blendLitEight(baseV + at, drawnV + at, low, high, weight, isDrawn);
  }
}
