// Frames moved along a warp map.

/**
 * Writes a plane moved as a map says, whose positions are four values apart, over rows that begin `outLine` values after each
 * other. Where nothing moves, and where `mask` covers all of four values wholly, nothing is written.
 */
export function warpPlane(
  out: usize,
  outLine: i32,
  width: i32,
  height: i32,
  texture: usize,
  mask: usize,
  map: usize,
  mapWidth: i32,
): void {
  const none = i32x4.splat(0);
  const maxX = i32x4.splat(((width - 1) << 16) - 1);
  const maxY = i32x4.splat(((height - 1) << 16) - 1);
  const perPlace = i32x4.splat(width | 65536);
  const full = fullWeight(width);
  const half = i32x4.splat(8192);
  const fieldLine = (<usize>mapWidth) << 3;
  for (let top = 0; top < height; top += 4) {
    let node = map + (<usize>(top >> 2)) * fieldLine;
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
 * {@link warpPlane} for two planes in turns of half the size, drawn on two planes; the map and the mask are those of
 * the full size.
 */
export function warpPairs(
  first: usize,
  firstLine: i32,
  second: usize,
  secondLine: i32,
  width: i32,
  height: i32,
  texture: usize,
  mask: usize,
  map: usize,
  mapWidth: i32,
): void {
  const none = i32x4.splat(0);
  const maxX = i32x4.splat(((width - 1) << 16) - 1);
  const maxY = i32x4.splat(((height - 1) << 16) - 1);
  const perPlace = i32x4.splat((width << 1) | 131072);
  const full = fullWeight(width);
  const fieldLine = (<usize>mapWidth) << 4;
  for (let top = 0; top < height; top += 4) {
    let node = map + (<usize>(top >> 2)) * fieldLine;
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
            width - left < 4 ? width - left : 4, texture, width << 1, perPlace, full,
            x, y, none, none, maxX, maxY, none, none, none, none, none, none, none, none,
          );
        }
        x = i32x4.add(x, downX);
        y = i32x4.add(y, downY);
      }
    }
  }
}
