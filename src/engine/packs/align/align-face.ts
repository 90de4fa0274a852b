import type { Region } from '../../pixels/region.ts';
import { createSimilarity, fitSimilarity } from '../../vision/similarity.ts';
import type { TemplateName } from '../recognise/families.ts';
import { FIVE_POINTS, setFivePoints } from './five-points.ts';
import { templates } from './templates.ts';

const points = new Float32Array(FIVE_POINTS * 3);
const movement = createSimilarity();
const everyPoint = Uint16Array.from({ length: FIVE_POINTS }, (_, index) => index);

/** The templates as points of a picture of the size 1. */
const aligned = new Map(
  Object.entries(templates).map(([name, spots]) => [name, Float32Array.from(spread(spots))]),
);

/**
 * Sets `region` to the turned square of the frame that a model wants to see of the face under a mesh: the
 * one in which its five points come closest to those of the template. A movement that keeps shapes turns
 * a square into a square, so nothing but the square has to be kept to bring the result back.
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
