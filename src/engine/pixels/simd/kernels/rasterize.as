// The rows of triangles.

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
    kind == SKIN ? MASKED : kind, 1, first, second, third, outWidth, outHeight, texture, width, height, a, b, c, high, mid, low,
    longSlope, upperSlope, lowerSlope, aAcross, aDown, bAcross, bDown, lastPlace, placeAcross, placeDown,
  );
  if (kind == SKIN) {
    // Half a pixel of a texture half as wide lies a quarter before that of the whole one.
    const halfPlace = f32x4.sub(f32x4.mul(lastPlace, f32x4.splat(0.5)), f32x4.splat(0.25));
    drawRows(
      TINTED, 0.5, third, fourth, 0, outWidth >> 1, outHeight >> 1, otherTexture, width >> 1, height >> 1, a, b, c, high, mid, low,
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

/** Draws a triangle on planes of so many times the size of its points; positions in the texture are those of that size. */
// @ts-ignore: decorator
@inline
function drawRows(
  kind: i32, size: f32, first: usize, second: usize, third: usize, outWidth: i32, outHeight: i32, texture: usize, width: i32,
  height: i32, a: usize, b: usize, c: usize, high: usize, mid: usize, low: usize, longSlope: f32, upperSlope: f32, lowerSlope: f32,
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
  const isShaded = kind == SHADED || kind == MASKED || kind == TINTED || kind == MAPS;
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
    if (kind != MAPS) {
      shadeRow = i32x4.add(shadeRow, i32x4(0, 0, 32768, 32768));
    }
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
      if (kind == WARP) {
        let moved = here;
        const end = first + ((<usize>(out + span)) << 3);
        for (let at = first + ((<usize>out) << 3); at < end; at += 8) {
          v128.store64_lane(at, moved, 1);
          moved = i32x4.add(moved, placeStep);
        }
      } else if (kind == MAPS) {
        let moved = here;
        let others = i32x4.add(shadeRow, i32x4.mul(across, shadeStep));
        const end = (<usize>(out + span)) << 3;
        for (let at = (<usize>out) << 3; at < end; at += 8) {
          v128.store64_lane(first + at, moved, 1);
          v128.store64_lane(second + at, others, 0);
          v128.store64_lane(third + at, others, 1);
          moved = i32x4.add(moved, placeStep);
          others = i32x4.add(others, shadeStep);
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
  const full = fullWeight(line);
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
    const offsets = distanceTo(x, y, perPlace);
    const a = texture + i32x4.extract_lane(offsets, 0);
    const b = texture + i32x4.extract_lane(offsets, 1);
    const c = texture + i32x4.extract_lane(offsets, 2);
    const d = texture + i32x4.extract_lane(offsets, 3);
    let upper = v128.load32_zero(a);
    upper = v128.load_lane<u32>(b, upper, 1);
    upper = v128.load_lane<u32>(c, upper, 2);
    upper = v128.load_lane<u32>(d, upper, 3);
    let lower = v128.load32_zero(a + line);
    lower = v128.load_lane<u32>(b + line, lower, 1);
    lower = v128.load_lane<u32>(c + line, lower, 2);
    lower = v128.load_lane<u32>(d + line, lower, 3);
    const across = weightsOf(x, full);
    const down = weightsOf(y, full);
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
    storeFours(
      kind != PAIR,
      first + at,
      second + at,
      i32x4.shr_s(i32x4.add(value, kind == PAIR ? half : offset), 16),
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

/** The positions of four values behind each other, from how far the corners to both sides are moved. */
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
