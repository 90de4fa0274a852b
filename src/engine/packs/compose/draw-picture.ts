import type { I420Frame } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { MASK_SIZE, readPlane } from './mask-planes.ts';
import type { YuvPicture } from './yuv-picture.ts';

/** Where the mask lies and how much of the picture shows where it is 1. */
export interface DrawnMask {
  readonly values: Float32Array;
  /** The square of the frame it is laid over. */
  readonly region: Readonly<Region>;
  /** 0..1. */
  readonly strength: number;
}

/** A plane of a frame; `step` is how many pixels of the frame one of its samples covers. */
interface DrawnPlane {
  readonly samples: Uint8Array;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
  readonly step: 1 | 2;
}

/** From places of a frame to those of a square of it: 0..1 in both directions. */
interface Placing {
  readonly fromX: number;
  readonly fromY: number;
  readonly centreX: number;
  readonly centreY: number;
}

/** Draws a picture into the square `region` of a frame, as far as the mask lets it show. Where that is 0 nothing changes. */
export function drawPicture(
  frame: I420Frame,
  picture: YuvPicture,
  region: Readonly<Region>,
  mask: DrawnMask,
): void {
  const { width, height, y, u, v, strideY, strideU, strideV } = frame;
  const halfWidth = (width + 1) >> 1;
  const halfHeight = (height + 1) >> 1;
  const luma = picture.levelFor(region.width);
  const chroma = picture.levelFor(region.width / 2);
  const draw = (plane: DrawnPlane, values: Float32Array, size: number): void => {
    drawPlane(plane, { values, size, region }, mask);
  };
  draw({ samples: y, stride: strideY, width, height, step: 1 }, luma.y, luma.size);
  const half = { width: halfWidth, height: halfHeight, step: 2 } as const;
  draw({ samples: u, stride: strideU, ...half }, chroma.u, chroma.size);
  draw({ samples: v, stride: strideV, ...half }, chroma.v, chroma.size);
}

function drawPlane(
  { samples, stride, width, height, step }: DrawnPlane,
  from: { readonly values: Float32Array; readonly size: number; readonly region: Readonly<Region> },
  mask: DrawnMask,
): void {
  const { values, size } = from;
  const over = placingOf(mask.region);
  const under = placingOf(from.region);
  const { centreX, centreY, width: edge, rotation } = mask.region;
  const reach = (edge / 2) * (Math.abs(Math.cos(rotation)) + Math.abs(Math.sin(rotation)));
  const firstColumn = Math.max(0, Math.floor((centreX - reach) / step));
  const lastColumn = Math.min(width - 1, Math.ceil((centreX + reach) / step));
  const firstRow = Math.max(0, Math.floor((centreY - reach) / step));
  const lastRow = Math.min(height - 1, Math.ceil((centreY + reach) / step));
  for (let row = firstRow; row <= lastRow; row += 1) {
    const y = (row + 0.5) * step;
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const x = (column + 0.5) * step;
      const mx = (x - over.centreX) * over.fromX + (y - over.centreY) * over.fromY + 0.5;
      const my = (y - over.centreY) * over.fromX - (x - over.centreX) * over.fromY + 0.5;
      if (mx <= 0 || my <= 0 || mx >= 1 || my >= 1) {
        continue;
      }
      const shown =
        mask.strength *
        readPlane(mask.values, MASK_SIZE, mx * MASK_SIZE - 0.5, my * MASK_SIZE - 0.5);
      if (shown <= 0) {
        continue;
      }
      const px = (x - under.centreX) * under.fromX + (y - under.centreY) * under.fromY + 0.5;
      const py = (y - under.centreY) * under.fromX - (x - under.centreX) * under.fromY + 0.5;
      const drawn = readPlane(values, size, px * size - 0.5, py * size - 0.5);
      const at = row * stride + column;
      const old = samples[at]!;
      const value = old + (drawn - old) * shown + 0.5;
      samples[at] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}

function placingOf({ centreX, centreY, width, rotation }: Readonly<Region>): Placing {
  return {
    fromX: Math.cos(rotation) / width,
    fromY: Math.sin(rotation) / width,
    centreX,
    centreY,
  };
}
