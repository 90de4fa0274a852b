import type { CameraFormat } from '../../../contract/devices.ts';

/** Luma and chroma of black, limited range. */
const BLACK_LUMA = 16;
const GREY_CHROMA = 128;

type Size = Pick<CameraFormat, 'width' | 'height'>;

/** Scaling of one plane. */
interface PlaneFit {
  readonly from: { readonly offset: number; readonly width: number; readonly height: number };
  readonly to: { readonly offset: number; readonly width: number; readonly height: number };
  /** The rectangle of the target that is filled. */
  readonly left: number;
  readonly top: number;
  readonly columns: Uint16Array;
  /** Weight of the next column, of 256. */
  readonly columnWeights: Uint16Array;
  readonly rows: Uint16Array;
  readonly rowWeights: Uint16Array;
  readonly black: number;
}

/**
 * Scales I420 frames of one size into another, whole and with black beside (letterbox), bilinear. Frames have no padding.
 */
export class LetterboxScaler {
  readonly #from: Size;
  readonly #planes: readonly PlaneFit[];

  constructor(from: Size, to: Size) {
    this.#from = from;
    const scale = Math.min(to.width / from.width, to.height / from.height);
    const size = {
      width: Math.min(to.width, 2 * Math.round((from.width * scale) / 2)),
      height: Math.min(to.height, 2 * Math.round((from.height * scale) / 2)),
    };
    const corner = {
      left: 2 * Math.floor((to.width - size.width) / 4),
      top: 2 * Math.floor((to.height - size.height) / 4),
    };
    let [fromOffset, toOffset] = [0, 0];
    this.#planes = [0, 1, 1].map((shift) => {
      const source = shrink(from, shift);
      const target = shrink(to, shift);
      const inner = shrink(size, shift);
      const columns = interpolate(source.width, inner.width);
      const rows = interpolate(source.height, inner.height);
      const plane = {
        from: { offset: fromOffset, ...source },
        to: { offset: toOffset, ...target },
        left: corner.left >> shift,
        top: corner.top >> shift,
        columns: columns.at,
        columnWeights: columns.weights,
        rows: rows.at,
        rowWeights: rows.weights,
        black: shift === 0 ? BLACK_LUMA : GREY_CHROMA,
      };
      fromOffset += source.width * source.height;
      toOffset += target.width * target.height;
      return plane;
    });
  }

  /** Returns whether the scaler is for frames of this size. */
  isFor({ width, height }: Size): boolean {
    return width === this.#from.width && height === this.#from.height;
  }

  /** Writes all of `to`. */
  apply(from: Uint8Array, to: Uint8Array): void {
    for (const plane of this.#planes) {
      fillBorder(plane, to);
      scalePlane(plane, from, to);
    }
  }
}

function shrink({ width, height }: Size, shift: number): Size {
  return { width: (width + shift) >> shift, height: (height + shift) >> shift };
}

/**
 * For every target sample, the preceding source sample and the weight of the next one. Sample centres are
 * aligned.
 */
function interpolate(from: number, to: number): { at: Uint16Array; weights: Uint16Array } {
  const at = new Uint16Array(to);
  const weights = new Uint16Array(to);
  for (let index = 0; index < to; index += 1) {
    const exact = Math.min(from - 1, Math.max(0, ((index + 0.5) * from) / to - 0.5));
    const before = Math.min(Math.max(0, from - 2), Math.floor(exact));
    at[index] = before;
    weights[index] = from === 1 ? 0 : Math.round((exact - before) * 256);
  }
  return { at, weights };
}

function fillBorder({ to, left, top, columns, rows, black }: PlaneFit, bytes: Uint8Array): void {
  const { offset, width, height } = to;
  bytes.fill(black, offset, offset + top * width);
  bytes.fill(black, offset + (top + rows.length) * width, offset + height * width);
  if (columns.length === width) {
    return;
  }
  for (let row = top; row < top + rows.length; row += 1) {
    const start = offset + row * width;
    bytes.fill(black, start, start + left);
    bytes.fill(black, start + left + columns.length, start + width);
  }
}

function scalePlane(plane: PlaneFit, from: Uint8Array, to: Uint8Array): void {
  const { columns, columnWeights, rows, rowWeights } = plane;
  const { width } = plane.from;
  const next = plane.from.height > 1 ? width : 0;
  const beside = width > 1 ? 1 : 0;
  for (let row = 0; row < rows.length; row += 1) {
    const lower = rowWeights[row] ?? 0;
    const upper = 256 - lower;
    const source = plane.from.offset + (rows[row] ?? 0) * width;
    const target = plane.to.offset + (plane.top + row) * plane.to.width + plane.left;
    for (let column = 0; column < columns.length; column += 1) {
      const at = source + (columns[column] ?? 0);
      const right = columnWeights[column] ?? 0;
      const left = 256 - right;
      const above = (from[at] ?? 0) * left + (from[at + beside] ?? 0) * right;
      const below = (from[at + next] ?? 0) * left + (from[at + next + beside] ?? 0) * right;
      to[target + column] = (above * upper + below * lower + 0x80_00) >> 16;
    }
  }
}
