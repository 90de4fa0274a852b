/** Aspect ratios of lids and lips: gap against width. */

const LIPS = [13, 14, 61, 291] as const;
const LEFT_LIDS = [159, 145, 33, 133] as const;
const RIGHT_LIDS = [386, 374, 362, 263] as const;

/** Returns the lip gap against the mouth's width. */
export function measureLipRatio(mesh: Float32Array): number {
  return computeRatio(mesh, LIPS);
}

/** Returns the ratios of both eyes, the one on the left of the image first. */
export function measureLidRatios(mesh: Float32Array): readonly [number, number] {
  return [computeRatio(mesh, LEFT_LIDS), computeRatio(mesh, RIGHT_LIDS)];
}

function computeRatio(
  mesh: Float32Array,
  [top, bottom, left, right]: readonly [number, number, number, number],
): number {
  return computeDistance(mesh, top, bottom) / Math.max(1e-6, computeDistance(mesh, left, right));
}

function computeDistance(mesh: Float32Array, one: number, other: number): number {
  const [from, to] = [one * 3, other * 3];
  return Math.hypot(mesh[from]! - mesh[to]!, mesh[from + 1]! - mesh[to + 1]!);
}
