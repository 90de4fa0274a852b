/**
 * Divides a limb from the rest of its person by a minimum cut: pixels near its line are inside, pixels far from it are
 * outside, and colours and edges decide between.
 */
import {
  type ColourSamples,
  fitGaussianMixture,
  type GaussianMixture,
} from '../../vision/gaussian-mixture.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { cutGrid, type GridCosts } from '../../vision/min-cut.ts';
import type { Limb } from '../joints.ts';
import { findArmSection, sections, selectBareSkin, type SleeveEnd } from './bare-skin.ts';
import { boundLimb, indexInView, type LimbBox, measureBoxEdges } from './limb-box.ts';
import { isArm, type LimbLine, measureLimb } from './limb-line.ts';
import { type PartLabels, voteForLimb } from './part-labels.ts';
import type { PersonView } from './person-view.ts';
import { findFaceColour, isLikeSkin } from './skin-colour.ts';
import {
  asideInTorso,
  halfWidthOfTorso,
  heightInTorso,
  isInHead,
  type TorsoFrame,
} from './torso-frame.ts';

/** Margin of the box around a limb, in its largest half width. */
const MARGIN = 2.2;
/**
 * Colours of the limb are learnt nearer to its line than the first distance, those of the rest beyond the second; in
 * half widths.
 */
const SURELY_INSIDE = 0.55;
const SURELY_OUTSIDE = 1.5;
const PERSON = 0.04;
const MAX_SAMPLES = 3000;
const MIN_SAMPLES = 100;
const NEVER = 100_000;
/**
 * Costs of a half width off the line, of a nat of colour on sleeves and legs, of a nat on bare skin, and of a label.
 */
const PLACE_COST = 40;
const COLOUR_COST = 9;
const BARE_COST = 26;
const LABEL_COST = 45;
const MAX_NATS = 3;
/** Squared colour difference at which the cost of a cut falls to 1/e. */
const CONTRAST = 250;
/**
 * Fractions of learnt pixels that the colours classify correctly: below the first, colours are ignored; from the second
 * on, they count fully.
 */
const TOLD_APART = [0.8, 0.98] as const;
/**
 * Fraction of the colours of clothes that are untypical of them, and minimum fraction of typical colours in a hand that
 * the clothes hide.
 */
const [UNTYPICAL, MOST] = [0.1, 0.6] as const;
/** Minimum weight of colours that decide alone. */
const MIN_TRUST = 0.5;
/**
 * Band around the rim of a limb (half widths, inwards and outwards) in which edges alone decide when colours are not
 * distinct.
 */
const DOUBT = 0.3;
/** Weight of the place in the outer half of that band: without any edge, the cut follows the usual width. */
const LEAN = 0.25;
/**
 * Range of distances around a hand (half widths) in which the skin of a thigh is searched, and the minimum fraction of
 * skin there. On skin, edges alone decide in a wider band.
 */
const AROUND_HAND = [1.3, 2.2] as const;
const MIN_SKIN = 0.3;
const [REACH_ON_SKIN, DOUBT_ON_SKIN] = [1.25, 0.5] as const;

interface MeasuredBox extends LimbBox {
  /** Distance of every pixel to the line in half widths, and the section of the limb that is nearest. */
  readonly distance: Float32Array;
  readonly bones: Uint8Array;
}

/** A limb to divide from its person. The line of a leg begins below the hip, or at the hem of a skirt. */
export interface LimbCut {
  readonly view: PersonView;
  readonly torso: TorsoFrame;
  readonly limb: Limb;
  readonly line: LimbLine;
  /** Labels of the user's network for every pixel of the view; null without one. */
  readonly labels: PartLabels | null;
  /** 1 for pixels that can never belong to the limb, as of hair over it; null for none. */
  readonly foreign: Uint8Array | null;
  /** Returns whether a pixel belongs to a leg, which is cut before the arms. */
  readonly isLeg: (index: number) => boolean;
}

/** What a cut learnt of a limb. */
export interface LearntLimb {
  /** True for an arm without a sleeve. */
  readonly isSleeveless: boolean;
  /** Returns whether a pixel beside a bare section is no skin, as of cloth or hair that lies there. */
  isFrill(index: number): boolean;
}

/** Calls `onPixel` with the index of every pixel of the view that belongs to a limb. */
export function cutLimb(cut: LimbCut, onPixel: (index: number) => void): LearntLimb {
  const { view } = cut;
  const box = measureBox(cut);
  if (box === null) {
    return { isSleeveless: false, isFrill: () => false };
  }
  const colours = fitColours(cut, box);
  markBareEnd(cut, box, colours.sleeveEnd);
  const inside = cutGrid(computeCosts(cut, box, colours));
  for (let at = 0; at < inside.length; at += 1) {
    if (inside[at] === 1) {
      onPixel(indexInView(view.width, box, at));
    }
  }
  return { isSleeveless: colours.isSleeveless, isFrill: createFrillTest(cut, colours) };
}

function createFrillTest(
  { view, limb, line }: LimbCut,
  colours: LimbColours,
): (index: number) => boolean {
  const { isBare, sleeveEnd, isHandHidden, outside, trust, isSkin } = colours;
  if (!isArm(limb) || !isBare.includes(true)) {
    return () => false;
  }
  const measured = { distance: 0, bone: 0 };
  return (index) => {
    const point = [index % view.width, Math.floor(index / view.width)] as const;
    measureLimb(measured, line, ...point);
    const section = findArmSection(line, measured.bone, point, sleeveEnd);
    if (isHandHidden && section === sections.hand) {
      return true;
    }
    return (
      isBare[section] &&
      (outside === null || trust[section] < MIN_TRUST
        ? !isSkin(index)
        : natsOf(view, index, colours, section) < 0)
    );
  };
}

/** Marks the bare end of the bone in which a sleeve ends as a section of its own. */
function markBareEnd({ line }: LimbCut, box: MeasuredBox, end: SleeveEnd | null): void {
  const { left, top, width, bones } = box;
  if (end === null) {
    return;
  }
  for (let at = 0; at < bones.length; at += 1) {
    if (bones[at] === end.bone) {
      const point = [left + (at % width), top + Math.floor(at / width)] as const;
      bones[at] = findArmSection(line, end.bone, point, end);
    }
  }
}

function measureBox({ view, limb, line }: LimbCut): MeasuredBox | null {
  const box = boundLimb(view, line, MARGIN);
  const { left, top, width, height } = box;
  if (width < 3 || height < 3) {
    return null;
  }
  const distance = new Float32Array(width * height);
  const bones = new Uint8Array(width * height);
  const measured = { distance: 0, bone: 0 };
  for (let at = 0; at < distance.length; at += 1) {
    measureLimb(measured, line, left + (at % width) + 0.5, top + Math.floor(at / width) + 0.5);
    distance[at] = measured.distance;
    bones[at] = isArm(limb)
      ? findArmSection(line, measured.bone, [left + (at % width), top + Math.floor(at / width)])
      : measured.bone;
  }
  return { ...box, distance, bones };
}

interface LimbColours {
  readonly inside: readonly GaussianMixture[];
  /** Sections for which only skin was learnt; their colours are more reliable than positions. */
  readonly isBare: readonly boolean[];
  readonly sleeveEnd: SleeveEnd | null;
  readonly isSleeveless: boolean;
  /** True if clothes are before the hand of a bare forearm. */
  readonly isHandHidden: boolean;
  /** Weight of the colours in each section, 0..1. */
  readonly trust: readonly number[];
  readonly outside: GaussianMixture | null;
  /** True for a bare hand on bare skin, as of a thigh, which has the same colours. */
  readonly isHandOnSkin: boolean;
  /** Returns whether a pixel looks like the skin of the face. */
  readonly isSkin: (index: number) => boolean;
}

function fitColours({ view, limb, line, foreign, isLeg }: LimbCut, box: MeasuredBox): LimbColours {
  const inside: number[][] = [[], [], []];
  const outside: number[] = [];
  for (let at = 0; at < box.distance.length; at += 1) {
    const index = indexInView(view.width, box, at);
    const distance = box.distance[at];
    if (view.person[index] > 0.8 && foreign?.[index] !== 1) {
      if (distance < SURELY_INSIDE) {
        inside[box.bones[at]].push(index);
      } else if (distance > SURELY_OUTSIDE) {
        outside.push(index);
      }
    }
  }
  const { members, isBare, sleeveEnd, hasCoveredHand, isSleeveless } = isArm(limb)
    ? selectBareSkin(view, inside, line)
    : { members: inside, isBare: [], sleeveEnd: null, hasCoveredHand: false, isSleeveless: false };
  const isSkin = createSkinTest(view);
  const samples = members.map((own) => sampleColours(view, own));
  const others = sampleColours(view, outside);
  const mixtures = samples.map(fitGaussianMixture);
  const other = outside.length < MIN_SAMPLES ? null : fitGaussianMixture(others);
  const apart = mixtures.map((mixture, section) =>
    other === null ? 0 : toldApart(mixture, other, [samples[section], others]),
  );
  return {
    inside: mixtures,
    isBare,
    sleeveEnd,
    isSleeveless,
    // A glove differs from the clothes beside the arm.
    isHandHidden:
      hasCoveredHand && other !== null && isTypical(samples[sections.hand], other, others),
    trust: apart.map((part) => (other === null ? 0 : smoothstep(...TOLD_APART, part))),
    outside: other,
    isHandOnSkin:
      isBare[sections.hand] && isOnSkin(view, box, (index) => isLeg(index) && isSkin(index)),
    isSkin,
  };
}

function createSkinTest(view: PersonView): (index: number) => boolean {
  const face = findFaceColour(view);
  return (index) => {
    const [red, green, blue] = view.colours.subarray(index * 3, index * 3 + 3);
    return isLikeSkin(face, red, green, blue);
  };
}

/** Returns whether much around a hand is the skin of a leg. */
function isOnSkin(
  view: PersonView,
  box: MeasuredBox,
  isLegSkin: (index: number) => boolean,
): boolean {
  let [skin, all] = [0, 0];
  for (const [at, distance] of box.distance.entries()) {
    const index = indexInView(view.width, box, at);
    const isAround = distance > AROUND_HAND[0] && distance < AROUND_HAND[1];
    if (isAround && box.bones[at] === sections.hand && view.person[index] > 0.8) {
      all += 1;
      skin += isLegSkin(index) ? 1 : 0;
    }
  }
  return all > MIN_SAMPLES && skin > all * MIN_SKIN;
}

function sampleColours(view: PersonView, members: readonly number[]): ColourSamples {
  const step = Math.max(1, members.length / MAX_SAMPLES);
  const count = Math.min(members.length, MAX_SAMPLES);
  const colours = new Float32Array(count * 3);
  for (let sample = 0; sample < count; sample += 1) {
    const from = members[Math.floor(sample * step)] * 3;
    colours.set(view.colours.subarray(from, from + 3), sample * 3);
  }
  return { colours, count };
}

/** Returns whether most samples are as likely in a mixture as nearly all of the samples that it was fitted to. */
function isTypical(
  samples: ColourSamples,
  mixture: GaussianMixture,
  fitted: ColourSamples,
): boolean {
  const [own, other] = [listDensities(fitted, mixture), listDensities(samples, mixture)];
  const min = own.toSorted()[Math.floor(own.length * UNTYPICAL)];
  return other.filter((density) => density >= min).length > other.length * MOST;
}

function listDensities({ colours, count }: ColourSamples, mixture: GaussianMixture): Float64Array {
  return Float64Array.from({ length: count }, (_, sample) => {
    const at = sample * 3;
    return mixture.densityOf(colours[at], colours[at + 1], colours[at + 2]);
  });
}

/** Returns the fraction of samples that their own mixture explains better, averaged over both kinds. */
function toldApart(
  own: GaussianMixture,
  other: GaussianMixture,
  [inside, outside]: readonly [ColourSamples, ColourSamples],
): number {
  const rightOf = (
    { colours, count }: ColourSamples,
    mine: GaussianMixture,
    theirs: GaussianMixture,
  ): number => {
    let right = 0;
    for (let at = 0; at < count * 3; at += 3) {
      const pixel = [colours[at], colours[at + 1], colours[at + 2]] as const;
      right += mine.densityOf(...pixel) > theirs.densityOf(...pixel) ? 1 : 0;
    }
    return right / Math.max(1, count);
  };
  return (rightOf(inside, own, other) + rightOf(outside, other, own)) / 2;
}

function computeCosts(cut: LimbCut, box: MeasuredBox, colours: LimbColours): GridCosts {
  const { view } = cut;
  const { width, height } = box;
  const inside = new Int32Array(width * height);
  const outside = new Int32Array(width * height);
  for (let at = 0; at < inside.length; at += 1) {
    const index = indexInView(view.width, box, at);
    const isHidden = colours.isHandHidden && box.bones[at] === sections.hand;
    if (isHidden || isForeign(cut, index, box.distance[at])) {
      inside[at] = NEVER;
    } else {
      const label = cut.labels === null ? 0 : voteForLimb(cut.labels[index], cut.limb);
      const score = computeScore(view, index, { box, at, colours }) + LABEL_COST * label;
      inside[at] = Math.round(Math.max(0, -score));
      outside[at] = Math.round(Math.max(0, score));
    }
  }
  const edges = measureBoxEdges(view, box, CONTRAST);
  return { width, height, inside, outside, edges };
}

/** Returns the evidence that a pixel belongs to the limb; larger is more likely. */
function computeScore(
  view: PersonView,
  index: number,
  { box, at, colours: learnt }: { readonly box: MeasuredBox; at: number; colours: LimbColours },
): number {
  const distance = box.distance[at];
  const isOnSkin = learnt.isHandOnSkin && box.bones[at] === sections.hand;
  const likely =
    distance > 2 ? 0 : natsOf(view, index, learnt, box.bones[at]) * learnt.trust[box.bones[at]];
  // Hand and thigh have the same colours in any light.
  const nats = isOnSkin ? (learnt.isSkin(index) ? 0 : Math.min(0, likely)) : likely;
  const isBare = learnt.isBare[box.bones[at]];
  const isSure = distance > 1.6 || (distance < 0.6 && !isBare);
  const cost = isBare ? BARE_COST : COLOUR_COST;
  const inside = (isOnSkin ? REACH_ON_SKIN : 1.05) - distance;
  const doubt = isOnSkin ? DOUBT_ON_SKIN : DOUBT * (1 - learnt.trust[box.bones[at]]);
  const place =
    Math.sign(inside) * Math.max(0, Math.abs(inside) - doubt) +
    Math.min(0, inside) * LEAN * (doubt / DOUBT);
  return PLACE_COST * place * (isSure ? 3 : 1) + nats * cost;
}

/** Returns how much more likely the colour of a pixel is on a bone than beside the limb. */
function natsOf(
  { colours }: PersonView,
  index: number,
  { inside, outside }: LimbColours,
  bone: number,
): number {
  if (outside === null) {
    return 0;
  }
  const pixel = [colours[index * 3], colours[index * 3 + 1], colours[index * 3 + 2]] as const;
  const ratio = inside[bone].densityOf(...pixel) / outside.densityOf(...pixel);
  return clamp(Math.log(ratio), -MAX_NATS, MAX_NATS);
}

/** Returns whether a pixel can never belong to a limb: the ground, the slope from neck to shoulder, the head. */
function isForeign(
  { view, torso, limb, foreign }: LimbCut,
  index: number,
  distance: number,
): boolean {
  if (view.person[index] <= PERSON || foreign?.[index] === 1) {
    return true;
  }
  if (!isArm(limb)) {
    return false;
  }
  const [x, y] = [index % view.width, Math.floor(index / view.width)];
  const height = heightInTorso(torso, x, y);
  const aside = Math.abs(asideInTorso(torso, x, y)) / halfWidthOfTorso(torso, height);
  const isShoulder = height > 0.72 && aside < 0.74 && distance > (height > 1 ? 0.3 : 0.75);
  return isShoulder || (distance > 1.1 && isInHead(torso, x, y));
}
