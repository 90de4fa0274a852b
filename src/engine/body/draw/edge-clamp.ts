import type { BodyLayers } from '../character/body-character.ts';
import { middleOfShoulders, toTorsoLength } from '../joints.ts';
import { smoothstep } from '../../vision/math.ts';
import type { BodyMap } from './body-map.ts';

/** Minimum fraction of an edge that shows the person where the image cuts them off. */
const CUT = 0.04;
const PERSON = 128;

/** Height of the transition above the first row that a side edge cuts, in torso lengths. */
const ABOVE = 0.15;

/** Returns a function that extends maps, so that a person whom the edge of the still cuts off never shows that cut. */
export function createEdgeClamp(character: BodyLayers): (map: BodyMap) => BodyMap {
  const { width, height, joints } = character;
  const { bottom, left, right } = findCuts(character);
  const chest = middleOfShoulders(joints);
  const soft = Math.max(1, toTorsoLength(joints) * ABOVE);
  const edge = { x: 0, y: 0 };
  return (map) => (x, y, out) => {
    map(x, y, out);
    if (bottom && y > chest.y) {
      map(x, height, edge);
      out.y += Math.max(0, height - edge.y) * smoothstep(chest.y, height, y);
    }
    if (left !== null && x < chest.x && y > left - soft) {
      map(0, y, edge);
      const weight = smoothstep(left - soft, left, y) * smoothstep(chest.x, 0, x);
      out.x -= Math.max(0, edge.x) * weight;
    }
    if (right !== null && x > chest.x && y > right - soft) {
      map(width, y, edge);
      const weight = smoothstep(right - soft, right, y) * smoothstep(chest.x, width, x);
      out.x += Math.max(0, width - edge.x) * weight;
    }
  };
}

/**
 * Returns whether the lower edge cuts the person off, and the first row that each side edge cuts; null for sides that
 * do not.
 */
function findCuts({ width, height, alpha }: BodyLayers) {
  let bottom = 0;
  for (let x = 0; x < width; x += 1) {
    bottom += alpha[(height - 1) * width + x] > PERSON ? 1 / width : 0;
  }
  const findSide = (column: number): number | null => {
    let [first, count] = [height, 0];
    for (let y = height - 1; y >= 0; y -= 1) {
      if (alpha[y * width + column] > PERSON) {
        first = y;
        count += 1;
      }
    }
    return count > height * CUT ? first : null;
  };
  return { bottom: bottom > CUT, left: findSide(0), right: findSide(width - 1) };
}
