/** Measures whether the background around somebody is even, so that it can be continued where they were. */
import {
  CONTINUED,
  evaluateGround,
  fitColour,
  type GroundColour,
  MEASURED,
} from './ground-colour.ts';
import {
  CELL,
  collectCells,
  type GroundImage,
  measureRing,
  type RingCells,
  type RingMeasure,
} from './measure-ring.ts';
import type { PersonArea } from './person-area.ts';

/** Background that can be continued. */
export interface EvenGround {
  /** Distance from the person, in pixels, from which the background is untouched. */
  readonly margin: number;
  readonly colour: GroundColour;
}

/** Distances from a person at which the background may begin, in heights of the face: shadows and loose hair end there. */
const MARGINS = [0.08, 0.14, 0.22, 0.34, 0.5, 0.7] as const;
/** Widths of the measured ring and of the background beyond it, in heights of the face. */
const RING = 0.45;
const BEYOND = 1.1;
/** Width of the inner part in heights of the face. */
const NEAR = 0.18;
/** Deviation of inner blocks that no eye sees, 0..255, and how much it may be of that of the background beyond. */
const NEAR_UNSEEN = 0.8;
const NEAR_LIKE_BEYOND = 0.5;
/** Limits of an even ring, see {@link RingMeasure}. */
const LIMITS = { deviation: 4, most: 10, texture: 7, unevenness: 2.3, hidden: 0.35 } as const;
/** Deviation of blocks that no eye sees, 0..255, and how much more it may be than that of the background beyond. */
const UNSEEN = 1.3;
const LIKE_BEYOND = 1.25;
/** Fewest cells of a ring. */
const MIN_CELLS = 24;

/** Finds the nearest ring around a person that is even; null where none is. */
export function findEvenGround(image: GroundImage, area: PersonArea): EvenGround | null {
  for (const fraction of MARGINS) {
    const margin = fraction * area.faceHeight;
    const middle = margin + Math.max(3 * CELL, RING * area.faceHeight);
    const ring = collectCells(image, area, { from: margin + CELL, to: middle });
    const beyond = collectCells(image, area, {
      from: middle,
      to: margin + BEYOND * area.faceHeight,
    });
    const near = collectCells(image, area, {
      from: margin + CELL,
      to: margin + Math.max(3 * CELL, NEAR * area.faceHeight),
    });
    if (ring.values.length < MIN_CELLS) {
      return null;
    }
    const colour = fitColour(ring.values, image, CONTINUED);
    const measured = fitColour(ring.values, image, MEASURED);
    const isKnown = isSurrounded(image, area, { ring, margin, colour });
    if (
      isKnown &&
      isEven(measureRing({ near, ring, beyond, faceHeight: area.faceHeight }, measured, image))
    ) {
      return { margin, colour };
    }
  }
  return null;
}

/** Smallest ring by the area that it surrounds, and how far the continued colour may leave that of the ring, 0..255. */
const MIN_RING = 0.15;
const OUTSIDE = 25;

/** Returns whether a ring is seen on enough of the border that its colour in between is known, not guessed. */
function isSurrounded(
  image: GroundImage,
  { distance }: PersonArea,
  { ring, margin, colour }: EvenGround & { readonly ring: RingCells },
): boolean {
  const ranges = [2, 3, 4].map((channel) => {
    const values = ring.values.map((value) => value[channel]).toSorted((a, b) => a - b);
    const end = Math.floor(values.length * 0.02);
    return [values[end] - OUTSIDE, values[values.length - 1 - end] + OUTSIDE] as const;
  });
  let inside = 0;
  for (let y = CELL / 2; y < image.height; y += CELL) {
    for (let x = CELL / 2; x < image.width; x += CELL) {
      if (distance[y * image.width + x] > margin) {
        continue;
      }
      inside += 1;
      for (const [channel, [low, high]] of ranges.entries()) {
        const value = evaluateGround(colour, channel, [x, y], image);
        if (value < low || value > high) {
          return false;
        }
      }
    }
  }
  return ring.values.length >= MIN_RING * inside;
}

function isEven(measure: RingMeasure): boolean {
  return (
    measure.deviation <= LIMITS.deviation &&
    measure.most <= LIMITS.most &&
    measure.texture <= LIMITS.texture &&
    measure.unevenness <= LIMITS.unevenness &&
    measure.hidden <= LIMITS.hidden &&
    measure.shade <= Math.max(UNSEEN, LIKE_BEYOND * measure.shadeBeyond) &&
    measure.nearShade <= Math.max(NEAR_UNSEEN, NEAR_LIKE_BEYOND * measure.shadeBeyond)
  );
}
