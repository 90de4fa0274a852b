// Planes of floats, one value or four to a pixel: means by weight, and along a flow.

/**
 * Blurs four values per pixel by a box of `radius` to each side, twice across and twice down, as {@link blurPlane} does with
 * one. `spare` is as large.
 */
export function blurColours(plane: usize, width: i32, height: i32, radius: i32, spare: usize): void {
  const line = width << 4;
  for (let pass = 0; pass < 2; pass += 1) {
    for (let row = 0; row < height; row += 1) {
      blurFour(plane + row * line, spare + row * line, width, 16, radius);
    }
    for (let column = 0; column < line; column += 16) {
      blurFour(spare + column, plane + column, height, line, radius);
    }
  }
}

/**
 * Means of red, green and blue times `weights`, and of the weights, in square cells of so many pixels a side: four floats
 * for each. Cells at the right and the lower end may have fewer pixels. `pixels` have four bytes, of which the last means nothing.
 */
export function weighCells(
  pixels: usize,
  weights: usize,
  width: i32,
  height: i32,
  cell: i32,
  out: usize,
): void {
  const across = (width + cell - 1) / cell;
  const line = <usize>across << 4;
  memory.fill(out, 0, line * ((height + cell - 1) / cell));
  for (let row = 0; row < height; row += 1) {
    const cells = out + (row / cell) * line;
    const tall = min(cell, height - (row / cell) * cell);
    for (let column = 0; column < width; ) {
      const to = cells + ((column / cell) << 4);
      const end = min(column + cell, width);
      const scale: f32 = 1 / <f32>((end - column) * tall);
      let sum = v128.load(to);
      for (; column < end; column += 1, pixels += 4, weights += 4) {
        const weight = load<f32>(weights);
        if (weight > 0) {
          const values = f32x4.replace_lane(fourFloats(load<u32>(pixels)), 3, 1);
          sum = f32x4.add(sum, f32x4.mul(values, f32x4.splat(weight * scale)));
        }
      }
      v128.store(to, sum);
    }
  }
}

/** Four floats of the plane at a pixel, or one of them four times. */
// @ts-ignore: decorator
@inline
function valuesAt(plane: usize, index: i32, hasFour: bool): v128 {
  return hasFour
    ? v128.load(plane + (<usize>index << 4))
    : v128.load32_splat(plane + (<usize>index << 2));
}

/** The means along a flow at a pixel and the next one. */
// @ts-ignore: decorator
@inline
function meansAlong(
  plane: usize,
  hasFour: bool,
  width: i32,
  height: i32,
  flow: usize,
  weights: usize,
  steps: i32,
  apart: f32,
  out: usize,
  index: i32,
): void {
  const none = f32x4.splat(0);
  const right = f32x4.splat(<f32>width);
  const bottom = f32x4.splat(<f32>height);
  const line = i32x4.splat(width);
  const ways = f32x4(-1, 1, -1, 1);
  const signs = f32x4.splat(-0.0);
  const stride = f32x4.splat(apart);
  const other = min(index + 1, width * height - 1);
  const first = <f32>(index % width) + 0.5;
  const second = <f32>(other % width) + 0.5;
  let u = f32x4(first, first, second, second);
  const upper = <f32>(index / width) + 0.5;
  const lower = <f32>(other / width) + 0.5;
  let v = f32x4(upper, upper, lower, lower);
  const pair = v128.load64_lane(flow + (<usize>other << 3), v128.load64_zero(flow + (<usize>index << 3)), 1);
  let dx = f32x4.mul(v128.shuffle<f32>(pair, pair, 0, 0, 2, 2), ways);
  let dy = f32x4.mul(v128.shuffle<f32>(pair, pair, 1, 1, 3, 3), ways);
  let one = valuesAt(plane, index, hasFour);
  let two = valuesAt(plane, other, hasFour);
  let total = f32x4(0.5, 0.5, 0.5, 0.5);
  let isInside = i32x4.splat(-1);
  for (let step = 1; step <= steps; step += 1) {
    u = f32x4.add(u, f32x4.mul(dx, stride));
    v = f32x4.add(v, f32x4.mul(dy, stride));
    let weight = v128.load32_splat(weights + (step << 2));
    let places = i32x4.add(i32x4.mul(i32x4.trunc_sat_f32x4_s(v), line), i32x4.trunc_sat_f32x4_s(u));
    const across = v128.and(f32x4.ge(u, none), f32x4.lt(u, right));
    const down = v128.and(f32x4.ge(v, none), f32x4.lt(v, bottom));
    isInside = v128.and(isInside, v128.and(across, down));
    if (!v128.any_true(isInside)) {
      break;
    }
    weight = v128.and(weight, isInside);
    places = v128.and(places, isInside);
    total = f32x4.add(total, weight);
    const a = i32x4.extract_lane(places, 0);
    const b = i32x4.extract_lane(places, 1);
    const c = i32x4.extract_lane(places, 2);
    const d = i32x4.extract_lane(places, 3);
    one = f32x4.add(one, f32x4.mul(valuesAt(plane, a, hasFour), laneOf(weight, 0)));
    two = f32x4.add(two, f32x4.mul(valuesAt(plane, c, hasFour), laneOf(weight, 2)));
    one = f32x4.add(one, f32x4.mul(valuesAt(plane, b, hasFour), laneOf(weight, 1)));
    two = f32x4.add(two, f32x4.mul(valuesAt(plane, d, hasFour), laneOf(weight, 3)));
    const left = v128.load64_lane(flow + (<usize>b << 3), v128.load64_zero(flow + (<usize>a << 3)), 1);
    const next = v128.load64_lane(flow + (<usize>d << 3), v128.load64_zero(flow + (<usize>c << 3)), 1);
    const x = v128.shuffle<f32>(left, next, 0, 2, 4, 6);
    const y = v128.shuffle<f32>(left, next, 1, 3, 5, 7);
    // A flow has no beginning: its vectors may point either way.
    const isBack = f32x4.lt(f32x4.add(f32x4.mul(x, dx), f32x4.mul(y, dy)), none);
    const sign = v128.and(isBack, signs);
    dx = v128.xor(x, sign);
    dy = v128.xor(y, sign);
  }
  const totals = f32x4.add(total, v128.shuffle<f32>(total, total, 1, 0, 3, 2));
  one = f32x4.div(one, laneOf(totals, 0));
  two = f32x4.div(two, laneOf(totals, 2));
  if (hasFour) {
    v128.store(out + (<usize>index << 4), one);
    v128.store(out + (<usize>other << 4), two);
  } else {
    v128.store32_lane(out + (<usize>index << 2), one, 0);
    v128.store32_lane(out + (<usize>other << 2), two, 0);
  }
}

/**
 * The means along a flow at four pixels of a row from which no step leaves the image, of a plane as for {@link meansAlong}.
 * The steps of two pairs hide each other's waits.
 */
// @ts-ignore: decorator
@inline
function fourMeansAlong(
  plane: usize,
  hasFour: bool,
  column: i32,
  row: i32,
  width: i32,
  flow: usize,
  weights: usize,
  steps: i32,
  apart: f32,
  out: usize,
): void {
  const index = row * width + column;
  const none = f32x4.splat(0);
  const line = i32x4.splat(width);
  const ways = f32x4(-1, 1, -1, 1);
  const signs = f32x4.splat(-0.0);
  const stride = f32x4.splat(apart);
  const left = <f32>column + 0.5;
  let u1 = f32x4(left + 0, left + 0, left + 1, left + 1);
  let v1 = f32x4.splat(<f32>row + 0.5);
  const pair1 = v128.load(flow + (<usize>(index + 0) << 3));
  let dx1 = f32x4.mul(v128.shuffle<f32>(pair1, pair1, 0, 0, 2, 2), ways);
  let dy1 = f32x4.mul(v128.shuffle<f32>(pair1, pair1, 1, 1, 3, 3), ways);
  let sum1 = none;
  let one = valuesAt(plane, index, hasFour);
  let two = valuesAt(plane, index + 1, hasFour);
  let u2 = f32x4(left + 2, left + 2, left + 3, left + 3);
  let v2 = f32x4.splat(<f32>row + 0.5);
  const pair2 = v128.load(flow + (<usize>(index + 2) << 3));
  let dx2 = f32x4.mul(v128.shuffle<f32>(pair2, pair2, 0, 0, 2, 2), ways);
  let dy2 = f32x4.mul(v128.shuffle<f32>(pair2, pair2, 1, 1, 3, 3), ways);
  let sum2 = none;
  let three = valuesAt(plane, index + 2, hasFour);
  let four = valuesAt(plane, index + 3, hasFour);
  let total: f32 = 0.5;
  for (let step = 1; step <= steps; step += 1) {
    const weight = v128.load32_splat(weights + (step << 2));
    total += f32x4.extract_lane(weight, 0);
    u1 = f32x4.add(u1, f32x4.mul(dx1, stride));
    v1 = f32x4.add(v1, f32x4.mul(dy1, stride));
    const places1 = i32x4.add(i32x4.mul(i32x4.trunc_sat_f32x4_s(v1), line), i32x4.trunc_sat_f32x4_s(u1));
    u2 = f32x4.add(u2, f32x4.mul(dx2, stride));
    v2 = f32x4.add(v2, f32x4.mul(dy2, stride));
    const places2 = i32x4.add(i32x4.mul(i32x4.trunc_sat_f32x4_s(v2), line), i32x4.trunc_sat_f32x4_s(u2));
    const a1 = i32x4.extract_lane(places1, 0);
    const b1 = i32x4.extract_lane(places1, 1);
    const c1 = i32x4.extract_lane(places1, 2);
    const d1 = i32x4.extract_lane(places1, 3);
    if (hasFour) {
      one = f32x4.add(one, f32x4.mul(valuesAt(plane, a1, true), weight));
      two = f32x4.add(two, f32x4.mul(valuesAt(plane, c1, true), weight));
      one = f32x4.add(one, f32x4.mul(valuesAt(plane, b1, true), weight));
      two = f32x4.add(two, f32x4.mul(valuesAt(plane, d1, true), weight));
    } else {
      let values1 = v128.load32_zero(plane + (<usize>a1 << 2));
      values1 = v128.load32_lane(plane + (<usize>b1 << 2), values1, 1);
      values1 = v128.load32_lane(plane + (<usize>c1 << 2), values1, 2);
      values1 = v128.load32_lane(plane + (<usize>d1 << 2), values1, 3);
      sum1 = f32x4.add(sum1, f32x4.mul(values1, weight));
    }
    const left1 = v128.load64_lane(flow + (<usize>b1 << 3), v128.load64_zero(flow + (<usize>a1 << 3)), 1);
    const next1 = v128.load64_lane(flow + (<usize>d1 << 3), v128.load64_zero(flow + (<usize>c1 << 3)), 1);
    const x1 = v128.shuffle<f32>(left1, next1, 0, 2, 4, 6);
    const y1 = v128.shuffle<f32>(left1, next1, 1, 3, 5, 7);
    const sign1 = v128.and(f32x4.lt(f32x4.add(f32x4.mul(x1, dx1), f32x4.mul(y1, dy1)), none), signs);
    dx1 = v128.xor(x1, sign1);
    dy1 = v128.xor(y1, sign1);
    const a2 = i32x4.extract_lane(places2, 0);
    const b2 = i32x4.extract_lane(places2, 1);
    const c2 = i32x4.extract_lane(places2, 2);
    const d2 = i32x4.extract_lane(places2, 3);
    if (hasFour) {
      three = f32x4.add(three, f32x4.mul(valuesAt(plane, a2, true), weight));
      four = f32x4.add(four, f32x4.mul(valuesAt(plane, c2, true), weight));
      three = f32x4.add(three, f32x4.mul(valuesAt(plane, b2, true), weight));
      four = f32x4.add(four, f32x4.mul(valuesAt(plane, d2, true), weight));
    } else {
      let values2 = v128.load32_zero(plane + (<usize>a2 << 2));
      values2 = v128.load32_lane(plane + (<usize>b2 << 2), values2, 1);
      values2 = v128.load32_lane(plane + (<usize>c2 << 2), values2, 2);
      values2 = v128.load32_lane(plane + (<usize>d2 << 2), values2, 3);
      sum2 = f32x4.add(sum2, f32x4.mul(values2, weight));
    }
    const left2 = v128.load64_lane(flow + (<usize>b2 << 3), v128.load64_zero(flow + (<usize>a2 << 3)), 1);
    const next2 = v128.load64_lane(flow + (<usize>d2 << 3), v128.load64_zero(flow + (<usize>c2 << 3)), 1);
    const x2 = v128.shuffle<f32>(left2, next2, 0, 2, 4, 6);
    const y2 = v128.shuffle<f32>(left2, next2, 1, 3, 5, 7);
    const sign2 = v128.and(f32x4.lt(f32x4.add(f32x4.mul(x2, dx2), f32x4.mul(y2, dy2)), none), signs);
    dx2 = v128.xor(x2, sign2);
    dy2 = v128.xor(y2, sign2);
  }
  if (hasFour) {
    const scale = f32x4.splat(total + total);
    const to = out + (<usize>index << 4);
    v128.store(to, f32x4.div(one, scale));
    v128.store(to, f32x4.div(two, scale), 16);
    v128.store(to, f32x4.div(three, scale), 32);
    v128.store(to, f32x4.div(four, scale), 48);
  } else {
    sum1 = f32x4.add(sum1, v128.shuffle<f32>(sum1, sum1, 1, 0, 3, 2));
    store<f32>(out + (<usize>(index + 0) << 2), (load<f32>(plane + (<usize>(index + 0) << 2)) + f32x4.extract_lane(sum1, 0)) / (total + total));
    store<f32>(out + (<usize>(index + 1) << 2), (load<f32>(plane + (<usize>(index + 1) << 2)) + f32x4.extract_lane(sum1, 2)) / (total + total));
    sum2 = f32x4.add(sum2, v128.shuffle<f32>(sum2, sum2, 1, 0, 3, 2));
    store<f32>(out + (<usize>(index + 2) << 2), (load<f32>(plane + (<usize>(index + 2) << 2)) + f32x4.extract_lane(sum2, 0)) / (total + total));
    store<f32>(out + (<usize>(index + 3) << 2), (load<f32>(plane + (<usize>(index + 3) << 2)) + f32x4.extract_lane(sum2, 2)) / (total + total));
  }
}

/**
 * Means along a flow, `steps` places both ways that lie so many pixels apart, of a plane with one value per pixel or, with `hasFour`, with four.
 * `flow` has a unit vector of two floats for every pixel, `weights` one float for each step and one before the first. Two pixels
 * are done at once, each in both ways: a step has to wait for the one before.
 */
export function smoothAlong(
  plane: usize,
  hasFour: bool,
  width: i32,
  height: i32,
  flow: usize,
  weights: usize,
  steps: i32,
  apart: f32,
  out: usize,
): void {
  const count = width * height;
  // Away from the edges of the image no step can leave it.
  const margin = <i32>ceil(<f32>steps * apart) + 2;
  for (let index = 0; index < count; ) {
    const column = index % width;
    const row = index / width;
    const isFree =
      column >= margin && column + 3 < width - margin && row >= margin && row < height - margin;
    if (isFree) {
      if (hasFour) {
        fourMeansAlong(plane, true, column, row, width, flow, weights, steps, apart, out);
      } else {
        fourMeansAlong(plane, false, column, row, width, flow, weights, steps, apart, out);
      }
      index += 4;
      continue;
    }
    if (hasFour) {
      meansAlong(plane, true, width, height, flow, weights, steps, apart, out, index);
    } else {
      meansAlong(plane, false, width, height, flow, weights, steps, apart, out, index);
    }
    index += 2;
  }
}
