import { collectColours } from '../../vision/cut-costs.ts';
import {
  fitGaussianMixture,
  type GaussianMixture,
  thinOutColours,
} from '../../vision/gaussian-mixture.ts';
import type { HeadView } from '../../head/head-view.ts';
import { type HairZones, VIEW_COUNT } from './hair-zones.ts';

/** Distributions of the colours of a view. */
export interface HairColours {
  readonly hair: GaussianMixture;
  readonly skin: GaussianMixture;
  /** Clothes, neck and arms. */
  readonly body: GaussianMixture;
  readonly ground: GaussianMixture;
}

/** Densities from which a colour may be that of skin or of hair: it is not learnt as another one. */
const LIKE_SKIN = 4e-7;
const LIKE_HAIR = 1e-6;
/** Density of any colour at all, so that what no distribution explains decides nothing. */
const ANY_COLOUR = 3e-9;
/** Minimum number of samples of hair. */
const MIN_SAMPLES = 60;

/** View in which hair is searched; `person` is its matte with the margin for loose hair. */
export interface HairView {
  readonly view: HeadView;
  readonly zones: HairZones;
  readonly person: Float32Array;
}

/** Learns colours where positions alone say what a pixel is. */
export function learnByPosition({ view, zones, person }: HairView): HairColours {
  const { colours, isInImage, face } = view;
  const plain = fit(view, (index) => zones.cheeks[index] === 1);
  const hair = fit(
    view,
    (index) => zones.top[index] === 1 && densityAt(plain, colours, index) < LIKE_SKIN,
  );
  // A forehead may be in the shade of its hair: it is skin unless a fringe covers it.
  const skin = fit(
    view,
    (index) =>
      zones.cheeks[index] === 1 ||
      (zones.aboveBrows[index] === 1 &&
        densityAt(hair, colours, index) < densityAt(plain, colours, index) + LIKE_HAIR / 4),
  );
  return {
    hair,
    skin,
    body: fit(
      view,
      (index) =>
        person[index] > 0.8 &&
        zones.prior[index] < MAX_PRIOR &&
        isInImage[index] === 1 &&
        face[index] === 0 &&
        densityAt(hair, colours, index) < LIKE_HAIR,
    ),
    ground: fitGround(view, hair, (index) => person[index] < 0.1 && isInImage[index] === 1),
  };
}

/**
 * Learns the colours of the ground. Curls that the matte of people misses are no part of it, unless most of the ground
 * has colours of hair.
 */
function fitGround(
  view: HeadView,
  hair: GaussianMixture,
  isMember: (index: number) => boolean,
): GaussianMixture {
  const all = collectColours(view.colours, isMember);
  const apart = collectColours(
    view.colours,
    (index) => isMember(index) && densityAt(hair, view.colours, index) < LIKE_HAIR,
  );
  return fitGaussianMixture(thinOutColours(apart.count > all.count * MIN_APART ? apart : all));
}

/** Minimum fraction of a ground that has colours of its own. */
const MIN_APART = 0.6;

/** Maximum prior of hair where colours of the body are learnt. */
const MAX_PRIOR = 0.45;

/** Learns from a cut; returns null where it contains too little hair. */
export function learnFromHair(
  { view, zones, person }: HairView,
  cut: Uint8Array,
  { skin }: HairColours,
): HairColours | null {
  const { colours, isInImage, face } = view;
  const samples = collectColours(colours, (index) => cut[index] === 1);
  if (samples.count < MIN_SAMPLES) {
    return null;
  }
  const hair = fitGaussianMixture(thinOutColours(samples));
  const isRest = (index: number): boolean => cut[index] === 0 && isInImage[index] === 1;
  return {
    hair,
    skin,
    body: fit(
      view,
      (index) =>
        isRest(index) &&
        person[index] > 0.6 &&
        face[index] === 0 &&
        zones.prior[index] < MAX_PRIOR &&
        densityAt(hair, colours, index) < LIKE_HAIR,
    ),
    ground: fitGround(view, hair, (index) => isRest(index) && person[index] < 0.2),
  };
}

/** Returns the probability of hair by position and colour, 0..1 per pixel of the view. */
export function weighHair(
  { view, zones, person }: HairView,
  { hair, skin, body, ground }: HairColours,
): Float32Array {
  const { colours, isInImage } = view;
  const probability = new Float32Array(VIEW_COUNT);
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    if (isInImage[index] === 0) {
      continue;
    }
    const isPerson = Math.min(0.98, Math.max(0.03, person[index]));
    const prior = zones.prior[index];
    const ofHair = isPerson * prior * (densityAt(hair, colours, index) + ANY_COLOUR / 10);
    const ofBody =
      0.6 * densityAt(skin, colours, index) + 0.4 * densityAt(body, colours, index) + ANY_COLOUR;
    const ofGround = densityAt(ground, colours, index) + ANY_COLOUR;
    const ofOthers = isPerson * (1 - prior) * ofBody + (1 - isPerson) * ofGround;
    probability[index] = ofHair / (ofHair + ofOthers);
  }
  return probability;
}

/** Returns the density of a distribution at the colour of a pixel. */
function densityAt(mixture: GaussianMixture, colours: Float32Array, index: number): number {
  return mixture.densityOf(colours[index * 3], colours[index * 3 + 1], colours[index * 3 + 2]);
}

function fit(
  { colours }: Pick<HeadView, 'colours'>,
  isMember: (index: number) => boolean,
): GaussianMixture {
  return fitGaussianMixture(thinOutColours(collectColours(colours, isMember)));
}
