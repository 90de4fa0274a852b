import type { BodyLayer } from '../character/body-character.ts';
import type { Limb } from '../joints.ts';

/** Alpha from which a pixel counts, and the minimum part of the hair over an arm that covers it. */
const SEEN = 128;
const MIN_PART = 0.1;

/** Returns the arms that the hair of a character lies over in its still. */
export function findCoveredArms(layers: readonly BodyLayer[]): readonly Limb[] {
  const hair = layers.find(({ part }) => part === 'hair')?.image;
  if (hair === undefined) {
    return [];
  }
  return (['leftArm', 'rightArm'] as const).filter((arm) => {
    const layer = layers.find(({ part }) => part === arm);
    return layer !== undefined && measureOverlap(hair, layer.image) > MIN_PART;
  });
}

/** Returns the fraction of the visible pixels of `over` that lie over visible ones of `under`. */
function measureOverlap(over: BodyLayer['image'], under: BodyLayer['image']): number {
  let [shared, all] = [0, 0];
  for (let index = 0; index < over.width * over.height; index += 1) {
    if (over.pixels[index * 4 + 3] < SEEN) {
      continue;
    }
    const x = over.left - under.left + (index % over.width);
    const y = over.top - under.top + Math.floor(index / over.width);
    const isInside = x >= 0 && y >= 0 && x < under.width && y < under.height;
    all += 1;
    shared += isInside && under.pixels[(y * under.width + x) * 4 + 3] >= SEEN ? 1 : 0;
  }
  return shared / Math.max(1, all);
}
