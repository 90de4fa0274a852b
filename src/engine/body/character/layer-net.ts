import type { LayerImage } from './layer-colours.ts';

/** A triangle mesh over a layer. */
export interface LayerNet {
  /** x and y of every node, in pixels of the still. */
  readonly points: Float32Array;
  /** Triangles in drawing order, in passes: later passes cover earlier ones. */
  readonly passes: readonly Uint16Array[];
}

/** The number of passes of a layer, and the passes of a cell by its middle. */
export interface NetPasses {
  readonly count: number;
  passesOf(x: number, y: number): readonly number[];
}

/** One pass for all layers. */
export const singlePass: NetPasses = { count: 1, passesOf: () => [0] };

/** Creates cells of about `cell` pixels over the visible pixels of a layer. */
export function createLayerNet(
  { left, top, width, height, pixels }: LayerImage,
  cell: number,
  passes: NetPasses,
): LayerNet {
  const columns = Math.max(1, Math.ceil(width / cell));
  const rows = Math.max(1, Math.ceil(height / cell));
  const points = new Float32Array((columns + 1) * (rows + 1) * 2);
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const at = (row * (columns + 1) + column) * 2;
      points[at] = left + (column * width) / columns;
      points[at + 1] = top + (row * height) / rows;
    }
  }
  const isSeen = markCells(pixels, { width, height, columns, rows });
  const lists: number[][] = Array.from({ length: passes.count }, () => []);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (isSeen[row * columns + column] === 1) {
        const at = row * (columns + 1) + column;
        const below = at + columns + 1;
        const x = left + ((column + 0.5) * width) / columns;
        const y = top + ((row + 0.5) * height) / rows;
        for (const pass of passes.passesOf(x, y)) {
          lists[pass].push(at, at + 1, below, at + 1, below + 1, below);
        }
      }
    }
  }
  return { points, passes: lists.map((list) => Uint16Array.from(list)) };
}

/** Marks cells with visible pixels, and those that bilinear sampling reaches from them. */
function markCells(
  pixels: Uint8Array,
  {
    width,
    height,
    columns,
    rows,
  }: {
    readonly width: number;
    readonly height: number;
    readonly columns: number;
    readonly rows: number;
  },
): Uint8Array {
  const seen = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (pixels[(y * width + x) * 4 + 3] > 0) {
        for (const dy of [-1, 1]) {
          for (const dx of [-1, 1]) {
            const column = Math.floor((Math.max(0, Math.min(width - 1, x + dx)) * columns) / width);
            const row = Math.floor((Math.max(0, Math.min(height - 1, y + dy)) * rows) / height);
            seen[row * columns + column] = 1;
          }
        }
      }
    }
  }
  return seen;
}
