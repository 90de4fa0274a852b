// Mattes of people: smoothed, enlarged, blurred.

/** The larger of each two of `count` bytes; up to 15 more are written. */
export function maxPlane(first: usize, second: usize, out: usize, count: i32): void {
  for (let at = 0; at < count; at += 16) {
    v128.store(out + at, i8x16.max_u(v128.load(first + at), v128.load(second + at)));
  }
}

/** The means of two by two bytes of a plane of even width and height; `width` is that of the plane. */
export function downsample2x(plane: usize, width: i32, height: i32, out: usize): void {
  for (let row = 0; row < height; row += 2) {
    for (let at = 0; at < width; at += 16) {
      const mean = i16x8.shr_u(sumsOfFour(plane + at, width), 2);
      v128.store64_lane(out + (at >> 1), i8x16.narrow_i16x8_u(mean, mean), 0);
    }
    plane += width << 1;
    out += width >> 1;
  }
}

/**
 * Moves a square matte towards new values by `weight`. `wide` becomes the larger of both, and then the largest within four
 * cells, across in `spare` and then down. `line` has room for a row and four floats before and after it.
 */
export function smoothMatte(
  smooth: usize,
  values: usize,
  wide: usize,
  spare: usize,
  line: usize,
  size: i32,
  weight: f32,
): void {
  const row = <usize>size << 2;
  const step = f32x4.splat(weight);
  memory.fill(line, 0, 16);
  memory.fill(line + 16 + row, 0, 16);
  for (let from: usize = 0; from < row * size; from += row) {
    for (let x: usize = 0; x < row; x += 16) {
      const before = v128.load(smooth + from + x);
      const value = v128.load(values + from + x);
      const after = f32x4.add(before, f32x4.mul(f32x4.sub(value, before), step));
      v128.store(smooth + from + x, after);
      v128.store(line + 16 + x, f32x4.pmax(after, value));
    }
    for (let x: usize = 0; x < row; x += 16) {
      let most = v128.load(line + x);
      for (let near: usize = 4; near <= 32; near += 4) {
        most = f32x4.pmax(most, v128.load(line + x + near));
      }
      v128.store(spare + from + x, most);
    }
  }
  for (let y = 0; y < size; y += 1) {
    const first = <usize>max(0, y - 4) * row;
    const last = <usize>min(size - 1, y + 4) * row;
    for (let x: usize = 0; x < row; x += 16) {
      let most = v128.load(spare + first + x);
      for (let from = first + row; from <= last; from += row) {
        most = f32x4.pmax(most, v128.load(spare + from + x));
      }
      v128.store(wide + <usize>y * row + x, most);
    }
  }
}

/**
 * Enlarges a square matte to bytes: `low` becomes 0, and what is `1 / stretch` of 255 higher one more. `line` has room for a
 * row.
 */
export function enlargeMatte(
  matte: usize,
  size: i32,
  out: usize,
  width: i32,
  height: i32,
  low: f32,
  stretch: f32,
  line: usize,
): void {
  const most = <f32>size - 1.001;
  const last = <i32>(most * 65536);
  const perColumn = <i32>(<f32>(size << 16) / <f32>width);
  const perRow = <f32>size / <f32>height;
  const lowest = f32x4.splat(low);
  const factor = f32x4.splat(stretch * 256);
  for (let row = 0; row < height; row += 1) {
    const y = max<f32>(0, min<f32>((<f32>row + 0.5) * perRow - 0.5, most));
    const upper = matte + ((<i32>y * size) << 2);
    const lower = upper + (size << 2);
    const weight = f32x4.splat(y - <f32>(<i32>y));
    for (let at = 0; at < size << 2; at += 16) {
      const above = v128.load(upper + at);
      const value = f32x4.add(above, f32x4.mul(f32x4.sub(v128.load(lower + at), above), weight));
      v128.store(line + at, i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(value, lowest), factor)));
    }
    let offset = (perColumn >> 1) - 32768;
    const end = out + (row + 1) * width;
    for (let to = out + row * width; to < end; to += 1, offset += perColumn) {
      const x = offset < 0 ? 0 : offset > last ? last : offset;
      const from = line + ((x >> 16) << 2);
      const before = load<i32>(from);
      const value = (before + (((load<i32>(from, 4) - before) * ((x & 65535) >> 8)) >> 8)) >> 8;
      store<u8>(to, value < 0 ? 0 : value > 255 ? 255 : value);
    }
  }
}

/**
 * Blurs a plane of floats by a box of `radius` to each side, twice across and twice down; what lies at its edges goes on.
 * `spare` is as large.
 */
export function blurPlane(plane: usize, width: i32, height: i32, radius: i32, spare: usize): void {
  const length = <usize>((width * height) << 2);
  for (let pass = 0; pass < 2; pass += 1) {
    memory.copy(spare, plane, length);
    for (let row = 0; row < height; row += 1) {
      blurLine(spare + ((row * width) << 2), plane + ((row * width) << 2), width, 4, radius);
    }
    memory.copy(spare, plane, length);
    const wide = width & ~3;
    for (let column = 0; column < wide; column += 4) {
      blurFour(spare + (column << 2), plane + (column << 2), height, width << 2, radius);
    }
    for (let column = wide; column < width; column += 1) {
      blurLine(spare + (column << 2), plane + (column << 2), height, width << 2, radius);
    }
  }
}

// @ts-ignore: decorator
@inline
function blurLine(from: usize, to: usize, length: i32, step: i32, radius: i32): void {
  const count = 2 * radius + 1;
  const weight: f32 = 1 / <f32>count;
  const last = length - 1;
  let sum = load<f32>(from) * <f32>(radius + 1);
  for (let at = 1; at <= radius; at += 1) {
    sum += load<f32>(from + min(at, last) * step);
  }
  for (let at = 0; at < length; at += 1) {
    store<f32>(to + at * step, sum * weight);
    sum += load<f32>(from + min(at + radius + 1, last) * step);
    sum -= load<f32>(from + max(at - radius, 0) * step);
  }
}

/** The same for four lines side by side. */
// @ts-ignore: decorator
@inline
function blurFour(from: usize, to: usize, length: i32, step: i32, radius: i32): void {
  const count = 2 * radius + 1;
  const weight = f32x4.splat(1 / <f32>count);
  const last = length - 1;
  let sum = f32x4.mul(v128.load(from), f32x4.splat(<f32>(radius + 1)));
  for (let at = 1; at <= radius; at += 1) {
    sum = f32x4.add(sum, v128.load(from + min(at, last) * step));
  }
  for (let at = 0; at < length; at += 1) {
    v128.store(to + at * step, f32x4.mul(sum, weight));
    sum = f32x4.add(sum, v128.load(from + min(at + radius + 1, last) * step));
    sum = f32x4.sub(sum, v128.load(from + max(at - radius, 0) * step));
  }
}

/** Four values between two of a place (`lane`) and two of the next one, two lanes further. */
// @ts-ignore: decorator
@inline
function acrossCell(places: v128, lane: i32): v128 {
  const start = laneOf(places, lane);
  const change = f32x4.sub(laneOf(places, lane + 2), start);
  return f32x4.add(start, f32x4.mul(change, f32x4(0, 0.25, 0.5, 0.75)));
}

/** The two values at a place of a map and those at the next one, in 65536ths, as floats. */
// @ts-ignore: decorator
@inline
function placesAt(map: usize, perValue: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(v128.load(map)), perValue);
}

/** Two bytes, each twice. */
// @ts-ignore: decorator
@inline
function pairTwice(pair: i32): u32 {
  return <u32>((pair & 255) * 0x101 + (pair >> 8) * 0x1010000);
}

/** Four bytes as floats. */
// @ts-ignore: decorator
@inline
function fourFloats(bytes: u32): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(<i32>bytes))));
}

/**
 * Lowers a mask where a frame shows something else than skin. Three maps of `size` bytes, whose places are four pixels apart, say
 * how: what luma is multiplied by and what is added, what both chromas are multiplied by, how much of that is believed. A sum up to `low`
 * changes nothing, one from `high` on clears the mask. Only cells from `left` and `top` up to `right` and `bottom` are done; values are
 * in `perValue`.
 */
export function liftMask(
  mask: usize,
  width: i32,
  height: i32,
  luma: usize,
  lumaLine: i32,
  u: usize,
  uLine: i32,
  v: usize,
  vLine: i32,
  maps: usize,
  mapWidth: i32,
  size: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  low: f32,
  high: f32,
  perValue: f32,
): void {
  const none = f32x4.splat(0);
  const one = f32x4.splat(1);
  const least = f32x4.splat(low);
  const stretch = f32x4.splat(<f32>1.0 / (high - low));
  const scale = f32x4.splat(perValue);
  const quarter = f32x4.splat(0.25);
  const half = f32x4.splat(0.5);
  const line = <usize>mapWidth << 3;
  for (let row = top; row < bottom; row += 1) {
    const rows = min(4, height - (row << 2));
    for (let column = left; column < right; column += 1) {
      const first = maps + <usize>row * line + (<usize>column << 3);
      const second = first + <usize>size;
      const third = second + <usize>size;
      const isBelieved =
        load<i32>(third) | load<i32>(third + 8) | load<i32>(third + line) | load<i32>(third + line + 8);
      if (isBelieved == 0) {
        continue;
      }
      let ofLuma = placesAt(first, scale);
      let ofChroma = placesAt(second, scale);
      let believed = placesAt(third, scale);
      const lumaStep = f32x4.mul(f32x4.sub(placesAt(first + line, scale), ofLuma), quarter);
      const chromaStep = f32x4.mul(f32x4.sub(placesAt(second + line, scale), ofChroma), quarter);
      const believedStep = f32x4.mul(f32x4.sub(placesAt(third + line, scale), believed), quarter);
      for (let y = row << 2; y < (row << 2) + rows; y += 1) {
        const here = mask + <usize>(y * width + (column << 2));
        if (load<u32>(here) != 0) {
          const chroma = <usize>(column << 1);
          const uPair = <i32>load<u16>(u + <usize>((y >> 1) * uLine) + chroma);
          const vPair = <i32>load<u16>(v + <usize>((y >> 1) * vLine) + chroma);
          const lumas = fourFloats(load<u32>(luma + <usize>(y * lumaLine + (column << 2))));
          const us = fourFloats(pairTwice(uPair));
          const vs = fourFloats(pairTwice(vPair));
          const sum = f32x4.add(
            f32x4.add(f32x4.mul(acrossCell(ofLuma, 0), lumas), acrossCell(ofLuma, 1)),
            f32x4.add(f32x4.mul(acrossCell(ofChroma, 0), us), f32x4.mul(acrossCell(ofChroma, 1), vs)),
          );
          const above = f32x4.sub(sum, least);
          // Most of a face is nothing but skin.
          if (v128.any_true(f32x4.gt(above, none))) {
            const t = f32x4.min(one, f32x4.max(none, f32x4.mul(above, stretch)));
            const smooth = f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)));
            const rest = f32x4.sub(one, f32x4.mul(smooth, acrossCell(believed, 0)));
            const shown = f32x4.add(f32x4.mul(fourFloats(load<u32>(here)), rest), half);
            const values = i32x4.trunc_sat_f32x4_s(shown);
            const words = i16x8.narrow_i32x4_s(values, values);
            v128.store32_lane(here, i8x16.narrow_i16x8_u(words, words), 0);
          }
        }
        ofLuma = f32x4.add(ofLuma, lumaStep);
        ofChroma = f32x4.add(ofChroma, chromaStep);
        believed = f32x4.add(believed, believedStep);
      }
    }
  }
}
