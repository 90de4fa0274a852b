/**
 * Cuts the hair of one head out of its view (GrabCut): colours of hair are learnt around the crown, those of skin on the
 * cheeks, and what is connected to the crown and more like hair than like skin, clothes or ground is hair. Brows and
 * beards are not.
 */
import { measureEdgeCosts, toCutCost } from '../../vision/cut-costs.ts';
import { cutGrid } from '../../vision/min-cut.ts';
import { fillHoles, selectBroad, selectConnected } from '../../vision/regions.ts';
import { VIEW_SIZE } from '../../head/head-view.ts';
import {
  type HairColours,
  type HairView,
  learnByPosition,
  learnFromHair,
  weighHair,
} from './hair-colours.ts';
import { VIEW_COUNT } from './hair-zones.ts';

/** Hair of a view. */
export interface HairCut {
  /** 1 for hair. */
  readonly hair: Uint8Array<ArrayBuffer>;
  readonly colours: HairColours;
  /** Probability of hair by position and colour, 0..1. */
  readonly probability: Float32Array;
}

const ROUNDS = 3;
const MAX_NATS = 8;
/** Costs of a cut between equal pixels and between the most different ones, and of one that contradicts a seed. */
const EQUAL = 60;
const MIN = 3;
const SEED = 100_000;
/** Probability of a person below which a pixel is ground. */
const NOBODY = 0.03;
/** Radius in pixels of the view below which a part hangs on the rest by too little. */
const BROAD = 1.5;
/** Minimum size of a part of hair as a fraction of the largest one: less is shine on a forehead. */
const MIN_ISLAND = 0.12;
/** Probability of hair below which a gap in hair shows something else. */
const MIN_IN_GAP = 0.02;

/** Finds the hair of a view; there is none where the head is bald, or its crown outside of the image. */
export function cutHair(searched: HairView): HairCut {
  const edges = measureEdgeCosts(searched.view.colours, {
    size: VIEW_SIZE,
    equal: EQUAL,
    min: MIN,
  });
  let colours = learnByPosition(searched);
  let probability = weighHair(searched, colours);
  let hair = cutByProbability(searched, probability, edges);
  for (let round = 1; round < ROUNDS; round += 1) {
    const learnt = learnFromHair(searched, hair, colours);
    if (learnt === null) {
      break;
    }
    colours = learnt;
    probability = weighHair(searched, colours);
    hair = cutByProbability(searched, probability, edges);
  }
  return { hair, colours, probability };
}

function cutByProbability(
  { view, zones, person }: HairView,
  probability: Float32Array,
  edges: Int32Array,
): Uint8Array<ArrayBuffer> {
  const inside = new Int32Array(VIEW_COUNT);
  const outside = new Int32Array(VIEW_COUNT);
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    if (view.otherFaces[index] === 1 || view.isInImage[index] === 0 || person[index] < NOBODY) {
      inside[index] = SEED;
    } else {
      inside[index] = toCutCost(probability[index], MAX_NATS);
      outside[index] = toCutCost(1 - probability[index], MAX_NATS);
    }
  }
  const cut = cutGrid({ width: VIEW_SIZE, height: VIEW_SIZE, inside, outside, edges });
  const isRoot = (index: number): boolean => zones.crown[index] === 1;
  const parts = dropIslands(selectBroad(cut, VIEW_SIZE, { radius: BROAD, isRoot }));
  const hair = fillHoles(parts, VIEW_SIZE);
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    // Long hair may meet below a chin: a face is no hole.
    if (parts[index] === 0 && (view.face[index] === 1 || probability[index] < MIN_IN_GAP)) {
      hair[index] = 0;
    }
  }
  return hair;
}

/** Keeps the largest connected part, and others that are not much smaller. */
function dropIslands(hair: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const left = hair.slice();
  const parts: { readonly part: Uint8Array; readonly size: number }[] = [];
  for (let first = left.indexOf(1); first !== -1; first = left.indexOf(1, first + 1)) {
    const root = first;
    const part = selectConnected(left, VIEW_SIZE, (index) => index === root);
    let size = 0;
    for (let index = 0; index < VIEW_COUNT; index += 1) {
      size += part[index];
      left[index] -= part[index];
    }
    parts.push({ part, size });
  }
  const largest = Math.max(0, ...parts.map(({ size }) => size));
  const kept = new Uint8Array(VIEW_COUNT);
  for (const { part, size } of parts) {
    if (size >= largest * MIN_ISLAND) {
      for (let index = 0; index < VIEW_COUNT; index += 1) {
        kept[index] |= part[index];
      }
    }
  }
  return kept;
}
