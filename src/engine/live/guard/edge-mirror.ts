import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';

/**
 * Strip along an edge of a frame, completed by its mirror image: half a face at the edge becomes a whole one, which
 * detectors find.
 */
export interface EdgeMirror {
  /** Returns a small frame whose middle column is the edge; the next call overwrites it. */
  mirrorEdge(frame: I420Frame, edge: 'left' | 'right'): I420Frame;
  /** Pixels of the frame per pixel of the small frame. */
  readonly scale: number;
  /** Returns the width of the strip as a fraction of the frame's width, 0..1. */
  reach(size: { readonly width: number; readonly height: number }): number;
}

/** Side of the small frame, slightly more than the detector's input. */
const SIZE = 144;

/** Creates a mirror for frames of any size. */
export function createEdgeMirror(): EdgeMirror {
  // The detector hardly depends on the colour format; that of the first frame is enough.
  const small = createI420Frame(SIZE, SIZE);
  const columns = new Int32Array(SIZE);
  let scale = 1;
  return {
    get scale() {
      return scale;
    },
    reach: ({ width, height }) => Math.min(1, height / 2 / width),
    mirrorEdge(frame, edge) {
      scale = frame.height / SIZE;
      for (let column = 0; column < SIZE; column += 1) {
        const fromEdge = (Math.abs(column + 0.5 - SIZE / 2) * scale) | 0;
        const inside = Math.min(frame.width - 1, fromEdge);
        columns[column] = edge === 'left' ? inside : frame.width - 1 - inside;
      }
      const { y, u, v, strideY, strideU, strideV } = frame;
      for (let row = 0; row < SIZE; row += 1) {
        const from = Math.min(frame.height - 1, ((row + 0.5) * scale) | 0);
        const below = Math.min(frame.height - 1, from + ((scale / 2) | 0)) * strideY;
        for (let column = 0; column < SIZE; column += 1) {
          const at = columns[column]!;
          small.y[row * SIZE + column] = (y[from * strideY + at]! + y[below + at]! + 1) >> 1;
        }
      }
      for (let row = 0; row < SIZE / 2; row += 1) {
        const from = Math.min((frame.height - 1) >> 1, ((row + 0.5) * scale) | 0);
        for (let column = 0; column < SIZE / 2; column += 1) {
          const at = columns[column * 2]! >> 1;
          small.u[(row * SIZE) / 2 + column] = u[from * strideU + at]!;
          small.v[(row * SIZE) / 2 + column] = v[from * strideV + at]!;
        }
      }
      return small;
    },
  };
}
