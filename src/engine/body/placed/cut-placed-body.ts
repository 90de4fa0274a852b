/**
 * Cuts out the body around joints that were set by hand, as GrabCut does: colours are learnt near the bones and far
 * from them, and a minimum cut between both follows the edges of the image. Plain paper that is connected with the
 * surroundings is background; paper inside of the outline is body. Networks for people fail on drawings and puppets.
 */
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { collectColours, measureEdgeCosts } from '../../vision/cut-costs.ts';
import { fitGaussianMixture, type GaussianMixture } from '../../vision/gaussian-mixture.ts';
import { clamp, computeMedian } from '../../vision/math.ts';
import { cutGrid } from '../../vision/min-cut.ts';
import { fillHoles, selectConnected } from '../../vision/regions.ts';
import { BODY_MASK_SIZE as SIZE } from '../joints.ts';
import { createBoneDistance } from './bone-distance.ts';

/**
 * Distances from the bones in half widths: surely body, body colours, limit for filling holes, beginning of the
 * background colours, and the value outside of the image.
 */
const SURE = 0.3;
const INNER = 0.7;
const FILLED = 1.3;
const OUTER = 2.4;
const NEVER = 5;
const SURELY = 1_000_000;
/** Costs of a half width of distance from the bones, and of a nat of colour. */
const PLACE_COST = 30;
const COLOUR_COST = 22;
const MAX_NATS = 4;
const EDGES = { equal: 90, min: 2 } as const;
const ROUNDS = 2;
/**
 * Maximum colour distance of paper from the median of the background, and minimum fraction of the background that is
 * paper.
 */
const PAPER_APART = 30;
const PAPER = 0.6;
const PAPER_COST = 40;

/** Returns the mask of the body of these joints in a square region, 0 or 255 per pixel. */
export function cutPlacedBody(
  image: RgbaImage,
  joints: Float32Array,
  region: Readonly<Region>,
): Uint8Array<ArrayBuffer> {
  const { colours, isInside } = sampleSquare(image, region);
  const scale = region.width / SIZE;
  const distanceAt = createBoneDistance(joints, image);
  const left = region.centreX - region.width / 2;
  const top = region.centreY - region.height / 2;
  const distance = new Float32Array(SIZE * SIZE);
  for (let index = 0; index < distance.length; index += 1) {
    const x = left + ((index % SIZE) + 0.5) * scale;
    const y = top + (Math.floor(index / SIZE) + 0.5) * scale;
    distance[index] = isInside[index] === 1 ? distanceAt(x, y) : NEVER;
  }
  const edges = measureEdgeCosts(colours, { size: SIZE, ...EDGES });
  let body = distance.map((value) => (value < INNER ? 1 : 0));
  let ground = distance.map((value, index) => (value > OUTER && isInside[index] === 1 ? 1 : 0));
  const open = findOpenPaper(colours, ground, (index) => distance[index] > OUTER);
  let cut: Uint8Array<ArrayBuffer> = new Uint8Array(SIZE * SIZE);
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = fitGaussianMixture(collectColours(colours, (index) => body[index] === 1));
    const other = fitGaussianMixture(collectColours(colours, (index) => ground[index] === 1));
    const inside = new Int32Array(SIZE * SIZE);
    const outside = new Int32Array(SIZE * SIZE);
    for (let index = 0; index < inside.length; index += 1) {
      const score = computeScore(
        distance[index],
        computeNats(colours, index, own, other),
        open[index] === 1,
      );
      inside[index] = Math.max(0, -score);
      outside[index] = Math.max(0, score);
    }
    cut = cutGrid({ width: SIZE, height: SIZE, inside, outside, edges });
    body = Float32Array.from(cut);
    ground = Float32Array.from(cut, (value, index) => (value === 0 ? isInside[index] : 0));
  }
  const filled = fillHoles(cut, SIZE);
  const whole = cut.map((value, index) =>
    value === 1 || (filled[index] === 1 && distance[index] < FILLED) ? 1 : 0,
  );
  const kept = selectConnected(whole, SIZE, (index) => distance[index] < SURE);
  return kept.map((value) => value * 255);
}

/** Returns the paper that is connected with sure background; empty if the background is not plain. */
function findOpenPaper(
  colours: Float32Array,
  ground: Float32Array,
  isOuter: (index: number) => boolean,
): Uint8Array {
  const members = [...ground.keys()].filter((index) => ground[index] === 1);
  const [red, green, blue] = [0, 1, 2].map((channel) =>
    computeMedian(
      members.map((index) => colours[index * 3 + channel]),
      0,
    ),
  );
  const isPaper = Uint8Array.from(ground, (_, index) => {
    const at = index * 3;
    const apart = Math.hypot(colours[at] - red, colours[at + 1] - green, colours[at + 2] - blue);
    return apart < PAPER_APART ? 1 : 0;
  });
  const part = members.filter((index) => isPaper[index] === 1).length / Math.max(1, members.length);
  return part < PAPER ? new Uint8Array(ground.length) : selectConnected(isPaper, SIZE, isOuter);
}

function computeScore(distance: number, nats: number, isOpen: boolean): number {
  if (distance < SURE) {
    return SURELY;
  }
  if (distance >= NEVER) {
    return -SURELY;
  }
  return isOpen
    ? -PAPER_COST
    : Math.round(PLACE_COST * clamp(1.2 - distance, -1.5, 1) + COLOUR_COST * nats);
}

/** Returns the log-likelihood ratio of a colour between body and surroundings, in nats. */
function computeNats(
  colours: Float32Array,
  index: number,
  own: GaussianMixture,
  other: GaussianMixture,
): number {
  const at = index * 3;
  const pixel = [colours[at], colours[at + 1], colours[at + 2]] as const;
  return clamp(Math.log(own.densityOf(...pixel) / other.densityOf(...pixel)), -MAX_NATS, MAX_NATS);
}

/** Returns the mean colours of the cells of a square, and whether they are inside of the image. */
function sampleSquare(
  { width, height, pixels }: RgbaImage,
  region: Readonly<Region>,
): { readonly colours: Float32Array; readonly isInside: Uint8Array } {
  const colours = new Float32Array(SIZE * SIZE * 3);
  const isInside = new Uint8Array(SIZE * SIZE);
  const scale = region.width / SIZE;
  const left = region.centreX - region.width / 2;
  const top = region.centreY - region.height / 2;
  for (let index = 0; index < isInside.length; index += 1) {
    const fromX = left + (index % SIZE) * scale;
    const fromY = top + Math.floor(index / SIZE) * scale;
    const [x0, x1] = computeSpan(fromX, scale, width);
    const [y0, y1] = computeSpan(fromY, scale, height);
    isInside[index] =
      fromX + scale / 2 >= 0 &&
      fromY + scale / 2 >= 0 &&
      fromX + scale / 2 < width &&
      fromY + scale / 2 < height
        ? 1
        : 0;
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0;
      for (let y = y0; y < y1; y += 1) {
        for (let x = x0; x < x1; x += 1) {
          sum += pixels[(y * width + x) * 4 + channel];
        }
      }
      colours[index * 3 + channel] = sum / ((x1 - x0) * (y1 - y0));
    }
  }
  return { colours, isInside };
}

/** Returns the range of pixels of a cell: at least one, clamped to the image. */
function computeSpan(from: number, scale: number, length: number): readonly [number, number] {
  const start = clamp(Math.floor(from), 0, length - 1);
  return [start, clamp(Math.round(from + scale), start + 1, length)];
}
