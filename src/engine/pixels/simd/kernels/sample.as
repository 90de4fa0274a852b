// Colours of a frame, sampled row by row.

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
 * then between which positions across and down a pixel is not black.
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
  const full = fullWeight(width);
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
