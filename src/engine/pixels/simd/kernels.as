// Kernels for pictures, in AssemblyScript: 128-bit vectors, no memory of their own. Whoever calls hands in
// places in the memory of the module. Compiled into kernel-bytes.ts by "npm run kernels".

// @ts-ignore: decorator
@inline
function clamp(value: v128, low: v128, high: v128): v128 {
  return i32x4.min_s(i32x4.max_s(value, low), high);
}

// @ts-ignore: decorator
@inline
function toColour(value: v128, isSeen: v128, scale: v128, offset: f32): v128 {
  const kept = f32x4.min(f32x4.max(value, f32x4.splat(0)), f32x4.splat(255));
  return f32x4.add(f32x4.mul(v128.and(kept, isSeen), scale), f32x4.splat(offset));
}

/**
 * One row of a part of a picture as colours, three floats per pixel; `width` is a multiple of 4. `taps` are
 * pairs of distances in 65536ths. `facts` are floats: scale and offset of grey, red from v, green from u and v,
 * blue from u, scale, then the offsets of the three colours in the order they are written, then 1 when blue is first.
 * `limits` are whole numbers in 65536ths: the last place across and down, for luma and then for chroma;
 * then between which places across and down a pixel is not black.
 */
export function sampleRow(
  out: usize,
  width: i32,
  luma: usize,
  lumaStride: i32,
  u: usize,
  v: usize,
  chromaStride: i32,
  startX: i32,
  startY: i32,
  stepX: i32,
  stepY: i32,
  taps: usize,
  tapCount: i32,
  facts: usize,
  limits: usize,
): void {
  const perLuma = i32x4.splat(lumaStride | 65536);
  const perChroma = i32x4.splat(chromaStride | 65536);
  const full = fullShare(width);
  const greyScale = f32x4.splat(load<f32>(facts));
  const greyOffset = f32x4.splat(load<f32>(facts + 4));
  const redFromV = f32x4.splat(load<f32>(facts + 8));
  const greenFromU = f32x4.splat(load<f32>(facts + 12));
  const greenFromV = f32x4.splat(load<f32>(facts + 16));
  const blueFromU = f32x4.splat(load<f32>(facts + 20));
  const scale = f32x4.splat(load<f32>(facts + 24));
  const firstOffset = load<f32>(facts + 28);
  const secondOffset = load<f32>(facts + 32);
  const thirdOffset = load<f32>(facts + 36);
  const isBlueFirst = load<f32>(facts + 40) != 0;
  const none = i32x4.splat(0);
  const lastX = v128.load_splat<i32>(limits);
  const lastY = v128.load_splat<i32>(limits + 4);
  const lastChromaX = v128.load_splat<i32>(limits + 8);
  const lastChromaY = v128.load_splat<i32>(limits + 12);
  const minX = v128.load_splat<i32>(limits + 16);
  const maxX = v128.load_splat<i32>(limits + 20);
  const minY = v128.load_splat<i32>(limits + 24);
  const maxY = v128.load_splat<i32>(limits + 28);
  const part = f32x4.splat(1.0 / 16384.0);
  const middle = f32x4.splat(128);
  const quarter = i32x4.splat(16384);
  let x = i32x4.add(i32x4.splat(startX), i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(stepX)));
  let y = i32x4.add(i32x4.splat(startY), i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(stepY)));
  const nextX = i32x4.splat(stepX * 4);
  const nextY = i32x4.splat(stepY * 4);
  const end = taps + ((<usize>tapCount) << 3);
  for (let column = 0; column < width; column += 4) {
    let sum = i32x4.splat(0);
    for (let tap = taps; tap < end; tap += 8) {
      const px = clamp(i32x4.add(x, v128.load_splat<i32>(tap)), none, lastX);
      const py = clamp(i32x4.add(y, v128.load_splat<i32>(tap + 4)), none, lastY);
      sum = i32x4.add(sum, fourOf(luma, lumaStride, px, py, perLuma, full));
    }
    const cx = clamp(i32x4.sub(i32x4.shr_s(x, 1), quarter), none, lastChromaX);
    const cy = clamp(i32x4.sub(i32x4.shr_s(y, 1), quarter), none, lastChromaY);
    const isSeen = v128.and(
      v128.and(i32x4.ge_s(x, minX), i32x4.le_s(x, maxX)),
      v128.and(i32x4.ge_s(y, minY), i32x4.le_s(y, maxY)),
    );
    const uValue = f32x4.sub(
      f32x4.mul(f32x4.convert_i32x4_s(fourOf(u, chromaStride, cx, cy, perChroma, full)), part),
      middle,
    );
    const vValue = f32x4.sub(
      f32x4.mul(f32x4.convert_i32x4_s(fourOf(v, chromaStride, cx, cy, perChroma, full)), part),
      middle,
    );
    const grey = f32x4.sub(f32x4.mul(f32x4.convert_i32x4_s(i32x4.shl(sum, 2)), greyScale), greyOffset);
    const red = f32x4.add(grey, f32x4.mul(redFromV, vValue));
    const green = f32x4.add(
      f32x4.add(grey, f32x4.mul(greenFromU, uValue)),
      f32x4.mul(greenFromV, vValue),
    );
    const blue = f32x4.add(grey, f32x4.mul(blueFromU, uValue));
    const first = toColour(isBlueFirst ? blue : red, isSeen, scale, firstOffset);
    const second = toColour(green, isSeen, scale, secondOffset);
    const third = toColour(isBlueFirst ? red : blue, isSeen, scale, thirdOffset);
    const low = v128.shuffle<f32>(first, second, 0, 4, 1, 5);
    v128.store(out, v128.shuffle<f32>(low, third, 0, 1, 4, 2));
    const mid = v128.shuffle<f32>(second, third, 1, 5, 2, 6);
    v128.store(out + 16, v128.shuffle<f32>(mid, first, 0, 1, 6, 2));
    const high = v128.shuffle<f32>(first, second, 2, 6, 3, 7);
    v128.store(out + 32, v128.shuffle<f32>(third, high, 2, 6, 7, 3));
    out += 48;
    x = i32x4.add(x, nextX);
    y = i32x4.add(y, nextY);
  }
}

/** What is linear over a triangle, per step of its plane: the change from the last corner to the others, shared out. */
// @ts-ignore: decorator
@inline
function slopeOf(a: v128, b: v128, c: v128, aShare: f32, bShare: f32): v128 {
  return f32x4.add(
    f32x4.mul(f32x4.sub(a, c), f32x4.splat(aShare)),
    f32x4.mul(f32x4.sub(b, c), f32x4.splat(bShare)),
  );
}

/** In 65536ths. */
// @ts-ignore: decorator
@inline
function toFixed(values: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(values, f32x4.splat(65536))));
}

// @ts-ignore: decorator
@inline
function twiceArea(ax: f32, ay: f32, bx: f32, by: f32, cx: f32, cy: f32): f32 {
  return (by - cy) * (ax - cx) + (cx - bx) * (ay - cy);
}

/** 128 in every lane, which the compiler does not foresee: constants are made anew in every turn of a loop. `size` is 0 or more. */
// @ts-ignore: decorator
@inline
function fullShare(size: i32): v128 {
  return i32x4.splat(128 + (<i32>(<u32>size >> 31)));
}

/** The two shares of a place between two values, `full` to the one, as halves of every lane. */
// @ts-ignore: decorator
@inline
function sharesOf(place: v128, full: v128): v128 {
  const part = i32x4.shr_u(i32x4.shl(place, 16), 25);
  return i32x4.add(i32x4.sub(full, part), i32x4.shl(part, 16));
}

/** Where values lie, by whole rows and values of 65536ths; `perPlace` has the length of both as halves of every lane. */
// @ts-ignore: decorator
@inline
function distanceTo(x: v128, y: v128, perPlace: v128): v128 {
  const places = v128.shuffle<i16>(i32x4.shr_u(y, 16), x, 0, 9, 2, 11, 4, 13, 6, 15);
  return i32x4.dot_i16x8_s(places, perPlace);
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

/** What is drawn: two planes in turns as they are; with gains and offsets; with a gain each, and an offset for the first; with offsets alone. */
const PAIR = 1;
const SHADED = 2;
const MASKED = 3;
const TINTED = 4;
/** No texture: the places themselves are written. */
const FIELD = 5;
/** Luma and mask, then chromas: MASKED and TINTED on the same triangles. */
const SKIN = 6;

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
  return middleOf(lowBytesOf(all), i16x8.shr_u(all, 8), sharesOf(y, full), sharesOf(x, full));
}

/**
 * Draws triangles with a texture of two planes, whose values lie in turns: first, second, first … on two planes.
 * `points` are 8 floats each: x and y in the drawing, x and y in the texture, gains of both planes (below 16), offsets of
 * both. `triangles` are numbers of points, 16 bits each. What shows its back is left out.
 */
export function drawPairs(
  first: usize,
  second: usize,
  outWidth: i32,
  outHeight: i32,
  texture: usize,
  width: i32,
  height: i32,
  points: usize,
  triangles: usize,
  count: i32,
): void {
  drawAll(SHADED, first, second, 0, 0, outWidth, outHeight, texture, 0, width, height, points, triangles, count);
}

/**
 * Draws triangles with two square textures: luma and mask in turns, and chromas in turns half as wide, on planes of which
 * those of chroma have half the size. `points` are 12 floats each: x and y in the drawing, x and y in the texture, gains of luma and mask (below 16),
 * the offset of luma, one without a meaning, two more, offsets of both chromas. Where the gain of the mask is 0 at all corners nothing is drawn.
 */
export function drawSkin(
  luma: usize,
  mask: usize,
  u: usize,
  v: usize,
  outWidth: i32,
  outHeight: i32,
  lumaTexture: usize,
  chromaTexture: usize,
  width: i32,
  points: usize,
  triangles: usize,
  count: i32,
): void {
  drawAll(SKIN, luma, mask, u, v, outWidth, outHeight, lumaTexture, chromaTexture, width, width, points, triangles, count);
}

/**
 * Writes how far things are moved, two whole numbers in 65536ths, for every place of a field that triangles cover.
 * `points` are 8 floats each: x and y in the field, x and y of the movement, then where they come from, for which way
 * triangles turn; the others mean nothing.
 */
export function drawField(
  field: usize,
  width: i32,
  height: i32,
  points: usize,
  triangles: usize,
  count: i32,
): void {
  drawAll(FIELD, field, 0, 0, 0, width, height, 0, 0, 0, 0, points, triangles, count);
}

// @ts-ignore: decorator
@inline
function drawAll(
  kind: i32,
  first: usize,
  second: usize,
  third: usize,
  fourth: usize,
  outWidth: i32,
  outHeight: i32,
  texture: usize,
  otherTexture: usize,
  width: i32,
  height: i32,
  points: usize,
  triangles: usize,
  count: i32,
): void {
  const end = triangles + (<usize>count) * 6;
  const length: usize = kind == SKIN ? 48 : 32;
  for (let at = triangles; at < end; at += 6) {
    const a = points + (<usize>load<u16>(at)) * length;
    const b = points + (<usize>load<u16>(at + 2)) * length;
    const c = points + (<usize>load<u16>(at + 4)) * length;
    if (
      kind == SKIN &&
      load<f32>(a + 20) == 0 &&
      load<f32>(b + 20) == 0 &&
      load<f32>(c + 20) == 0
    ) {
      continue;
    }
    const facing = twiceArea(
      load<f32>(a),
      load<f32>(a + 4),
      load<f32>(b),
      load<f32>(b + 4),
      load<f32>(c),
      load<f32>(c + 4),
    );
    const source: usize = kind == FIELD ? 16 : 8;
    const inTexture = twiceArea(
      load<f32>(a + source),
      load<f32>(a + source + 4),
      load<f32>(b + source),
      load<f32>(b + source + 4),
      load<f32>(c + source),
      load<f32>(c + source + 4),
    );
    if (facing * inTexture > 0 && abs<f32>(facing) > 1e-6) {
      drawTriangle(
        kind, first, second, third, fourth, outWidth, outHeight, texture, otherTexture, width, height, a, b, c, facing,
      );
    }
  }
}

/** Where an edge crosses the middle of a row, in 65536ths. */
// @ts-ignore: decorator
@inline
function edgeAt(x: f32, y: f32, slope: f32, row: i32): i32 {
  return <i32>((x + (<f32>row + 0.5 - y) * slope) * 65536);
}

/** How far an edge goes from row to row, in 65536ths; one that crosses a single row may be as flat as it likes. */
// @ts-ignore: decorator
@inline
function edgeStep(slope: f32): i32 {
  return <i32>(min<f32>(max<f32>(slope, -16384), 16384) * 65536);
}

// @ts-ignore: decorator
@inline
function drawTriangle(
  kind: i32,
  first: usize,
  second: usize,
  third: usize,
  fourth: usize,
  outWidth: i32,
  outHeight: i32,
  texture: usize,
  otherTexture: usize,
  width: i32,
  height: i32,
  a: usize,
  b: usize,
  c: usize,
  facing: f32,
): void {
  // Corners from above to below: an edge is then the same in both triangles that share it.
  let high = a;
  let mid = b;
  let low = c;
  let kept: usize = 0;
  if (load<f32>(mid + 4) < load<f32>(high + 4)) {
    kept = high;
    high = mid;
    mid = kept;
  }
  if (load<f32>(low + 4) < load<f32>(mid + 4)) {
    kept = mid;
    mid = low;
    low = kept;
    if (load<f32>(mid + 4) < load<f32>(high + 4)) {
      kept = high;
      high = mid;
      mid = kept;
    }
  }
  const longSlope = slopeBetween(high, low);
  const upperSlope = slopeBetween(high, mid);
  const lowerSlope = slopeBetween(mid, low);
  const ax = load<f32>(a);
  const ay = load<f32>(a + 4);
  const bx = load<f32>(b);
  const by = load<f32>(b + 4);
  const cx = load<f32>(c);
  const cy = load<f32>(c + 4);
  const inverse: f32 = <f32>1.0 / facing;
  const aAcross = (by - cy) * inverse;
  const aDown = (cx - bx) * inverse;
  const bAcross = (cy - ay) * inverse;
  const bDown = (ax - cx) * inverse;
  // Place in the texture in the upper half of the first, gains and offsets in the second.
  const lastPlace = v128.load(c);
  const placeAcross = slopeOf(v128.load(a), v128.load(b), lastPlace, aAcross, bAcross);
  const placeDown = slopeOf(v128.load(a), v128.load(b), lastPlace, aDown, bDown);
  drawRows(
    kind == SKIN ? MASKED : kind, 1, first, second, outWidth, outHeight, texture, width, height, a, b, c, high, mid, low,
    longSlope, upperSlope, lowerSlope, aAcross, aDown, bAcross, bDown, lastPlace, placeAcross, placeDown,
  );
  if (kind == SKIN) {
    // Half a pixel of a texture half as wide lies a quarter before that of the whole one.
    const halfPlace = f32x4.sub(f32x4.mul(lastPlace, f32x4.splat(0.5)), f32x4.splat(0.25));
    drawRows(
      TINTED, 0.5, third, fourth, outWidth >> 1, outHeight >> 1, otherTexture, width >> 1, height >> 1, a, b, c, high, mid, low,
      longSlope, upperSlope, lowerSlope, aAcross, aDown, bAcross, bDown, halfPlace, placeAcross, placeDown,
    );
  }
}

/** How far an edge goes across from row to row; nowhere else than flat ones is it endless or no number, and those cross none. */
// @ts-ignore: decorator
@inline
function slopeBetween(upper: usize, lower: usize): f32 {
  return (load<f32>(lower) - load<f32>(upper)) / (load<f32>(lower + 4) - load<f32>(upper + 4));
}

/** Draws a triangle on planes of so many times the size of its points; places in the texture are those of that size. */
// @ts-ignore: decorator
@inline
function drawRows(
  kind: i32, size: f32, first: usize, second: usize, outWidth: i32, outHeight: i32, texture: usize, width: i32, height: i32,
  a: usize, b: usize, c: usize, high: usize, mid: usize, low: usize, longSlope: f32, upperSlope: f32, lowerSlope: f32,
  aAcross: f32, aDown: f32, bAcross: f32, bDown: f32, lastPlace: v128, placeAcross: v128, placeDown: v128,
): void {
  const highX = load<f32>(high) * size;
  const highY = load<f32>(high + 4) * size;
  const midX = load<f32>(mid) * size;
  const midY = load<f32>(mid + 4) * size;
  const lowX = load<f32>(low) * size;
  const lowY = load<f32>(low + 4) * size;
  const top = <i32>ceil<f32>(highY - 0.5);
  const bottom = <i32>ceil<f32>(lowY - 0.5);
  const firstRow = top < 0 ? 0 : top;
  const endRow = bottom < outHeight ? bottom : outHeight;
  if (firstRow >= endRow) {
    return;
  }
  const leftmost = min<f32>(highX, min<f32>(midX, lowX));
  const rightmost = max<f32>(highX, max<f32>(midX, lowX));
  if (ceil<f32>(leftmost - 0.5) >= ceil<f32>(rightmost - 0.5)) {
    return;
  }
  const midRow = <i32>ceil<f32>(midY - 0.5);
  const cx = load<f32>(c) * size;
  const cy = load<f32>(c + 4) * size;
  // What is linear is counted from the pixel at the last corner, where it is surely small enough.
  const originX = <i32>floor<f32>(cx);
  const originY = <i32>floor<f32>(cy);
  const dx = f32x4.splat(<f32>originX + 0.5 - cx);
  const dy = f32x4.splat(<f32>originY + 0.5 - cy);
  const place = toFixed(
    f32x4.add(lastPlace, f32x4.add(f32x4.mul(dx, placeAcross), f32x4.mul(dy, placeDown))),
  );
  const placeStep = toFixed(placeAcross);
  const placeLine = toFixed(placeDown);
  const stepU = i32x4.extract_lane(placeStep, 2);
  const stepV = i32x4.extract_lane(placeStep, 3);
  const stepsU = stepsOf(stepU);
  const stepsV = stepsOf(stepV);
  const nextU = i32x4.splat(stepU << 2);
  const nextV = i32x4.splat(stepV << 2);
  const maxU = i32x4.splat(((width - 1) << 16) - 1);
  const maxV = i32x4.splat(((height - 1) << 16) - 1);
  let placeRow = i32x4.add(place, i32x4.mul(i32x4.splat(firstRow - originY), placeLine));
  let shadeRow = i32x4.splat(0);
  let shadeLine = shadeRow;
  let shadeStep = shadeRow;
  const isShaded = kind == SHADED || kind == MASKED || kind == TINTED;
  if (isShaded) {
    const shades: usize = kind == TINTED ? 32 : 16;
    const perPixel: f32 = <f32>1.0 / size;
    const lastShade = v128.load(c + shades);
    const shadeAcross = slopeOf(
      v128.load(a + shades), v128.load(b + shades), lastShade, aAcross * perPixel, bAcross * perPixel,
    );
    const shadeDown = slopeOf(
      v128.load(a + shades), v128.load(b + shades), lastShade, aDown * perPixel, bDown * perPixel,
    );
    const shade = toFixed(
      f32x4.add(lastShade, f32x4.add(f32x4.mul(dx, shadeAcross), f32x4.mul(dy, shadeDown))),
    );
    shadeStep = toFixed(shadeAcross);
    shadeLine = toFixed(shadeDown);
    shadeRow = i32x4.add(shade, i32x4.mul(i32x4.splat(firstRow - originY), shadeLine));
    shadeRow = i32x4.add(shadeRow, i32x4(0, 0, 32768, 32768));
  }
  const stepsGain = stepsOf(i32x4.extract_lane(shadeStep, 0));
  const stepsOtherGain = stepsOf(i32x4.extract_lane(shadeStep, 1));
  const stepsOffset = stepsOf(i32x4.extract_lane(shadeStep, 2));
  const stepsOtherOffset = stepsOf(i32x4.extract_lane(shadeStep, 3));
  const nextShade = i32x4.shl(shadeStep, 2);
  const nextGain = laneOf(nextShade, 0);
  const nextOtherGain = laneOf(nextShade, 1);
  const nextOffset = laneOf(nextShade, 2);
  const nextOtherOffset = laneOf(nextShade, 3);
  // Edges in 65536ths from their first row on, by steps: the same in both triangles.
  let oneX = edgeAt(highX, highY, longSlope, firstRow);
  const oneStep = edgeStep(longSlope);
  let otherX = edgeAt(highX, highY, upperSlope, firstRow);
  let otherStep = edgeStep(upperSlope);
  const turnRow = midRow < firstRow ? firstRow : midRow;
  for (let row = firstRow; row < endRow; row += 1) {
    if (row == turnRow) {
      otherX = edgeAt(midX, midY, lowerSlope, row);
      otherStep = edgeStep(lowerSlope);
    }
    const left = ((oneX < otherX ? oneX : otherX) + 32767) >> 16;
    const right = ((oneX < otherX ? otherX : oneX) + 32767) >> 16;
    oneX += oneStep;
    otherX += otherStep;
    const start = left < 0 ? 0 : left;
    const span = (right < outWidth ? right : outWidth) - start;
    if (span > 0) {
      const across = i32x4.splat(start - originX);
      const here = i32x4.add(placeRow, i32x4.mul(across, placeStep));
      const out = row * outWidth + start;
      const u = i32x4.add(v128.shuffle<i32>(here, here, 2, 2, 2, 2), stepsU);
      const v = i32x4.add(v128.shuffle<i32>(here, here, 3, 3, 3, 3), stepsV);
      if (kind == FIELD) {
        let moved = here;
        const end = first + ((<usize>(out + span)) << 3);
        for (let at = first + ((<usize>out) << 3); at < end; at += 8) {
          v128.store64_lane(at, moved, 1);
          moved = i32x4.add(moved, placeStep);
        }
      } else {
        const shade = i32x4.add(shadeRow, i32x4.mul(across, shadeStep));
        drawPairSpan(
          kind, first + out, second + out, span, texture, width << 1, u, v, nextU, nextV, maxU, maxV,
          i32x4.add(v128.shuffle<i32>(shade, shade, 0, 0, 0, 0), stepsGain),
          i32x4.add(v128.shuffle<i32>(shade, shade, 1, 1, 1, 1), stepsOtherGain),
          i32x4.add(v128.shuffle<i32>(shade, shade, 2, 2, 2, 2), stepsOffset),
          i32x4.add(v128.shuffle<i32>(shade, shade, 3, 3, 3, 3), stepsOtherOffset),
          nextGain, nextOtherGain, nextOffset, nextOtherOffset,
        );
      }
    }
    placeRow = i32x4.add(placeRow, placeLine);
    if (isShaded) {
      shadeRow = i32x4.add(shadeRow, shadeLine);
    }
  }
}

/** A texture of two planes in turns. */
// @ts-ignore: decorator
@inline
function drawPairSpan(
  kind: i32, first: usize, second: usize, count: i32, texture: usize, line: i32,
  startX: v128, startY: v128, stepX: v128, stepY: v128, maxX: v128, maxY: v128,
  startGain: v128, startOtherGain: v128, startOffset: v128, startOtherOffset: v128,
  nextGain: v128, nextOtherGain: v128, nextOffset: v128, nextOtherOffset: v128,
): void {
  const none = i32x4.splat(0);
  const perPlace = i32x4.splat(line | 131072);
  const full = fullShare(line);
  const half = i32x4.splat(32768);
  let u = startX;
  let v = startY;
  let gain = startGain;
  let otherGain = startOtherGain;
  let offset = startOffset;
  let otherOffset = startOtherOffset;
  let at: usize = 0;
  for (let left = count; left > 0; left -= 4) {
    const x = clamp(u, none, maxX);
    const y = clamp(v, none, maxY);
    const places = distanceTo(x, y, perPlace);
    const a = texture + i32x4.extract_lane(places, 0);
    const b = texture + i32x4.extract_lane(places, 1);
    const c = texture + i32x4.extract_lane(places, 2);
    const d = texture + i32x4.extract_lane(places, 3);
    let upper = v128.load32_zero(a);
    upper = v128.load_lane<u32>(b, upper, 1);
    upper = v128.load_lane<u32>(c, upper, 2);
    upper = v128.load_lane<u32>(d, upper, 3);
    let lower = v128.load32_zero(a + line);
    lower = v128.load_lane<u32>(b + line, lower, 1);
    lower = v128.load_lane<u32>(c + line, lower, 2);
    lower = v128.load_lane<u32>(d + line, lower, 3);
    const across = sharesOf(x, full);
    const down = sharesOf(y, full);
    const sum = middleOf(lowBytesOf(upper), lowBytesOf(lower), across, down);
    const otherSum = middleOf(i16x8.shr_u(upper, 8), i16x8.shr_u(lower, 8), across, down);
    let value: v128;
    let otherValue: v128;
    if (kind == PAIR || kind == TINTED) {
      value = i32x4.shl(i32x4.shr_u(sum, 9), 11);
      otherValue = i32x4.shl(i32x4.shr_u(otherSum, 9), 11);
    } else {
      // Both factors fit 16 bits, and the upper halves of the first are empty.
      value = i32x4.dot_i16x8_s(i32x4.shr_u(sum, 9), i32x4.shr_s(gain, 5));
      otherValue = i32x4.dot_i16x8_s(i32x4.shr_u(otherSum, 9), i32x4.shr_s(otherGain, 5));
    }
    storeFour(first + at, i32x4.shr_s(i32x4.add(value, kind == PAIR ? half : offset), 16), left);
    storeFour(
      second + at,
      i32x4.shr_s(i32x4.add(otherValue, kind == PAIR ? half : otherOffset), 16),
      left,
    );
    at += 4;
    u = i32x4.add(u, stepX);
    v = i32x4.add(v, stepY);
    if (kind == SHADED || kind == MASKED) {
      gain = i32x4.add(gain, nextGain);
      otherGain = i32x4.add(otherGain, nextOtherGain);
    }
    if (kind != PAIR) {
      offset = i32x4.add(offset, nextOffset);
    }
    if (kind == SHADED || kind == TINTED) {
      otherOffset = i32x4.add(otherOffset, nextOtherOffset);
    }
  }
}

/** The places of four values behind each other, from how far the corners to both sides are moved. */
// @ts-ignore: decorator
@inline
function placesIn(left: v128, right: v128, start: i32, step: i32): v128 {
  const change = i32x4.add(i32x4.shr_s(i32x4.sub(right, left), 2), i32x4.splat(step));
  return i32x4.add(
    i32x4.add(left, i32x4.splat(start)),
    i32x4.mul(change, i32x4(0, 1, 2, 3)),
  );
}

// @ts-ignore: decorator
@inline
function laneOf(values: v128, lane: i32): v128 {
  return lane == 0
    ? v128.shuffle<i32>(values, values, 0, 0, 0, 0)
    : lane == 1
      ? v128.shuffle<i32>(values, values, 1, 1, 1, 1)
      : lane == 2
        ? v128.shuffle<i32>(values, values, 2, 2, 2, 2)
        : v128.shuffle<i32>(values, values, 3, 3, 3, 3);
}

/**
 * Writes a plane moved as a field says, whose places are four values apart, over rows that begin `outLine` values after each
 * other. Where nothing moves, and where `mask` covers all of four values wholly, nothing is written.
 */
export function bendPlane(
  out: usize,
  outLine: i32,
  width: i32,
  height: i32,
  texture: usize,
  mask: usize,
  field: usize,
  fieldWidth: i32,
): void {
  const none = i32x4.splat(0);
  const maxX = i32x4.splat(((width - 1) << 16) - 1);
  const maxY = i32x4.splat(((height - 1) << 16) - 1);
  const perPlace = i32x4.splat(width | 65536);
  const full = fullShare(width);
  const half = i32x4.splat(8192);
  const fieldLine = (<usize>fieldWidth) << 3;
  for (let top = 0; top < height; top += 4) {
    let node = field + (<usize>(top >> 2)) * fieldLine;
    const rows = height - top < 4 ? height - top : 4;
    for (let left = 0; left < width; left += 4, node += 8) {
      const upper = v128.load(node);
      const lower = v128.load(node + fieldLine);
      if (!v128.any_true(v128.or(upper, lower))) {
        continue;
      }
      const step = i32x4.shr_s(i32x4.sub(lower, upper), 2);
      let x = placesIn(laneOf(upper, 0), laneOf(upper, 2), left << 16, 65536);
      let y = placesIn(laneOf(upper, 1), laneOf(upper, 3), top << 16, 0);
      const downX = placesIn(laneOf(step, 0), laneOf(step, 2), 0, 0);
      const downY = placesIn(laneOf(step, 1), laneOf(step, 3), 65536, 0);
      for (let row = 0; row < rows; row += 1) {
        if (load<u32>(mask + (top + row) * width + left) != 0xffffffff) {
          const sum = fourOf(texture, width, clamp(x, none, maxX), clamp(y, none, maxY), perPlace, full);
          storeFour(out + (top + row) * outLine + left, i32x4.shr_s(i32x4.add(sum, half), 14), width - left);
        }
        x = i32x4.add(x, downX);
        y = i32x4.add(y, downY);
      }
    }
  }
}

/**
 * {@link bendPlane} for two planes in turns of half the size, drawn on two planes; the field and the mask are those of
 * the full size.
 */
export function bendPairs(
  first: usize,
  firstLine: i32,
  second: usize,
  secondLine: i32,
  width: i32,
  height: i32,
  texture: usize,
  mask: usize,
  field: usize,
  fieldWidth: i32,
): void {
  const none = i32x4.splat(0);
  const maxX = i32x4.splat(((width - 1) << 16) - 1);
  const maxY = i32x4.splat(((height - 1) << 16) - 1);
  const fieldLine = (<usize>fieldWidth) << 4;
  for (let top = 0; top < height; top += 4) {
    let node = field + (<usize>(top >> 2)) * fieldLine;
    const rows = height - top < 4 ? height - top : 4;
    for (let left = 0; left < width; left += 4, node += 16) {
      const upper = v128.load64_lane(node + 16, v128.load(node), 1);
      const lower = v128.load64_lane(node + fieldLine + 16, v128.load(node + fieldLine), 1);
      if (!v128.any_true(v128.or(upper, lower))) {
        continue;
      }
      // Half the size, half the movement.
      const start = i32x4.shr_s(upper, 1);
      const step = i32x4.shr_s(i32x4.sub(lower, upper), 3);
      let x = placesIn(laneOf(start, 0), laneOf(start, 2), left << 16, 65536);
      let y = placesIn(laneOf(start, 1), laneOf(start, 3), top << 16, 0);
      const downX = placesIn(laneOf(step, 0), laneOf(step, 2), 0, 0);
      const downY = placesIn(laneOf(step, 1), laneOf(step, 3), 65536, 0);
      for (let row = 0; row < rows; row += 1) {
        const above = mask + (<usize>((top + row) * width * 4 + left * 2));
        if ((load<u64>(above) & load<u64>(above + (<usize>width << 1))) != 0xffffffffffffffff) {
          drawPairSpan(
            PAIR, first + (top + row) * firstLine + left, second + (top + row) * secondLine + left,
            width - left < 4 ? width - left : 4, texture, width << 1,
            x, y, none, none, maxX, maxY, none, none, none, none, none, none, none, none,
          );
        }
        x = i32x4.add(x, downX);
        y = i32x4.add(y, downY);
      }
    }
  }
}

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
export function clear(place: usize, count: usize): void {
  memory.fill(place, 0, count);
}

/** Copies rows of `width` values between planes whose rows begin so many values after each other. */
export function copyRows(from: usize, fromLine: i32, to: usize, toLine: i32, width: i32, rows: i32): void {
  for (let row = 0; row < rows; row += 1) {
    memory.copy(to, from, width);
    from += fromLine;
    to += toLine;
  }
}

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

/** A difference of bytes times a share of 255, as rounded bytes. */
// @ts-ignore: decorator
@inline
function shareOf(difference: v128, share: v128): v128 {
  const half = i32x4.splat(32768);
  const low = i32x4.extmul_low_i16x8_s(difference, share);
  const high = i32x4.extmul_high_i16x8_s(difference, share);
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(i32x4.add(i32x4.shl(low, 8), low), half), 16),
    i32x4.shr_s(i32x4.add(i32x4.add(i32x4.shl(high, 8), high), half), 16),
  );
}

/**
 * Blends a drawn plane into another where its mask says so: `rows` of `count` values. `perStep` makes the drawing softer, `grainPerStep` lays
 * the roughness of `grain` over it, at most `maxGrain`; both 1024 to the one. Rows above and below, and a value to each side, are read.
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
    const share = v128.and(v128.load_ext<u8>(mask + at), isWanted);
    if (!v128.any_true(share)) {
      continue;
    }
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
    const isComparable = v128.or(isInside, i16x8.gt_s(share, most));
    const softer = v128.and(scaled(roughness(drawn + at, width), softness), isComparable);
    const rough = scaled(roughness(grain + at, width), graininess);
    const change = i16x8.add(softer, i16x8.min_s(i16x8.max_s(rough, lowest), highest));
    const sum = i16x8.add(v128.load_ext<u8>(drawn + at), change);
    const value = i16x8.min_s(i16x8.max_s(sum, none), full);
    const before = v128.load_ext<u8>(base + at);
    const after = i16x8.add(before, shareOf(i16x8.sub(value, before), share));
    v128.store64_lane(base + at, i8x16.narrow_i16x8_u(after, after), 0);
  }
}

/** Adds sums of eight values to four. */
// @ts-ignore: decorator
@inline
function addSums(place: usize, sums: v128): void {
  v128.store(place, i32x4.add(v128.load(place), i32x4.extadd_pairwise_i16x8_s(sums)));
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
 * Mixes values, four floats at `values` each, into `count` others at `out`. `entries` are pairs of a share
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

/** Four chroma values in a light of so many 256ths, and as much of them over others as shares of 1020 say. */
// @ts-ignore: decorator
@inline
function blendLit(before: v128, chroma: v128, light: v128, share: v128): v128 {
  const grey = i32x4.splat(128);
  const lit = i32x4.add(grey, i32x4.shr_s(i32x4.add(i32x4.mul(i32x4.sub(chroma, grey), light), grey), 8));
  const after = clamp(lit, i32x4.splat(0), i32x4.splat(255));
  const change = i32x4.mul(i32x4.mul(i32x4.sub(after, before), share), i32x4.splat(257));
  return i32x4.add(before, i32x4.shr_s(i32x4.add(change, i32x4.splat(131072)), 18));
}

/** Eight chroma values of a plane blended; `isDrawn` says which. */
// @ts-ignore: decorator
@inline
function blendLitEight(base: usize, drawn: usize, low: v128, high: v128, share: v128, isDrawn: v128): void {
  const before = v128.load_ext<u8>(base);
  const chroma = v128.load_ext<u8>(drawn);
  const lower = blendLit(
    i32x4.extend_low_i16x8_u(before),
    i32x4.extend_low_i16x8_u(chroma),
    low,
    i32x4.extend_low_i16x8_u(share),
  );
  const upper = blendLit(
    i32x4.extend_high_i16x8_u(before),
    i32x4.extend_high_i16x8_u(chroma),
    high,
    i32x4.extend_high_i16x8_u(share),
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
    const share = v128.and(sumsOfFour(mask + (at << 1), width), isWanted);
    if (!v128.any_true(share)) {
      continue;
    }
    const isDrawn = v128.and(
      i16x8.ne(share, none),
      i16x8.ne(v128.load_ext<u8>(drawnU + at), none),
    );
    // A quarter of the sum, times the four bytes of a light.
    const places = v128.and(sumsOfFour(luma + (at << 1), width), i16x8.splat(~3));
    let low = i32x4.splat(load<i32>(lights + i16x8.extract_lane_u(places, 0)));
    low = i32x4.replace_lane(low, 1, load<i32>(lights + i16x8.extract_lane_u(places, 1)));
    low = i32x4.replace_lane(low, 2, load<i32>(lights + i16x8.extract_lane_u(places, 2)));
    low = i32x4.replace_lane(low, 3, load<i32>(lights + i16x8.extract_lane_u(places, 3)));
    let high = i32x4.splat(load<i32>(lights + i16x8.extract_lane_u(places, 4)));
    high = i32x4.replace_lane(high, 1, load<i32>(lights + i16x8.extract_lane_u(places, 5)));
    high = i32x4.replace_lane(high, 2, load<i32>(lights + i16x8.extract_lane_u(places, 6)));
    high = i32x4.replace_lane(high, 3, load<i32>(lights + i16x8.extract_lane_u(places, 7)));
    blendLitEight(baseU + at, drawnU + at, low, high, share, isDrawn);
    blendLitEight(baseV + at, drawnV + at, low, high, share, isDrawn);
  }
}

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

/** What lies between two bytes, `share` of 255 of the first; 16 bits each. */
// @ts-ignore: decorator
@inline
function mixOf(first: v128, second: v128, share: v128): v128 {
  const rest = i16x8.sub(i16x8.splat(255), share);
  const sum = i16x8.add(i16x8.add(i16x8.mul(first, share), i16x8.mul(second, rest)), i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(sum, i16x8.shr_u(sum, 8)), 8);
}

/**
 * Lays a coarse plane of floats, `step` times enlarged, over a plane where people leave room. `people`: 255 a person, each
 * for two by two values when `isLuma`, turned by exclusive or with `turned`. `lines` has room for two rows of 16 bits
 * each and 16 more.
 */
export function layGround(
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
    const lowerShare = i16x8.splat(<i16>below);
    const upperShare = i16x8.splat(<i16>(32767 - below));
    const shares = people + (isLuma ? row >> 1 : row) * peopleStride;
    const line = plane + row * stride;
    for (let at = 0; at < width; at += 8) {
      // Without people, and with people alone, there is less to do.
      const rooms = isLuma
        ? <i64>(load<i32>(shares + (at >> 1)) ^ turned)
        : load<i64>(shares + at) ^ turnedLong;
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
        i16x8.q15mulr_sat_s(v128.load(upper + (at << 1)), upperShare),
        i16x8.q15mulr_sat_s(v128.load(lower + (at << 1)), lowerShare),
      );
      const value = i16x8.shr_u(i16x8.add(ground, i16x8.splat(64)), 7);
      if (rooms == 0 && width - at >= 8) {
        v128.store64_lane(line + at, i8x16.narrow_i16x8_u(value, value), 0);
        continue;
      }
      const near = i64x2.splat(rooms);
      const spread = isLuma ? v128.shuffle<u8>(near, near, 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0) : near;
      const isWanted = i16x8.gt_s(i16x8.splat(<i16>(width - at)), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
      const share = v128.bitselect(i16x8.extend_low_i8x16_u(spread), all, isWanted);
      const after = mixOf(v128.load_ext<u8>(line + at), value, share);
      v128.store64_lane(line + at, i8x16.narrow_i16x8_u(after, after), 0);
    }
  }
}

/** Lays `count` bytes over others where their share of 255 says so and `drawn` is not 0. */
export function layOver(base: usize, over: usize, shares: usize, drawn: usize, count: i32): void {
  const none = i16x8.splat(0);
  for (let at = 0; at < count; at += 8) {
    if (load<i64>(shares + at) == 0) {
      continue;
    }
    const isWanted = i16x8.gt_s(i16x8.splat(<i16>(count - at)), i16x8(0, 1, 2, 3, 4, 5, 6, 7));
    const isDrawn = i16x8.ne(v128.load_ext<u8>(drawn + at), none);
    const share = v128.and(v128.and(v128.load_ext<u8>(shares + at), isWanted), isDrawn);
    const after = mixOf(v128.load_ext<u8>(over + at), v128.load_ext<u8>(base + at), share);
    v128.store64_lane(base + at, i8x16.narrow_i16x8_u(after, after), 0);
  }
}

/** The larger of each two of `count` bytes; up to 15 more are written. */
export function takeLarger(first: usize, second: usize, out: usize, count: i32): void {
  for (let at = 0; at < count; at += 16) {
    v128.store(out + at, i8x16.max_u(v128.load(first + at), v128.load(second + at)));
  }
}

/** The means of two by two bytes of a plane of even width and height; `width` is that of the plane. */
export function halvePlane(plane: usize, width: i32, height: i32, out: usize): void {
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
 * Moves a square matte towards new values by `share`. `wide` becomes the larger of both, and then the largest within four
 * cells, across in `spare` and then down. `line` has room for a row and four floats before and after it.
 */
export function followMatte(
  smooth: usize,
  values: usize,
  wide: usize,
  spare: usize,
  line: usize,
  size: i32,
  share: f32,
): void {
  const row = <usize>size << 2;
  const step = f32x4.splat(share);
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
    const share = f32x4.splat(y - <f32>(<i32>y));
    for (let at = 0; at < size << 2; at += 16) {
      const above = v128.load(upper + at);
      const value = f32x4.add(above, f32x4.mul(f32x4.sub(v128.load(lower + at), above), share));
      v128.store(line + at, i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(value, lowest), factor)));
    }
    let place = (perColumn >> 1) - 32768;
    const end = out + (row + 1) * width;
    for (let to = out + row * width; to < end; to += 1, place += perColumn) {
      const x = place < 0 ? 0 : place > last ? last : place;
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
  const share: f32 = 1 / <f32>count;
  const last = length - 1;
  let sum = load<f32>(from) * <f32>(radius + 1);
  for (let at = 1; at <= radius; at += 1) {
    sum += load<f32>(from + min(at, last) * step);
  }
  for (let at = 0; at < length; at += 1) {
    store<f32>(to + at * step, sum * share);
    sum += load<f32>(from + min(at + radius + 1, last) * step);
    sum -= load<f32>(from + max(at - radius, 0) * step);
  }
}

/** The same for four lines side by side. */
// @ts-ignore: decorator
@inline
function blurFour(from: usize, to: usize, length: i32, step: i32, radius: i32): void {
  const count = 2 * radius + 1;
  const share = f32x4.splat(1 / <f32>count);
  const last = length - 1;
  let sum = f32x4.mul(v128.load(from), f32x4.splat(<f32>(radius + 1)));
  for (let at = 1; at <= radius; at += 1) {
    sum = f32x4.add(sum, v128.load(from + min(at, last) * step));
  }
  for (let at = 0; at < length; at += 1) {
    v128.store(to + at * step, f32x4.mul(sum, share));
    sum = f32x4.add(sum, v128.load(from + min(at + radius + 1, last) * step));
    sum = f32x4.sub(sum, v128.load(from + max(at - radius, 0) * step));
  }
}
