/**
 * Divides an image into people and background by a minimum cut, as GrabCut does: from probabilities, the colours of
 * both sides and the edges of the image.
 */
import type { ImageFace } from '../../head/head-view.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { collectColours, measureEdgeCosts } from '../../vision/cut-costs.ts';
import {
  fitGaussianMixture,
  type GaussianMixture,
  thinOutColours,
} from '../../vision/gaussian-mixture.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { cutGrid } from '../../vision/min-cut.ts';

/** Range of probabilities of pixels that are surely neither background nor people. */
export const UNSURE = { from: 0.1, to: 0.9 } as const;
/** Probabilities of people that no colour overrules. */
const CERTAIN = { low: 0.02, high: 0.98 } as const;
/** Cost of a nat, weight of the log odds of people and of colours, and the most that colours count. */
const COST = 16;
const ODDS = 1.2;
const COLOUR = 0.5;
const MAX_COLOUR_NATS = 1.5;
/** Distances aside from a face in its heights from which an area is less probably of its body, and from which least. */
const BODY = { near: 1.1, far: 2.4 } as const;
const MAX_DISTANCE_NATS = 2.5;
/** Costs of a cut between equal pixels, and between the most different ones. */
const EQUAL = 40;
const MIN = 2;
const SURE = 1e6;

/** The detected faces of an image of `width`. */
interface DetectedFaces {
  readonly faces: readonly Pick<ImageFace, 'box'>[];
  readonly width: number;
}

/** Returns the people (1) in a square image, given their probabilities and the faces in the full-size image. */
export function cutPeople(
  { width: size, pixels }: RgbaImage,
  evidence: Float32Array,
  detected: DetectedFaces,
): Uint8Array<ArrayBuffer> {
  const colours = new Float32Array(size * size * 3);
  for (let at = 0, from = 0; at < colours.length; at += 3, from += 4) {
    colours[at] = pixels[from];
    colours[at + 1] = pixels[from + 1];
    colours[at + 2] = pixels[from + 2];
  }
  const fit = (isMember: (index: number) => boolean): GaussianMixture =>
    fitGaussianMixture(thinOutColours(collectColours(colours, isMember)));
  const front = fit((index) => evidence[index] > UNSURE.to);
  const behind = fit((index) => evidence[index] < UNSURE.from);
  const distances = measureDistances(size, detected);
  const inside = new Int32Array(evidence.length);
  const outside = new Int32Array(evidence.length);
  for (let index = 0; index < evidence.length; index += 1) {
    const answer = evidence[index];
    if (answer > CERTAIN.high || answer < CERTAIN.low) {
      (answer > 0.5 ? outside : inside)[index] = SURE;
      continue;
    }
    const red = colours[index * 3];
    const green = colours[index * 3 + 1];
    const blue = colours[index * 3 + 2];
    const colour = Math.log(front.densityOf(red, green, blue) / behind.densityOf(red, green, blue));
    const nats =
      ODDS * Math.log(answer / (1 - answer)) +
      clamp(colour * COLOUR, -MAX_COLOUR_NATS, MAX_COLOUR_NATS) -
      distances[index % size];
    (nats > 0 ? outside : inside)[index] = Math.round(Math.abs(nats) * COST);
  }
  const edges = measureEdgeCosts(colours, { size, equal: EQUAL, min: MIN });
  return cutGrid({ width: size, height: size, inside, outside, edges });
}

/**
 * Returns by how many nats people are less probable in each column: furniture and passers-by are farther aside from
 * all faces than bodies are.
 */
function measureDistances(size: number, { faces, width }: DetectedFaces): Float32Array {
  const distances = new Float32Array(size);
  for (let column = 0; column < size; column += 1) {
    const x = ((column + 0.5) * width) / size;
    const asides = faces.map(({ box }) => Math.abs(x - box.left - box.width / 2) / box.height);
    if (asides.length > 0) {
      const least = Math.min(...asides);
      distances[column] = MAX_DISTANCE_NATS * smoothstep(BODY.near, BODY.far, least);
    }
  }
  return distances;
}
