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
  const none = f32x4.splat(0);
  const right = f32x4.splat(<f32>width);
  const bottom = f32x4.splat(<f32>height);
  const line = i32x4.splat(width);
  const ways = f32x4(-1, 1, -1, 1);
  const signs = f32x4.splat(-0.0);
  const stride = f32x4.splat(apart);
  for (let index = 0; index < count; index += 2) {
    const other = min(index + 1, count - 1);
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
      const across = v128.and(f32x4.ge(u, none), f32x4.lt(u, right));
      const down = v128.and(f32x4.ge(v, none), f32x4.lt(v, bottom));
      isInside = v128.and(isInside, v128.and(across, down));
      if (!v128.any_true(isInside)) {
        break;
      }
      const weight = v128.and(v128.load32_splat(weights + (step << 2)), isInside);
      total = f32x4.add(total, weight);
      const places = v128.and(
        i32x4.add(i32x4.mul(i32x4.trunc_sat_f32x4_s(v), line), i32x4.trunc_sat_f32x4_s(u)),
        isInside,
      );
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
}
