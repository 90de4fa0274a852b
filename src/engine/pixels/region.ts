/**
 * Rectangle anywhere over an image, in its pixels. Pixel centres are at half numbers: the image spans 0..width. Rotated
 * clockwise around its centre by `rotation` (radians).
 */
export interface Region {
  centreX: number;
  centreY: number;
  width: number;
  height: number;
  rotation: number;
}

/** Creates a region that the owner reuses, so that hot loops do not allocate. */
export function createRegion(): Region {
  return { centreX: 0, centreY: 0, width: 0, height: 0, rotation: 0 };
}

/** Sets the smallest square around a whole image. */
export function setLetterbox(region: Region, width: number, height: number): void {
  setSquare(region, width / 2, height / 2, Math.max(width, height));
}

/** Sets an upright square. */
export function setSquare(region: Region, centreX: number, centreY: number, size: number): void {
  region.centreX = centreX;
  region.centreY = centreY;
  region.width = size;
  region.height = size;
  region.rotation = 0;
}

/**
 * Transforms points (x and y, `step` values apart) from a square crop of a region, `size` pixels a side, to the image
 * around it, in place.
 */
export function mapPointsToFrame(
  points: Float32Array,
  step: number,
  { centreX, centreY, width, rotation }: Readonly<Region>,
  size: number,
): void {
  const scale = width / size;
  const cos = Math.cos(rotation) * scale;
  const sin = Math.sin(rotation) * scale;
  for (let at = 0; at < points.length; at += step) {
    const x = points[at] - size / 2;
    const y = points[at + 1] - size / 2;
    points[at] = centreX + x * cos - y * sin;
    points[at + 1] = centreY + x * sin + y * cos;
  }
}

/** Copies a region to another one. */
export function copyRegion(from: Readonly<Region>, to: Region): void {
  to.centreX = from.centreX;
  to.centreY = from.centreY;
  to.width = from.width;
  to.height = from.height;
  to.rotation = from.rotation;
}
