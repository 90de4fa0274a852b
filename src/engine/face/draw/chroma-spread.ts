/**
 * Measures the spread of skin chroma and fits transforms between two spreads. Reinhard et al. (Color transfer between
 * images, 2001) match mean and deviation of every channel; the linear Monge-Kantorovich transport of Pitié and Kokaram
 * (2007) matches the whole covariance and changes colours the least.
 */
import { clamp } from '../../vision/math.ts';

/** Mean and covariance of both chromas. */
export interface ChromaSpread {
  u: number;
  v: number;
  uu: number;
  uv: number;
  vv: number;
}

/** Symmetric 2 by 2 matrix, applied to differences from a mean. */
export interface ChromaTransport {
  uu: number;
  uv: number;
  vv: number;
}

/** Minimum gain of deviations: with less, skin would look like wax. */
export const MIN_SPREADING = 0.6;
/** Maximum gain of deviations: with more, noise would become blotches. */
export const MAX_SPREADING = 1.6;
/**
 * Number of points at which a transport has half of its effect: a few points that hair leaves bare are not enough to
 * tint the whole face.
 */
const HALF_KNOWN = 20;
/** Variance of codec noise, in squared steps, which is added to both covariances. */
const NOISE = 0.3;

/** Creates a neutral spread. */
export function createChromaSpread(): ChromaSpread {
  return { u: 128, v: 128, uu: 0, uv: 0, vv: 0 };
}

/** Creates an identity transport. */
export function createChromaTransport(): ChromaTransport {
  return { uu: 1, uv: 0, vv: 1 };
}

/** Measures the weighted spread of colours. Returns the sum of the weights. */
export function measureSpread(
  { u, v }: { readonly u: Float32Array; readonly v: Float32Array },
  weights: Float32Array,
  spread: ChromaSpread,
): number {
  let total = 1e-6;
  let sumU = 0;
  let sumV = 0;
  for (let at = 0; at < weights.length; at += 1) {
    total += weights[at];
    sumU += weights[at] * (u[at] - 128);
    sumV += weights[at] * (v[at] - 128);
  }
  const meanU = 128 + sumU / total;
  const meanV = 128 + sumV / total;
  let uu = 0;
  let uv = 0;
  let vv = 0;
  for (let at = 0; at < weights.length; at += 1) {
    const fromU = u[at] - meanU;
    const fromV = v[at] - meanV;
    uu += weights[at] * fromU * fromU;
    uv += weights[at] * fromU * fromV;
    vv += weights[at] * fromV * fromV;
  }
  spread.u = meanU;
  spread.v = meanV;
  spread.uu = uu / total;
  spread.uv = uv / total;
  spread.vv = vv / total;
  return total;
}

/**
 * Sets the transport from the spread `from` to the spread `to`. Its gains are clamped to {@link MIN_SPREADING} and
 * {@link MAX_SPREADING}.
 */
export function fitTransport(
  from: Readonly<ChromaSpread>,
  to: Readonly<ChromaSpread>,
  transport: ChromaTransport,
): void {
  // With S and D the covariances: T = S^-1/2 (S^1/2 D S^1/2)^1/2 S^-1/2.
  setRoot(root, from.uu + NOISE, from.uv, from.vv + NOISE);
  const { uu, uv, vv } = root;
  const [toUu, toUv, toVv] = [to.uu + NOISE, to.uv, to.vv + NOISE];
  const leftUu = uu * toUu + uv * toUv;
  const leftUv = uu * toUv + uv * toVv;
  const leftVu = uv * toUu + vv * toUv;
  const leftVv = uv * toUv + vv * toVv;
  setRoot(middle, leftUu * uu + leftUv * uv, leftUu * uv + leftUv * vv, leftVu * uv + leftVv * vv);
  const inverse = 1 / (uu * vv - uv * uv);
  const [backUu, backUv, backVv] = [vv * inverse, -uv * inverse, uu * inverse];
  const innerUu = backUu * middle.uu + backUv * middle.uv;
  const innerUv = backUu * middle.uv + backUv * middle.vv;
  const innerVu = backUv * middle.uu + backVv * middle.uv;
  const innerVv = backUv * middle.uv + backVv * middle.vv;
  transport.uu = innerUu * backUu + innerUv * backUv;
  transport.uv = innerUu * backUv + innerUv * backVv;
  transport.vv = innerVu * backUv + innerVv * backVv;
  limitTransport(transport);
}

/** Blends a transport towards the identity; the fewer points it was fitted to, the more. */
export function weakenTransport(transport: ChromaTransport, points: number): void {
  const squared = points * points;
  const part = squared / (squared + HALF_KNOWN * HALF_KNOWN);
  transport.uu = 1 + part * (transport.uu - 1);
  transport.uv *= part;
  transport.vv = 1 + part * (transport.vv - 1);
}

const root: ChromaTransport = createChromaTransport();
const middle: ChromaTransport = createChromaTransport();

/** Sets `result` to the symmetric square root of a positive definite matrix. */
function setRoot(result: ChromaTransport, uu: number, uv: number, vv: number): void {
  const determinant = Math.sqrt(Math.max(1e-9, uu * vv - uv * uv));
  const scale = 1 / Math.sqrt(uu + vv + 2 * determinant);
  result.uu = (uu + determinant) * scale;
  result.uv = uv * scale;
  result.vv = (vv + determinant) * scale;
}

/** Clamps the eigenvalues of a transport to its limits. */
function limitTransport(transport: ChromaTransport): void {
  const { uu, uv, vv } = transport;
  const middleGain = (uu + vv) / 2;
  const distance = Math.hypot((uu - vv) / 2, uv);
  const more = clamp(middleGain + distance, MIN_SPREADING, MAX_SPREADING);
  const less = clamp(middleGain - distance, MIN_SPREADING, MAX_SPREADING);
  const part = distance > 1e-9 ? (more - less) / (2 * distance) : 0;
  const limited = (more + less) / 2;
  transport.uu = limited + ((uu - vv) / 2) * part;
  transport.uv = uv * part;
  transport.vv = limited - ((uu - vv) / 2) * part;
}
