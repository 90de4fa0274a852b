// What lies behind people, and one plane over another.

/** Whole numbers, 128 to the one, `step` for each float of a row; the first and the last go on to the edges. */
// @ts-ignore: decorator
@inline
function enlargeLine(values: usize, count: i32, out: usize, width: i32, step: i32): void {
  const end = out + (width << 1);
  // 32768 to the one, half of a step on.
  let value = <i32>(load<f32>(values) * 32768) + 128;
  let to = out;
  for (const first = min(end, out + step); to < first; to += 2) {
    store<u16>(to, value >> 8);
  }
  for (let at = 1; at < count; at += 1) {
    const after = <i32>(load<f32>(values + (at << 2)) * 32768) + 128;
    const change = (after - value) / step;
    let between = value + (change >> 1);
    for (const next = min(end, to + (step << 1)); to < next; to += 2) {
      store<u16>(to, between >> 8);
      between += change;
    }
    value = after;
  }
  for (; to < end; to += 2) {
    store<u16>(to, value >> 8);
  }
}

/** What lies between two bytes, `weight` of 255 of the first; 16 bits each. */
// @ts-ignore: decorator
@inline
function mixOf(first: v128, second: v128, weight: v128): v128 {
  const rest = i16x8.sub(i16x8.splat(255), weight);
  const sum = i16x8.add(i16x8.add(i16x8.mul(first, weight), i16x8.mul(second, rest)), i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(sum, i16x8.shr_u(sum, 8)), 8);
}

/**
 * Lays a coarse plane of floats, `step` times enlarged, over a plane where people leave room. `people`: 255 a person, each
 * for two by two values when `isLuma`, turned by exclusive or with `turned`. `lines` has room for two rows of 16 bits
 * each and 16 more.
 */
export function replaceBackground(
  plane: usize,
  stride: i32,
  width: i32,
  height: i32,
  isLuma: bool,
  people: usize,
  peopleStride: i32,
  turned: i32,
  values: usize,
  coarseWidth: i32,
  coarseHeight: i32,
  step: i32,
  lines: usize,
): void {
  let upper = lines;
  let lower = lines + (width << 1) + 16;
  const all = i16x8.splat(255);
  const turnedLong = <i64>turned;
  let top = -2;
  for (let row = 0; row < height; row += 1) {
    const y = max<f32>(0, min<f32>((<f32>row + 0.5) / <f32>step - 0.5, <f32>(coarseHeight - 1)));
    const above = <i32>y;
    const below = <i32>((y - <f32>above) * 32767);
    const lowerWeight = i16x8.splat(<i16>below);
    const upperWeight = i16x8.splat(<i16>(32767 - below));
    const weights = people + (isLuma ? row >> 1 : row) * peopleStride;
    const line = plane + row * stride;
    for (let at = 0; at < width; at += 8) {
      // Without people, and with people alone, there is less to do.
      const rooms = isLuma
        ? <i64>(load<i32>(weights + (at >> 1)) ^ turned)
        : load<i64>(weights + at) ^ turnedLong;
      if (rooms == -1) {
        continue;
      }
      if (above != top) {
        // Only for rows that are seen; the one below is the one above of the next.
        const isNext = above == top + 1;
        const before = upper;
        upper = isNext ? lower : upper;
        lower = isNext ? before : lower;
        if (!isNext) {
          enlargeLine(values + ((above * coarseWidth) << 2), coarseWidth, upper, width, step);
        }
        const next = min(above + 1, coarseHeight - 1);
        enlargeLine(values + ((next * coarseWidth) << 2), coarseWidth, lower, width, step);
        top = above;
      }
      const ground = i16x8.add(
        i16x8.q15mulr_sat_s(v128.load(upper + (at << 1)), upperWeight),
        i16x8.q15mulr_sat_s(v128.load(lower + (at << 1)), lowerWeight),
      );
      const value = i16x8.shr_u(i16x8.add(ground, i16x8.splat(64)), 7);
      if (rooms == 0 && width - at >= 8) {
        v128.store64_lane(line + at, i8x16.narrow_i16x8_u(value, value), 0);
        continue;
      }
      const near = i64x2.splat(rooms);
      const spread = isLuma ? v128.shuffle<u8>(near, near, 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) : near;
      const isWanted = i16x8.gt_s(i16x8.splat(<i16>(width - at)), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
      const weight = v128.bitselect(i16x8.extend_low_i8x16_u(spread), all, isWanted);
      const after = mixOf(v128.load_ext<u8>(line + at), value, weight);
      v128.store64_lane(line + at, i8x16.narrow_i16x8_u(after, after), 0);
    }
  }
}

/** Blends `count` bytes over others by their weight of 255, where `drawn` is not 0. */
export function alphaBlend(base: usize, over: usize, weights: usize, drawn: usize, count: i32): void {
  const none = i16x8.splat(0);
  for (let at = 0; at < count; at += 8) {
    if (load<i64>(weights + at) == 0) {
      continue;
    }
    const isWanted = i16x8.gt_s(i16x8.splat(<i16>(count - at)), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
    const isDrawn = i16x8.ne(v128.load_ext<u8>(drawn + at), none);
    const weight = v128.and(v128.and(v128.load_ext<u8>(weights + at), isWanted), isDrawn);
    const after = mixOf(v128.load_ext<u8>(over + at), v128.load_ext<u8>(base + at), weight);
    v128.store64_lane(base + at, i8x16.narrow_i16x8_u(after, after), 0);
  }
}
