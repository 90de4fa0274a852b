/**
 * Feathers the edge of a head. Single hairs are finer than the cut, so every pixel around it is treated as a mixture of
 * the head and the background, both estimated from nearby pixels.
 */
import { smoothstep } from '../vision/math.ts';
import { boxBlur } from '../vision/box-blur.ts';
import { fitGuidedFilter, type GuidedFilter } from '../vision/guided-filter.ts';
import type { HeadParts } from './head-parts.ts';
import { VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';
import { distanceTo } from '../vision/regions.ts';
import { diffuse } from '../vision/diffuse.ts';

/** The matte of a head, which can be evaluated at any resolution. */
export interface HeadMatte {
  /** Alpha of the head per pixel of the view, 0..1. */
  readonly alpha: Float32Array;
  /** The guided filter that derives alpha from the colours of the full image. */
  readonly rule: GuidedFilter;
  /** Weight of the filter against {@link alpha}, 0..1. */
  readonly isEdge: Float32Array;
  /** Interleaved colours of the background behind the edge. */
  readonly behind: Float32Array;
}

/** Range of single hairs inside and outside of the cut, in centimetres. */
const HAIR_INSIDE_CM = 0.9;
const HAIR_OUTSIDE_CM = 1.5;
/** The same for skin. */
const SKIN_EDGE_CM = 0.35;
/** Difference of head and background (0..255) at which the estimate of their mixture has half of its confidence. */
const DISTINCT_DIFFERENCE = 45;
/** Standard deviation of the distance between a colour and the mixture of both, in the estimate's confidence. */
const MISFIT = 28;
const RULE = { width: VIEW_SIZE, radius: 3, noise: 6 };

/** Softens the edge of the head of a view. */
export function feather(view: HeadView, { head, neck, zones, person }: HeadParts): HeadMatte {
  const { colours, isInImage, face } = view;
  const outside = head.map((value) => 1 - value);
  const fromHead = distanceTo(head, VIEW_SIZE);
  const fromRest = distanceTo(outside, VIEW_SIZE);
  const fromFace = distanceTo(face, VIEW_SIZE);
  const insideBand = new Float32Array(head.length);
  const outsideBand = new Float32Array(head.length);
  const atNeck = Float32Array.from(neck);
  boxBlur(atNeck, VIEW_SIZE, 3);
  const smooth = Float32Array.from(head);
  boxBlur(smooth, VIEW_SIZE, 2);
  boxBlur(smooth, VIEW_SIZE, 1);
  const trustHead = new Float32Array(head.length);
  const trustRest = new Float32Array(head.length);
  for (let index = 0; index < head.length; index += 1) {
    // Hair begins some way off the face; under the jaw there is none.
    const row = Math.floor(index / VIEW_SIZE);
    const isHair =
      smoothstep(0.2, 1.4, fromFace[index] / VIEW_SCALE) *
      (1 - neck[index]) *
      (row > zones.mouth ? smoothstep(1, 3, fromFace[index] / VIEW_SCALE) : 1);
    insideBand[index] = (SKIN_EDGE_CM + (HAIR_INSIDE_CM - SKIN_EDGE_CM) * isHair) * VIEW_SCALE;
    outsideBand[index] = (SKIN_EDGE_CM + (HAIR_OUTSIDE_CM - SKIN_EDGE_CM) * isHair) * VIEW_SCALE;
    trustHead[index] = fromRest[index] > insideBand[index] ? 1 : 0;
    trustRest[index] = fromHead[index] > outsideBand[index] && isInImage[index] === 1 ? 1 : 0;
  }
  const front = diffuse(colours, trustHead, VIEW_SIZE);
  const behind = diffuse(colours, trustRest, VIEW_SIZE);
  const alpha = new Float32Array(head.length);
  const isEdge = new Float32Array(head.length);
  for (let index = 0; index < head.length; index += 1) {
    const prior = smoothstep(0.2, 0.8, smooth[index]);
    if (trustHead[index] === 1 || trustRest[index] === 1) {
      alpha[index] = trustHead[index];
      continue;
    }
    const { opacity, confidence } = unmix(colours, front, behind, index);
    // Far outside of the cut, only pixels of the person mask can be hair.
    const reach = 1 - smoothstep(0.6 * outsideBand[index], outsideBand[index], fromHead[index]);
    const near = Math.max(prior, reach * (0.35 + 0.65 * person[index]));
    // Jaw and neck are the same skin: their mixture cannot be estimated and need not be.
    const isApart = 1 - smoothstep(0.05, 0.4, atNeck[index]);
    const believed = confidence * isApart;
    alpha[index] = opacity * believed * near + prior * (1 - believed);
    isEdge[index] = isApart;
  }
  return { alpha, rule: fitGuidedFilter(colours, alpha, RULE), isEdge, behind };
}

/** Estimates the fraction of `front` in a colour over `behind`, and the confidence of this estimate. */
function unmix(
  colours: Float32Array,
  front: Float32Array,
  behind: Float32Array,
  index: number,
): { readonly opacity: number; readonly confidence: number } {
  const at = index * 3;
  let along = 0;
  let length = 0;
  for (let channel = at; channel < at + 3; channel += 1) {
    const step = front[channel] - behind[channel];
    along += (colours[channel] - behind[channel]) * step;
    length += step * step;
  }
  const opacity = Math.max(0, Math.min(1, along / (length + 1)));
  let misfit = 0;
  for (let channel = at; channel < at + 3; channel += 1) {
    const step = front[channel] - behind[channel];
    misfit += (colours[channel] - behind[channel] - opacity * step) ** 2;
  }
  const isDistinct = length / (length + DISTINCT_DIFFERENCE ** 2);
  return { opacity, confidence: isDistinct * Math.exp(-misfit / (2 * MISFIT ** 2)) };
}
