import { alignFace } from '../../packs/align/align-face.ts';
import { FIVE_POINTS, setFivePoints } from '../../packs/align/five-points.ts';
import type { Region } from '../../pixels/region.ts';

/** Scale of the crop against an FFHQ face crop. */
const AROUND = 1.5;
const points = new Float32Array(FIVE_POINTS * 3);

/** Sets `region` to the square around the head that LivePortrait takes. */
export function setPortraitRegion(region: Region, mesh: Float32Array): void {
  alignFace(region, mesh, 'ffhq_512');
  setFivePoints(points, mesh);
  let [x, y] = [0, 0];
  for (let at = 0; at < points.length; at += 3) {
    x += points[at]! / FIVE_POINTS;
    y += points[at + 1]! / FIVE_POINTS;
  }
  region.centreX = x + AROUND * (region.centreX - x);
  region.centreY = y + AROUND * (region.centreY - y);
  region.width *= AROUND;
  region.height *= AROUND;
}
