import type { Region } from '../../pixels/region.ts';
import { createSimilarity, fitSimilarity } from '../../vision/similarity.ts';
import type { TemplateName } from '../recognise/families.ts';
import { FIVE_POINTS, setFivePoints } from './five-points.ts';
import { templates } from './templates.ts';

const points = new Float32Array(FIVE_POINTS * 3);
const movement = createSimilarity();
const everyPoint = Uint16Array.from({ length: FIVE_POINTS }, (_, index) => index);

/** Template points of an image of edge 1: x, y, 0 per point. */
const aligned = new Map(
  Object.entries(templates).map(([name, spots]) => [name, Float32Array.from(spread(spots))]),
);

/**
 * Sets `region` to the rotated square of the frame in which the five points of a mesh come closest to those of the
 * template. The fit is a similarity, which maps a square to a square: the region alone is enough to composite the
 * result back.
 */
export function alignFace(region: Region, mesh: Float32Array, template: TemplateName): void {
  setFivePoints(points, mesh);
  fitSimilarity(movement, points, aligned.get(template) ?? points, everyPoint);
  const { a, b, shiftX, shiftY } = movement;
  const scale = a * a + b * b || 1;
  const x = 0.5 - shiftX;
  const y = 0.5 - shiftY;
  region.centreX = (a * x + b * y) / scale;
  region.centreY = (a * y - b * x) / scale;
  region.width = 1 / Math.sqrt(scale);
  region.height = region.width;
  region.rotation = Math.atan2(-b, a);
}

function spread(spots: readonly number[]): number[] {
  return Array.from({ length: FIVE_POINTS * 3 }, (_, at) =>
    at % 3 === 2 ? 0 : spots[Math.floor(at / 3) * 2 + (at % 3)]!,
  );
}
