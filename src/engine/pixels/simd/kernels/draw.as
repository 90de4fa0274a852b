// Textured triangles: what is drawn, and in which planes.

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
 * Writes how far things are moved, two whole numbers in 65536ths, for every place of a map that triangles cover.
 * `points` are 8 floats each: x and y in the map, x and y of the movement, then where they come from, for which way
 * triangles turn; the others mean nothing.
 */
export function rasterizeWarp(
  map: usize,
  width: i32,
  height: i32,
  points: usize,
  triangles: usize,
  count: i32,
): void {
  drawAll(WARP, map, 0, 0, 0, width, height, 0, 0, 0, 0, points, triangles, count);
}

/**
 * {@link rasterizeWarp} for three maps, each `size` bytes behind the one before. `points` are 12 floats each: x and y in the maps, the
 * values of the maps, where they come from, then two without a meaning.
 */
export function rasterizeMaps(
  maps: usize,
  size: usize,
  width: i32,
  height: i32,
  points: usize,
  triangles: usize,
  count: i32,
): void {
  drawAll(MAPS, maps, maps + size, maps + 2 * size, 0, width, height, 0, 0, 0, 0, points, triangles, count);
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
  const length: usize = kind == SKIN || kind == MAPS ? 48 : 32;
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
    const cornerA = v128.load(a);
    const cornerB = v128.load(b);
    const cornerC = v128.load(c);
    const box = boxOf(cornerA, cornerB, cornerC);
    // Many triangles are so small that they cover no pixel.
    if (!isSeen(box, outWidth, outHeight) && (kind != SKIN || !isSeen(halfOf(box), outWidth >> 1, outHeight >> 1))) {
      continue;
    }
    const fromC = f32x4.sub(cornerA, cornerC);
    const otherFromC = f32x4.sub(cornerB, cornerC);
    const areas = twiceAreas(fromC, otherFromC);
    const facing = f32x4.extract_lane(areas, 0);
    let inTexture = f32x4.extract_lane(areas, 2);
    if (kind == MAPS || kind == WARP) {
      const source: usize = kind == MAPS ? 32 : 16;
      const last = v128.load64_zero(c + source);
      inTexture = f32x4.extract_lane(
        twiceAreas(f32x4.sub(v128.load64_zero(a + source), last), f32x4.sub(v128.load64_zero(b + source), last)),
        0,
      );
    }
    if (facing * inTexture > 0 && abs<f32>(facing) > 1e-6) {
      drawTriangle(
        kind, first, second, third, fourth, outWidth, outHeight, texture, otherTexture, width, height, a, b, c, facing, box,
        cornerC, fromC, otherFromC,
      );
    }
  }
}
