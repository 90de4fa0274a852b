/** The box around the line of a limb or foot in which a minimum cut runs. */
import type { LimbLine } from './limb-line.ts';

/** A box in an image, in pixels. */
export interface LimbBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Cost of a cut between equal colours on top of the minimum, and the minimum, which remains at strong edges. */
const EQUAL_COST = 60;
const MIN_COST = 2;
const DIAGONAL = 1.4;
/** Offsets of the neighbours of a pixel, in the order of `GridCosts`. */
const STEPS = [
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const;

/** Returns the box around a line with a margin in its largest half width, clamped to the image. */
export function boundLimb(
  view: { readonly width: number; readonly height: number },
  { points, radii }: LimbLine,
  margin: number,
): LimbBox {
  const reach = Math.max(...radii) * margin;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs) - reach));
  const top = Math.max(0, Math.floor(Math.min(...ys) - reach));
  return {
    left,
    top,
    width: Math.min(view.width, Math.ceil(Math.max(...xs) + reach)) - left,
    height: Math.min(view.height, Math.ceil(Math.max(...ys) + reach)) - top,
  };
}

/** Converts an index in a box to an index in the image. */
export function indexInView(viewWidth: number, { left, top, width }: LimbBox, at: number): number {
  return (top + Math.floor(at / width)) * viewWidth + left + (at % width);
}

/**
 * Returns the costs of cutting between neighbours of a box for `cutGrid`; `contrast` is the squared colour difference
 * at which they fall to 1/e.
 */
export function measureBoxEdges(
  view: { readonly width: number; readonly colours: Float32Array },
  box: LimbBox,
  contrast: number,
): Int32Array {
  const { width, height } = box;
  const edges = new Int32Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const index = indexInView(view.width, box, at);
    const column = at % width;
    const row = Math.floor(at / width);
    for (let step = 0; step < STEPS.length; step += 1) {
      const [right, down] = STEPS[step];
      if (column + right >= 0 && column + right < width && row + down < height) {
        const next = index + down * view.width + right;
        const cost = edgeCost(view.colours, [index, next], contrast);
        edges[at * 4 + step] = cost / (right * down === 0 ? 1 : DIAGONAL);
      }
    }
  }
  return edges;
}

function edgeCost(
  colours: Float32Array,
  [index, next]: readonly [number, number],
  contrast: number,
): number {
  let difference = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    difference += (colours[index * 3 + channel] - colours[next * 3 + channel]) ** 2;
  }
  return MIN_COST + EQUAL_COST * Math.exp(-difference / contrast);
}
