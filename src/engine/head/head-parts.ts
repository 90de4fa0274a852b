/**
 * Segments a view into head (face, hair, ears, hat), neck and rest. Colours are learnt where the position alone
 * classifies a pixel, the view is cut in two, and both steps are repeated with the result:
 *
 *   person matte + zones -> colours -> cut -> colours -> cut -> connected head without holes
 */
import { fitGaussianMixture, type GaussianMixture } from '../vision/gaussian-mixture.ts';
import { VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';
import { measureZones, type HeadZones } from './head-zones.ts';
import { collectColours, measureEdgeCosts, toCutCost } from '../vision/cut-costs.ts';
import { cutGrid } from '../vision/min-cut.ts';
import { fillHoles, selectBroad } from '../vision/regions.ts';

/** The parts of a view; one value per pixel. */
export interface HeadParts {
  readonly zones: HeadZones;
  /** 1 for the head. */
  readonly head: Uint8Array;
  /** Probability that a pixel of the head is skin, 0..1. */
  readonly skin: Float32Array;
  /** Probability that a pixel is skin of the neck or of the chest, 0..1. */
  readonly neck: Float32Array;
  /** Person mask of the network, 0..1. */
  readonly person: Float32Array;
}

/** The cut is made at half the size. */
const CUT_SIZE = VIEW_SIZE / 2;
const ROUNDS = 2;
/** Parts connected to the head by less than twice this (pixels of the cut) are removed. */
const BROAD = 2;
/** Maximum cost of a colour in nats, cost of a cut between two equal pixels, and cost of contradicting a seed. */
const MAX_NATS = 14;
const EDGE_COST = 44;
const SEED_COST = 100_000;
/** Minimum number of samples of a colour distribution; with fewer samples of hair, the scalp is bald or hidden. */
const MIN_HAIR_SAMPLES = 40;
/** Density in the distribution of hair above which a colour may be hair. */
const LIKE_HAIR = 3e-6;

interface Mixtures {
  readonly hair: GaussianMixture;
  readonly skin: GaussianMixture;
  readonly ground: GaussianMixture;
  readonly body: GaussianMixture;
}

/** Finds the parts of a view; `person` is its matte. */
export function findHeadParts(view: HeadView, person: Float32Array): HeadParts {
  const steps = findHeadPartsInSteps(view, person);
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
  }
}

/** Runs {@link findHeadParts} in steps of about a tenth of a second, between which the caller may stop. */
export function* findHeadPartsInSteps(
  view: HeadView,
  person: Float32Array,
): Generator<undefined, HeadParts, undefined> {
  const zones = measureZones(view);
  const small = reduceView(view, person, zones);
  yield;
  const first = learnFromPositions(small);
  let mixtures = first;
  yield;
  const edges = measureEdgeCosts(small.colours, { size: CUT_SIZE, equal: EDGE_COST, min: 2 });
  let head = cutHead(small, mixtures, edges);
  for (let round = 1; round < ROUNDS; round += 1) {
    yield;
    mixtures = learnFromCut(small, head, first);
    yield;
    head = cutHead(small, mixtures, edges);
  }
  yield;
  const whole = enlarge(head);
  const found = { zones, person, head: whole, mixtures };
  const skin = findSkin(view, found);
  yield;
  return { zones, head: whole, skin, neck: findNeck(view, found), person };
}

interface FoundHead {
  readonly zones: HeadZones;
  readonly person: Float32Array;
  readonly head: Uint8Array;
  readonly mixtures: Mixtures;
}

/** Inputs of the cut, at its size. */
interface CutView {
  readonly colours: Float32Array;
  readonly isInImage: Uint8Array;
  readonly face: Uint8Array;
  readonly otherFaces: Uint8Array;
  readonly person: Float32Array;
  readonly skull: Float32Array;
  readonly likelihood: Float32Array;
  readonly isHeadSkin: Uint8Array;
  readonly chin: number;
  readonly forehead: number;
  readonly neck: number;
}

function reduceView(view: HeadView, person: Float32Array, zones: HeadZones): CutView {
  const count = CUT_SIZE * CUT_SIZE;
  const colours = new Float32Array(count * 3);
  const smallPerson = new Float32Array(count);
  const pick = <T extends Uint8Array | Float32Array>(from: T, to: T): T => {
    for (let index = 0; index < count; index += 1) {
      to[index] = from[toViewIndex(index)];
    }
    return to;
  };
  for (let index = 0; index < count; index += 1) {
    const corner = toViewIndex(index);
    for (const at of [corner, corner + 1, corner + VIEW_SIZE, corner + VIEW_SIZE + 1]) {
      colours[index * 3] += view.colours[at * 3] / 4;
      colours[index * 3 + 1] += view.colours[at * 3 + 1] / 4;
      colours[index * 3 + 2] += view.colours[at * 3 + 2] / 4;
      smallPerson[index] += person[at] / 4;
    }
  }
  return {
    colours,
    person: smallPerson,
    isInImage: pick(view.isInImage, new Uint8Array(count)),
    face: pick(view.face, new Uint8Array(count)),
    otherFaces: pick(view.otherFaces, new Uint8Array(count)),
    skull: pick(zones.skull, new Float32Array(count)),
    likelihood: pick(zones.likelihood, new Float32Array(count)),
    isHeadSkin: pick(zones.isHeadSkin, new Uint8Array(count)),
    chin: zones.chin / 2,
    forehead: zones.forehead / 2,
    neck: zones.neck / 2,
  };
}

function toViewIndex(index: number): number {
  return Math.floor(index / CUT_SIZE) * 2 * VIEW_SIZE + (index % CUT_SIZE) * 2;
}

/** Learns colours where the position alone classifies a pixel. */
function learnFromPositions(view: CutView): Mixtures {
  const { person, skull, face, isInImage } = view;
  const cm = VIEW_SCALE / 2;
  const skin = learnWhere(view, (index) => face[index] === 1);
  const hairSamples = collectColours(
    view.colours,
    (index) =>
      face[index] === 0 &&
      skull[index] < 0.97 &&
      person[index] > 0.7 &&
      toRow(index) < view.forehead + cm,
  );
  const hair = hairSamples.count < MIN_HAIR_SAMPLES ? skin : fitGaussianMixture(hairSamples);
  const ground = learnWhere(
    view,
    (index) => isInImage[index] === 1 && person[index] < 0.15 && skull[index] > 1.1,
  );
  const { colours } = view;
  const body = learnWhere(view, (index) => {
    const isElsewhere = toRow(index) - view.chin > 7 * cm || skull[index] > 1.9;
    const at = index * 3;
    return (
      isInImage[index] === 1 &&
      isElsewhere &&
      person[index] > 0.8 &&
      hair.densityOf(colours[at], colours[at + 1], colours[at + 2]) < LIKE_HAIR
    );
  });
  return { hair, skin, ground, body };
}

/** Learns from a cut; `before` is what was learnt from positions. */
function learnFromCut(view: CutView, head: Uint8Array, before: Mixtures): Mixtures {
  const { person, isHeadSkin, isInImage } = view;
  const hair = collectColours(
    view.colours,
    (index) => head[index] === 1 && (isHeadSkin[index] === 0 || toRow(index) < view.forehead),
  );
  const isRest = (index: number): boolean => isInImage[index] === 1 && head[index] === 0;
  const ofHair = hair.count < MIN_HAIR_SAMPLES ? before.hair : fitGaussianMixture(hair);
  const body = collectColours(view.colours, (index) => isRest(index) && person[index] > 0.5);
  return {
    hair: ofHair,
    skin: before.skin,
    ground: learnWhere(view, (index) => isRest(index) && person[index] < 0.4),
    body: body.count < MIN_HAIR_SAMPLES ? before.body : fitGaussianMixture(body),
  };
}

function cutHead(
  view: CutView,
  { hair, skin, ground, body }: Mixtures,
  edges: Int32Array,
): Uint8Array {
  const { colours, person, face, otherFaces, isInImage, likelihood, isHeadSkin, skull } = view;
  const count = CUT_SIZE * CUT_SIZE;
  const inside = new Int32Array(count);
  const outside = new Int32Array(count);
  for (let index = 0; index < count; index += 1) {
    const isGround = otherFaces[index] === 1 || (person[index] < 0.02 && skull[index] > 1.2);
    if (isInImage[index] === 0 && face[index] === 0 && !isGround) {
      // Outside of the image nothing speaks for either side.
      continue;
    }
    const at = index * 3;
    const red = colours[at];
    const green = colours[at + 1];
    const blue = colours[at + 2];
    const isPerson = Math.max(0.02, Math.min(0.98, person[index]));
    const prior = likelihood[index];
    const ofSkin = skin.densityOf(red, green, blue);
    const ofHair = hair.densityOf(red, green, blue);
    const skinOfHead = isHeadSkin[index] === 1 ? 0.5 : 0.004;
    const skinOfBody = isHeadSkin[index] === 1 ? 0.05 : 0.5;
    const isHead = isPerson * prior * (ofHair * (1 - skinOfHead) + ofSkin * skinOfHead);
    const isBody =
      isPerson *
      (1 - prior) *
      (body.densityOf(red, green, blue) * (1 - skinOfBody) + ofSkin * skinOfBody);
    const isOther = isBody + (1 - isPerson) * ground.densityOf(red, green, blue);
    // Costs are posterior probabilities, so that a colour that no class explains counts for little.
    inside[index] = toCutCost(isHead / (isHead + isOther), MAX_NATS);
    outside[index] = toCutCost(isOther / (isHead + isOther), MAX_NATS);
    if (face[index] === 1) {
      outside[index] = SEED_COST;
    } else if (isGround) {
      inside[index] = SEED_COST;
    }
  }
  const head = cutGrid({ width: CUT_SIZE, height: CUT_SIZE, inside, outside, edges });
  const isRoot = (index: number): boolean => face[index] === 1;
  const connected = selectBroad(head, CUT_SIZE, { radius: BROAD, isRoot });
  return fillHoles(connected, CUT_SIZE);
}

/** Finds skin of the head: the face, and pixels of its colours where skin may be. */
function findSkin(view: HeadView, { zones, head, mixtures }: FoundHead): Float32Array {
  const { colours, face } = view;
  // A loop: `from` with a function takes ten times as long.
  const found = new Float32Array(head.length);
  for (let index = 0; index < found.length; index += 1) {
    if (face[index] === 1 || head[index] === 0) {
      found[index] = face[index];
      continue;
    }
    const at = index * 3;
    const red = colours[at];
    const green = colours[at + 1];
    const blue = colours[at + 2];
    const ofSkin = mixtures.skin.densityOf(red, green, blue);
    found[index] =
      (zones.isHeadSkin[index] * ofSkin) / (ofSkin + mixtures.hair.densityOf(red, green, blue));
  }
  return found;
}

/** Returns the probability of each pixel to be skin of neck or chest. */
function findNeck(view: HeadView, { zones, person, head, mixtures }: FoundHead): Float32Array {
  const { colours, isInImage } = view;
  const neck = new Float32Array(head.length);
  for (let index = 0; index < neck.length; index += 1) {
    const row = Math.floor(index / VIEW_SIZE);
    const besideCm = Math.abs((index % VIEW_SIZE) - zones.neck) / VIEW_SCALE;
    if (head[index] === 1 || isInImage[index] === 0 || row < zones.mouth || besideCm > 14) {
      continue;
    }
    const at = index * 3;
    const red = colours[at];
    const green = colours[at + 1];
    const blue = colours[at + 2];
    const isNear = (row - zones.chin) / VIEW_SCALE < 3 && besideCm < 4;
    const ofSkin = mixtures.skin.densityOf(red, green, blue) * (isNear ? 4 : 1);
    const ofOthers =
      person[index] *
        (mixtures.body.densityOf(red, green, blue) * 0.6 +
          mixtures.hair.densityOf(red, green, blue) * 0.4) +
      (1 - person[index]) * mixtures.ground.densityOf(red, green, blue);
    neck[index] = (person[index] * ofSkin) / (ofSkin + ofOthers);
  }
  return neck;
}

function learnWhere(view: CutView, isMember: (index: number) => boolean): GaussianMixture {
  return fitGaussianMixture(collectColours(view.colours, isMember));
}

function toRow(index: number): number {
  return Math.floor(index / CUT_SIZE);
}

function enlarge(small: Uint8Array): Uint8Array {
  const large = new Uint8Array(VIEW_SIZE * VIEW_SIZE);
  for (let row = 0, index = 0; row < VIEW_SIZE; row += 1) {
    for (let column = 0; column < VIEW_SIZE; column += 1, index += 1) {
      large[index] = small[(row >> 1) * CUT_SIZE + (column >> 1)];
    }
  }
  return large;
}
