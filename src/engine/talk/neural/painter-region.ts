import type { Region } from '../../pixels/region.ts';
import { LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';

const CHIN = 152;

/**
 * Sets `region` to the square that painters take of a face: from brows to chin, rotated with the face, with the chin at
 * the lower edge and the nose in the middle, where painting begins.
 */
export function setPainterRegion(region: Region, mesh: Float32Array): void {
  const [leftX, leftY] = computeMean(mesh, LEFT_EYE);
  const [rightX, rightY] = computeMean(mesh, RIGHT_EYE);
  const rotation = Math.atan2(rightY - leftY, rightX - leftX);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  let [left, right] = [Infinity, -Infinity];
  for (let at = 0; at < mesh.length; at += 3) {
    const along = mesh[at]! * cos + mesh[at + 1]! * sin;
    left = Math.min(left, along);
    right = Math.max(right, along);
  }
  const downOf = (point: number): number => mesh[point * 3 + 1]! * cos - mesh[point * 3]! * sin;
  const top = Math.min(...[...LEFT_BROW, ...RIGHT_BROW].map(downOf));
  const bottom = downOf(CHIN);
  const size = Math.max(right - left, bottom - top);
  const [along, down] = [(left + right) / 2, bottom - size / 2];
  region.centreX = along * cos - down * sin;
  region.centreY = along * sin + down * cos;
  region.width = size;
  region.height = size;
  region.rotation = rotation;
}

function computeMean(mesh: Float32Array, points: readonly number[]): readonly [number, number] {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += mesh[point * 3]! / points.length;
    y += mesh[point * 3 + 1]! / points.length;
  }
  return [x, y];
}
