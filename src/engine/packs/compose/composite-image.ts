import type { I420Frame } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { MASK_SIZE } from './mask-planes.ts';
import { sampleSquare } from './sample-square.ts';
import type { YuvPyramid } from './yuv-pyramid.ts';

/** Mask of a composite: its values, its region and the alpha where it is 1. */
export interface DrawnMask {
  readonly values: Float32Array;
  /** Square of the frame that the mask covers. */
  readonly region: Readonly<Region>;
  /** 0..1. */
  readonly strength: number;
}

/** Plane of a frame; `step` is the number of frame pixels per sample. */
interface DrawnPlane {
  readonly samples: Uint8Array;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
  readonly step: 1 | 2;
}

/** Square of values that is drawn on a plane. */
interface DrawnValues {
  readonly values: Float32Array;
  readonly size: number;
  readonly region: Readonly<Region>;
}

/** Sample position in a square of values, with its step per sample of a frame row. */
interface Placement {
  x: number;
  y: number;
  stepX: number;
  stepY: number;
}

/**
 * Composites an image into the square `region` of a frame, with the mask as alpha. Pixels under a mask of 0 stay as
 * they are.
 */
export function compositeImage(
  frame: I420Frame,
  image: YuvPyramid,
  region: Readonly<Region>,
  mask: DrawnMask,
): void {
  const { width, height, y, u, v, strideY, strideU, strideV } = frame;
  const luma = image.levelFor(region.width);
  const chroma = image.levelFor(region.width / 2);
  const full = { samples: y, stride: strideY, width, height, step: 1 } as const;
  drawPlane(full, { values: luma.y, size: luma.size, region }, mask);
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1, step: 2 } as const;
  const colours = { size: chroma.size, region };
  drawPlane({ ...half, samples: u, stride: strideU }, { ...colours, values: chroma.u }, mask);
  drawPlane({ ...half, samples: v, stride: strideV }, { ...colours, values: chroma.v }, mask);
}

const over: Placement = { x: 0, y: 0, stepX: 0, stepY: 0 };
const under: Placement = { x: 0, y: 0, stepX: 0, stepY: 0 };
const line = { at: 0, count: 0, strength: 0 };

function drawPlane(plane: DrawnPlane, drawn: DrawnValues, mask: DrawnMask): void {
  const { width, height, step, stride, samples } = plane;
  const { centreX, centreY, width: edge, rotation } = mask.region;
  const reach = (edge / 2) * (Math.abs(Math.cos(rotation)) + Math.abs(Math.sin(rotation)));
  const firstColumn = Math.max(0, Math.floor((centreX - reach) / step));
  const lastColumn = Math.min(width - 1, Math.ceil((centreX + reach) / step));
  const firstRow = Math.max(0, Math.floor((centreY - reach) / step));
  const lastRow = Math.min(height - 1, Math.ceil((centreY + reach) / step));
  line.count = lastColumn - firstColumn + 1;
  line.strength = mask.strength;
  for (let row = firstRow; row <= lastRow; row += 1) {
    const x = (firstColumn + 0.5) * step;
    const y = (row + 0.5) * step;
    setPlacement(over, x, y, { region: mask.region, size: MASK_SIZE, step });
    setPlacement(under, x, y, { region: drawn.region, size: drawn.size, step });
    line.at = row * stride + firstColumn;
    drawLine(samples, mask.values, drawn.values, drawn.size);
  }
}

/**
 * Sets the position of the frame's sample at x, y in the values of a region, and the step to the next sample of the
 * row.
 */
function setPlacement(
  placement: Placement,
  x: number,
  y: number,
  on: { readonly region: Readonly<Region>; readonly size: number; readonly step: number },
): void {
  const { centreX, centreY, width, rotation } = on.region;
  const cos = (Math.cos(rotation) / width) * on.size;
  const sin = (Math.sin(rotation) / width) * on.size;
  const fromX = x - centreX;
  const fromY = y - centreY;
  placement.x = fromX * cos + fromY * sin + on.size / 2 - 0.5;
  placement.y = fromY * cos - fromX * sin + on.size / 2 - 0.5;
  placement.stepX = cos * on.step;
  placement.stepY = -sin * on.step;
}

/** Composites one row. A separate function is called often enough to be optimised within the first frame. */
function drawLine(
  samples: Uint8Array,
  mask: Float32Array,
  values: Float32Array,
  size: number,
): void {
  const lastOfMask = MASK_SIZE - 1;
  const { count, strength } = line;
  let { at } = line;
  let { x: mx, y: my } = over;
  let { x: px, y: py } = under;
  for (let column = 0; column < count; column += 1, at += 1) {
    // The edge of a mask is 0: samples beyond the outermost pixel centres have no alpha.
    if (mx >= 0 && my >= 0 && mx < lastOfMask && my < lastOfMask) {
      const left = mx | 0;
      const top = my | 0;
      const first = top * MASK_SIZE + left;
      const a = mask[first]!;
      const b = mask[first + 1]!;
      const c = mask[first + MASK_SIZE]!;
      const d = mask[first + MASK_SIZE + 1]!;
      if (a + b + c + d > 0) {
        const upper = a + (b - a) * (mx - left);
        const shown = strength * (upper + (c + (d - c) * (mx - left) - upper) * (my - top));
        const old = samples[at]!;
        const value = old + (sampleSquare(values, size, px, py) - old) * shown + 0.5;
        samples[at] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
    mx += over.stepX;
    my += over.stepY;
    px += under.stepX;
    py += under.stepY;
  }
}
