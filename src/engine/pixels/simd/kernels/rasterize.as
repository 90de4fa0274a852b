// The rows of triangles.

/** The left, upper, right and lower end of a triangle: columns and rows whose middles it may cover begin at their ceilings. */
// @ts-ignore: decorator
@inline
function boxOf(a: v128, b: v128, c: v128): v128 {
  const least = f32x4.pmin(f32x4.pmin(a, b), c);
  const most = f32x4.pmax(f32x4.pmax(a, b), c);
  return v128.shuffle<f32>(least, most, 0, 1, 4, 5);
}

// @ts-ignore: decorator
@inline
function halfOf(values: v128): v128 {
  return f32x4.mul(values, f32x4.splat(0.5));
}

/** The first pixels whose middles are at or behind positions. */
// @ts-ignore: decorator
@inline
function pixelsFrom(positions: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.ceil(f32x4.sub(positions, f32x4.splat(0.5))));
}

/** Whether the middle of a pixel of a plane may be in a box. */
// @ts-ignore: decorator
@inline
function isSeen(box: v128, width: i32, height: i32): bool {
  const ends = pixelsFrom(box);
  const starts = i32x4.max_s(ends, i32x4.splat(0));
  const last = i32x4.min_s(
    v128.shuffle<i32>(ends, ends, 2, 3, 2, 3),
    i32x4.replace_lane(i32x4.splat(width), 1, height),
  );
  const isEmpty = i32x4.ge_s(starts, last);
  return (i32x4.extract_lane(isEmpty, 0) | i32x4.extract_lane(isEmpty, 1)) == 0;
}

/** Twice the areas of two triangles, in the first and third lane, from how far two of their corners are from the last. */
// @ts-ignore: decorator
@inline
function twiceAreas(a: v128, b: v128): v128 {
  const products = f32x4.mul(v128.shuffle<f32>(b, b, 1, 0, 3, 2), a);
  return f32x4.sub(products, v128.shuffle<f32>(products, products, 1, 0, 3, 2));
}

// @ts-ignore: decorator
@inline
function drawTriangle(
  kind: i32, first: usize, second: usize, third: usize, fourth: usize, outWidth: i32, outHeight: i32, texture: usize,
  otherTexture: usize, width: i32, height: i32, a: usize, b: usize, c: usize, facing: f32, box: v128, lastPlace: v128,
  fromLast: v128, otherFromLast: v128,
): void {
  // Corners from above to below: an edge is then the same in both triangles that share it. No branch foresees their order.
  const isSecondFirst = load<f32>(b + 4) < load<f32>(a + 4);
  const upper = select<usize>(b, a, isSecondFirst);
  const lower = select<usize>(a, b, isSecondFirst);
  const isThirdBefore = load<f32>(c + 4) < load<f32>(lower + 4);
  const middle = select<usize>(c, lower, isThirdBefore);
  const low = select<usize>(lower, c, isThirdBefore);
  const isMiddleFirst = load<f32>(middle + 4) < load<f32>(upper + 4);
  const high = v128.load64_zero(select<usize>(middle, upper, isMiddleFirst));
  const mid = v128.load64_zero(select<usize>(upper, middle, isMiddleFirst));
  // How far the long, the upper and the lower edge go across from row to row, and the inverse of the area. Nowhere else than for
  // flat edges it is endless or no number, and those cross no row.
  const long = f32x4.sub(v128.load64_zero(low), high);
  const short = f32x4.sub(mid, high);
  const rest = f32x4.sub(v128.load64_zero(low), mid);
  const across = v128.shuffle<f32>(v128.shuffle<f32>(long, short, 0, 4, 1, 5), rest, 0, 1, 4, 4);
  const down = v128.shuffle<f32>(v128.shuffle<f32>(long, short, 0, 4, 1, 5), rest, 2, 3, 5, 5);
  const slopes = f32x4.div(
    f32x4.replace_lane(across, 3, 1),
    f32x4.replace_lane(down, 3, facing),
  );
  const inverse = laneOf(slopes, 3);
  const ofFirst = f32x4.mul(otherFromLast, inverse);
  const ofSecond = f32x4.mul(fromLast, inverse);
  const aAcross = laneOf(ofFirst, 1);
  const aDown = f32x4.neg(laneOf(ofFirst, 0));
  const bAcross = f32x4.neg(laneOf(ofSecond, 1));
  const bDown = laneOf(ofSecond, 0);
  // Place in the texture in the upper half of the first, gains and offsets in the second.
  const placeAcross = slopeOf(fromLast, otherFromLast, aAcross, bAcross);
  const placeDown = slopeOf(fromLast, otherFromLast, aDown, bDown);
  const whole = wholePart(outWidth);
  const placeStep = toFixed(placeAcross, whole);
  const placeLine = toFixed(placeDown, whole);
  drawRows(
    kind == SKIN ? MASKED : kind, 1, first, second, third, outWidth, outHeight, texture, width, height, a, b, c, high, mid,
    box, slopes, aAcross, aDown, bAcross, bDown, lastPlace, placeAcross, placeDown, placeStep, placeLine, whole,
  );
  if (kind == SKIN) {
    // Half a pixel of a texture half as wide lies a quarter before that of the whole one.
    const halfPlace = f32x4.sub(halfOf(lastPlace), f32x4.splat(0.25));
    drawRows(
      TINTED, 0.5, third, fourth, 0, outWidth >> 1, outHeight >> 1, otherTexture, width >> 1, height >> 1, a, b, c, high, mid,
      box, slopes, aAcross, aDown, bAcross, bDown, halfPlace, placeAcross, placeDown, placeStep, placeLine, whole,
    );
  }
}

/** Draws a triangle on planes of so many times the size of its points; positions in the texture are those of that size. */
// @ts-ignore: decorator
@inline
function drawRows(
  kind: i32, size: f32, first: usize, second: usize, third: usize, outWidth: i32, outHeight: i32, texture: usize, width: i32,
  height: i32, a: usize, b: usize, c: usize, high: v128, mid: v128, box: v128, slopes: v128,
  aAcross: v128, aDown: v128, bAcross: v128, bDown: v128, lastPlace: v128, placeAcross: v128, placeDown: v128,
  placeStep: v128, placeLine: v128, whole: v128,
): void {
  const scale = f32x4.splat(size);
  const ends = pixelsFrom(size == 1 ? box : f32x4.mul(box, scale));
  const top = i32x4.extract_lane(ends, 1);
  const bottom = i32x4.extract_lane(ends, 3);
  const firstRow = top < 0 ? 0 : top;
  const endRow = bottom < outHeight ? bottom : outHeight;
  if (firstRow >= endRow || i32x4.extract_lane(ends, 0) >= i32x4.extract_lane(ends, 2)) {
    return;
  }
  // What is linear is counted from the pixel at the last corner, where it is surely small enough.
  const corner = size == 1 ? v128.load64_zero(c) : f32x4.mul(v128.load64_zero(c), scale);
  const cornerPixel = f32x4.floor(corner);
  const origin = i32x4.trunc_sat_f32x4_s(cornerPixel);
  const originX = i32x4.extract_lane(origin, 0);
  const originY = i32x4.extract_lane(origin, 1);
  const toMiddle = f32x4.sub(f32x4.add(cornerPixel, f32x4.splat(0.5)), corner);
  const dx = laneOf(toMiddle, 0);
  const dy = laneOf(toMiddle, 1);
  const place = toFixed(
    f32x4.add(lastPlace, f32x4.add(f32x4.mul(dx, placeAcross), f32x4.mul(dy, placeDown))),
    whole,
  );
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
  const perPlace = i32x4.splat((width << 1) | 131072);
  const full = fullWeight(width);
  const isShaded = kind == SHADED || kind == MASKED || kind == TINTED || kind == MAPS;
  if (isShaded) {
    const shades: usize = kind == TINTED ? 32 : 16;
    const lastShade = v128.load(c + shades);
    const fromLast = f32x4.sub(v128.load(a + shades), lastShade);
    const otherFromLast = f32x4.sub(v128.load(b + shades), lastShade);
    let shadeAcross = slopeOf(fromLast, otherFromLast, aAcross, bAcross);
    let shadeDown = slopeOf(fromLast, otherFromLast, aDown, bDown);
    if (size != 1) {
      const perPixel = f32x4.splat(<f32>1.0 / size);
      shadeAcross = f32x4.mul(shadeAcross, perPixel);
      shadeDown = f32x4.mul(shadeDown, perPixel);
    }
    const shade = toFixed(
      f32x4.add(lastShade, f32x4.add(f32x4.mul(dx, shadeAcross), f32x4.mul(dy, shadeDown))),
      whole,
    );
    shadeStep = toFixed(shadeAcross, whole);
    shadeLine = toFixed(shadeDown, whole);
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
  const starts = size == 1 ? v128.shuffle<f32>(high, mid, 0, 4, 1, 5) : f32x4.mul(v128.shuffle<f32>(high, mid, 0, 4, 1, 5), scale);
  const midRow = i32x4.extract_lane(pixelsFrom(starts), 3);
  const turnRow = midRow < firstRow ? firstRow : midRow;
  const rows = f32x4.add(
    f32x4.convert_i32x4_s(i32x4.replace_lane(i32x4.splat(firstRow), 2, turnRow)),
    f32x4.splat(0.5),
  );
  const startX = v128.shuffle<f32>(starts, starts, 0, 0, 1, 1);
  const startY = v128.shuffle<f32>(starts, starts, 2, 2, 3, 3);
  const edges = toWhole(f32x4.add(startX, f32x4.mul(f32x4.sub(rows, startY), slopes)), whole);
  // An edge that crosses a single row may be as flat as it likes.
  const edgeSteps = toWhole(f32x4.pmin(f32x4.pmax(slopes, f32x4.splat(-16384)), f32x4.splat(16384)), whole);
  let oneX = i32x4.extract_lane(edges, 0);
  const oneStep = i32x4.extract_lane(edgeSteps, 0);
  let otherX = i32x4.extract_lane(edges, 1);
  let otherStep = i32x4.extract_lane(edgeSteps, 1);
  const lowerX = i32x4.extract_lane(edges, 2);
  const lowerStep = i32x4.extract_lane(edgeSteps, 2);
  for (let row = firstRow; row < endRow; row += 1) {
    const isTurn = row == turnRow;
    otherX = select<i32>(lowerX, otherX, isTurn);
    otherStep = select<i32>(lowerStep, otherStep, isTurn);
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
          kind, first + out, second + out, span, texture, width << 1, perPlace, full, u, v, nextU, nextV, maxU, maxV,
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
  kind: i32, first: usize, second: usize, count: i32, texture: usize, line: i32, perPlace: v128, full: v128,
  startX: v128, startY: v128, stepX: v128, stepY: v128, maxX: v128, maxY: v128,
  startGain: v128, startOtherGain: v128, startOffset: v128, startOtherOffset: v128,
  nextGain: v128, nextOtherGain: v128, nextOffset: v128, nextOtherOffset: v128,
): void {
  const none = i32x4.splat(0);
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
