/** Finds hair that hangs below the chin over the torso, by the colours of the hair on the head. */
import { boxBlur } from '../../vision/box-blur.ts';
import {
  type ColourSamples,
  fitGaussianMixture,
  type GaussianMixture,
} from '../../vision/gaussian-mixture.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { distanceTo, selectBroad, selectConnected, threshold } from '../../vision/regions.ts';
import { ownerOf } from './body-part.ts';
import type { PersonView } from './person-view.ts';
import { findFaceColour, isLikeSkin } from './skin-colour.ts';
import { heightInTorso, toNeckSpace, type TorsoFrame } from './torso-frame.ts';

/** How loose every cell of a grid over a still is: 0 moves with the torso, 1 swings freely. */
export interface LooseHair {
  /** Position of the middle of the first cell, and side of a cell, in pixels of the still. */
  readonly left: number;
  readonly top: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly weights: Float32Array;
}

/** Height above which the head's hair is learnt, in neck lengths: above the mouth. */
const ABOVE_MOUTH = 0.8;
/** Height in the torso below which hair is rare, so that clothes are learnt there. */
const BELOW_HAIR = 0.45;
/** Lowest height that hair reaches. */
const LOWEST = 0.1;
/** Minimum brightness of skin relative to the face: brown hair has its hue, and is darker. */
const DARKEST_SKIN = 0.5;
const MIN_SAMPLES = 150;
const MAX_SAMPLES = 3000;
/** Evidence of hair in nats: maximum of a pixel, minimum of its surroundings, and their half side in torso lengths. */
const MAX_NATS = 3;
const MIN_NATS = 0.4;
const AROUND = 0.012;
/** Half width of the thinnest strand that counts, and width of its soft edge, in torso lengths. */
const STRAND = 0.014;
const EDGE = 0.12;
/** Minimum area of hair that swings, in square torso lengths. */
const MIN_AREA = 0.02;
/** Range of heights over which hair becomes loose: it hangs from the chin. */
const LOOSE = [1.1, 0.75] as const;
const CELLS_PER_TORSO = 40;

/** Returns the loose hair of a person; null if their hair is short, or too like their clothes to be told apart. */
export function findLooseHair(
  view: PersonView,
  torso: TorsoFrame,
  owners: Uint8Array,
): LooseHair | null {
  const { width } = view;
  const hair = selectHair(view, torso, owners);
  const hanging = hair?.map((value, index) => (owners[index] === ownerOf.torso ? value : 0));
  const area = hanging?.reduce((sum, value) => sum + value, 0) ?? 0;
  if (hanging === undefined || area < MIN_AREA * torso.length ** 2) {
    return null;
  }
  const near = distanceTo(hanging, width);
  const edge = EDGE * torso.length;
  const cell = Math.max(2, torso.length / CELLS_PER_TORSO);
  const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(view.height / cell) + 1];
  const weights = new Float32Array(columns * rows);
  for (let at = 0; at < weights.length; at += 1) {
    const x = Math.min(width - 1, Math.round((at % columns) * cell));
    const y = Math.min(view.height - 1, Math.round(Math.floor(at / columns) * cell));
    const loose = 1 - smoothstep(LOOSE[1], LOOSE[0], heightInTorso(torso, x, y));
    weights[at] = loose * (1 - smoothstep(0, edge, near[y * width + x]));
  }
  return { left: view.left, top: view.top, cell, columns, rows, weights };
}

/** Returns how loose the hair is at a point of the still, 0..1. */
export function loosenessAt(
  { left, top, cell, columns, rows, weights }: LooseHair,
  x: number,
  y: number,
): number {
  const column = clamp((x - left) / cell, 0, columns - 1.001);
  const row = clamp((y - top) / cell, 0, rows - 1.001);
  const [fromX, fromY] = [Math.floor(column), Math.floor(row)];
  const at = fromY * columns + fromX;
  const upper = weights[at] + (weights[at + 1] - weights[at]) * (column - fromX);
  const below = at + columns;
  const lower = weights[below] + (weights[below + 1] - weights[below]) * (column - fromX);
  return upper + (lower - upper) * (row - fromY);
}

/**
 * Returns 1 for pixels of head and torso that are hair connected with the hair on the head; null if it cannot be told
 * apart.
 */
export function selectHair(
  view: PersonView,
  torso: TorsoFrame,
  owners: Uint8Array,
): Uint8Array | null {
  const { width, colours, person } = view;
  const skin = findFaceColour(view);
  const darkest = (skin[0] + skin[1] + skin[2]) * DARKEST_SKIN;
  const isSkin = (index: number): boolean => {
    const [red, green, blue] = colours.subarray(index * 3, index * 3 + 3);
    return red + green + blue > darkest && isLikeSkin(skin, red, green, blue);
  };
  const [own, clothes]: [number[], number[]] = [[], []];
  for (const [index, owner] of owners.entries()) {
    if (owner > 0 && person[index] > 0.9 && !isSkin(index)) {
      const [x, y] = [index % width, Math.floor(index / width)];
      if (owner !== ownerOf.head && heightInTorso(torso, x, y) < BELOW_HAIR) {
        clothes.push(index);
      } else if (owner === ownerOf.head && toNeckSpace(torso, x, y).up > ABOVE_MOUTH) {
        own.push(index);
      }
    }
  }
  if (own.length < MIN_SAMPLES || clothes.length < MIN_SAMPLES) {
    return null;
  }
  const [hair, rest] = [fit(view, own), fit(view, clothes)];
  const nats = new Float32Array(owners.length);
  for (const [index, owner] of owners.entries()) {
    const isCandidate =
      owner === ownerOf.head ||
      (owner === ownerOf.torso &&
        heightInTorso(torso, index % width, Math.floor(index / width)) > LOWEST);
    if (isCandidate) {
      const at = index * 3;
      const [red, green, blue] = [colours[at], colours[at + 1], colours[at + 2]];
      const ratio = hair.densityOf(red, green, blue) / rest.densityOf(red, green, blue);
      nats[index] = isSkin(index) ? -MAX_NATS : clamp(Math.log(ratio), -MAX_NATS, MAX_NATS);
    }
  }
  // Strands have highlights and shadows of other colours: their surroundings decide.
  boxBlur(nats, width, Math.max(1, Math.round(AROUND * torso.length)));
  const found = threshold(nats, MIN_NATS).map((value, index) => (owners[index] > 0 ? value : 0));
  const isOnHead = (index: number): boolean => owners[index] === ownerOf.head;
  const connected = selectConnected(found, width, isOnHead);
  return selectBroad(connected, width, {
    radius: Math.max(1.5, STRAND * torso.length),
    isRoot: isOnHead,
  });
}

function fit({ colours }: PersonView, members: readonly number[]): GaussianMixture {
  const step = Math.max(1, members.length / MAX_SAMPLES);
  const count = Math.min(members.length, MAX_SAMPLES);
  const samples: ColourSamples = { count, colours: new Float32Array(count * 3) };
  for (let sample = 0; sample < count; sample += 1) {
    const from = members[Math.floor(sample * step)] * 3;
    samples.colours.set(colours.subarray(from, from + 3), sample * 3);
  }
  return fitGaussianMixture(samples);
}
