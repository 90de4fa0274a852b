/**
 * A rectangle anywhere over a picture, in pixels of it. Pixel centres lie at half numbers: the picture
 * spans 0..width. Turned clockwise around its centre by `rotation` (radians).
 */
export interface Region {
  centreX: number;
  centreY: number;
  width: number;
  height: number;
  rotation: number;
}

/** A region to be filled in; the owner keeps it so that hot loops make none. */
export function createRegion(): Region {
  return { centreX: 0, centreY: 0, width: 0, height: 0, rotation: 0 };
}

/** The smallest square around a whole picture. */
export function setLetterbox(region: Region, width: number, height: number): void {
  setSquare(region, width / 2, height / 2, Math.max(width, height));
}

/** An upright square. */
export function setSquare(region: Region, centreX: number, centreY: number, size: number): void {
  region.centreX = centreX;
  region.centreY = centreY;
  region.width = size;
  region.height = size;
  region.rotation = 0;
}

/**
 * Brings points (x and y, `step` values apart) of a square picture of a region, `size` pixels a side, to where they lie in
 * the picture around it, in place.
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

/** Sets a region to another one. */
export function copyRegion(from: Readonly<Region>, to: Region): void {
  to.centreX = from.centreX;
  to.centreY = from.centreY;
  to.width = from.width;
  to.height = from.height;
  to.rotation = from.rotation;
}
