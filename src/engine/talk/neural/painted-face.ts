import type { I420Frame } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { compositeImage } from '../../packs/compose/composite-image.ts';
import { createMaskPlane } from '../../packs/compose/mask-planes.ts';
import { createYuvPyramid } from '../../packs/compose/yuv-pyramid.ts';
import { clamp, smoothstep } from '../../vision/math.ts';

/** Composites face images painted by a network into frames, matched in light and masked by the face's outline. */
export interface PaintedFace {
  /** Image in rows of red, green and blue, 0..255. */
  readonly values: Float32Array;
  /**
   * Composites {@link values} over a region of a frame. `seen` is the original in the same format; `from` is the mesh
   * point below which it is drawn, null for the whole face.
   */
  draw(
    frame: I420Frame,
    at: {
      readonly mesh: Float32Array;
      readonly region: Readonly<Region>;
      readonly seen: Float32Array;
      readonly from: number | null;
      readonly visible: number;
    },
  ): void;
}

/** Rows of the mask that excludes the upper face. */
const MASK_ROWS = 64;
/** Distances below that point, as fractions of the region, at which the painted part begins and is opaque. */
const [BEGINS, WHOLE] = [0, 0.05];
/** Range of mask values in which skin colours are compared: mouths differ inside. */
const [RING_LEAST, RING_MOST] = [0.1, 0.7];
const [MIN_GAIN, MAX_GAIN] = [0.75, 1.35];
/** Mean value below which a colour is too dark to measure light. */
const DARKEST = 8;

/** Creates buffers for images of a size. */
export function createPaintedFace(size: number): PaintedFace {
  const values = new Float32Array(size * size * 3);
  const pyramid = createYuvPyramid(size);
  const mask = createMaskPlane();
  const lower = new Float32Array(MASK_ROWS * MASK_ROWS);
  return {
    values,
    draw(frame, { mesh, region, seen, from, visible }) {
      mask.reset(mesh, region);
      if (from !== null) {
        setLower(lower, region, [mesh[from * 3]!, mesh[from * 3 + 1]!]);
        mask.intersect(lower, MASK_ROWS);
      }
      relight(values, seen, { size, mask: mask.values });
      pyramid.set(values, frame);
      compositeImage(frame, pyramid, region, { values: mask.values, region, strength: visible });
    },
  };
}

function setLower(
  lower: Float32Array,
  { centreX, centreY, width, rotation }: Readonly<Region>,
  [x, y]: readonly [number, number],
): void {
  const down = ((y - centreY) * Math.cos(rotation) - (x - centreX) * Math.sin(rotation)) / width;
  for (let row = 0; row < MASK_ROWS; row += 1) {
    const below = (row + 0.5) / MASK_ROWS - 0.5 - down;
    lower.fill(smoothstep(BEGINS, WHOLE, below), row * MASK_ROWS, (row + 1) * MASK_ROWS);
  }
}

/** Scales the painted colours to the light of the original, per channel. */
function relight(
  painted: Float32Array,
  seen: Float32Array,
  { size, mask }: { readonly size: number; readonly mask: Float32Array },
): void {
  const edge = Math.sqrt(mask.length);
  const sums = new Float64Array(6);
  for (let row = 0; row < size; row += 1) {
    const line = Math.floor(((row + 0.5) * edge) / size) * edge;
    for (let column = 0; column < size; column += 1) {
      const shown = mask[line + Math.floor(((column + 0.5) * edge) / size)]!;
      if (shown > RING_LEAST && shown < RING_MOST) {
        const at = (row * size + column) * 3;
        for (let colour = 0; colour < 3; colour += 1) {
          sums[colour]! += painted[at + colour]!;
          sums[colour + 3]! += seen[at + colour]!;
        }
      }
    }
  }
  const gains = [0, 1, 2].map((colour) => {
    const isDark = sums[colour]! + sums[colour + 3]! < 2 * DARKEST;
    return isDark ? 1 : clamp(sums[colour + 3]! / Math.max(1, sums[colour]!), MIN_GAIN, MAX_GAIN);
  });
  for (let at = 0; at < painted.length; at += 1) {
    painted[at] = Math.min(255, painted[at]! * gains[at % 3]!);
  }
}
