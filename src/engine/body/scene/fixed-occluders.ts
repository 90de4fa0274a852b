/**
 * Finds objects of a scene in front of its person, such as a table: the joints say that a body is there, but the pixels
 * stay the same.
 */
import { boxBlur } from '../../vision/box-blur.ts';
import { fitGuidedFilter, type GuidedFilter } from '../../vision/guided-filter.ts';
import { smoothstep } from '../../vision/math.ts';
import { selectConnected, threshold } from '../../vision/regions.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { invertView } from './camera-path.ts';
import {
  type CellGrid,
  createPixelMedian,
  medianCells,
  type AlignedFrame,
  readCells,
} from './cell-colours.ts';
import { countVotes, spreadVotes } from './occluder-votes.ts';
import type { PlateSample } from './plate-sample.ts';

/** Objects in front of the person of a scene, in pixels of its plate. */
export interface FixedOccluders {
  readonly width: number;
  readonly height: number;
  /** Alpha of the objects, 0..255. */
  readonly weights: Uint8Array;
  /** Luma of the objects. */
  readonly luma: Uint8Array;
}

/** Number of cells along the longer side of a frame, and minimum side of a cell in pixels. */
const [CELLS, MIN_CELL] = [160, 3] as const;
/** Minimum number of samples. */
const MIN_SAMPLES = 3;
/**
 * Range of votes over which the alpha of an object rises, and minimum that it must reach somewhere; range of the
 * filtered alpha along its edges.
 */
const [FROM, TO, SURE] = [0.35, 0.6, 0.85] as const;
const [RIM_FROM, RIM_TO] = [0.25, 0.75] as const;
/** Radius (cells) and regularisation of the guided filter that aligns the alpha with edges of the image. */
const [EDGE_RADIUS, EDGE_NOISE] = [3, 7] as const;

/** Finds the objects in front of the person; null if there are none. `views` map frames to the plate. */
export function findFixedOccluders(
  samples: readonly PlateSample[],
  views: readonly Similarity[],
  plate: { readonly width: number; readonly height: number },
): FixedOccluders | null {
  const [first] = samples;
  if (first === undefined || samples.length < MIN_SAMPLES) {
    return null;
  }
  const longSide = Math.max(first.frame.width, first.frame.height);
  const cell = Math.max(MIN_CELL, Math.round(longSide / CELLS));
  const grid = {
    across: Math.ceil(plate.width / cell),
    down: Math.ceil(plate.height / cell),
    cell,
  };
  const frames = samples.map(({ frame, index }) => {
    const back = invertView(views[index]);
    return { frame, back, cells: readCells({ frame, back }, grid) };
  });
  const votes = countVotes(samples, frames, grid);
  if (votes === null) {
    return null;
  }
  const colours = medianCells(frames.map(({ cells }) => cells));
  const sure = selectCertain(spreadVotes(votes, colours, grid), grid.across);
  if (sure.every((value) => value === 0)) {
    return null;
  }
  const filter = fitGuidedFilter(colours, sure, {
    width: grid.across,
    radius: EDGE_RADIUS,
    noise: EDGE_NOISE,
  });
  return drawWeights({ sure, filter, grid }, frames, plate);
}

/** Keeps the regions that reach `SURE` somewhere, and converts votes to alpha. */
function selectCertain(values: Float32Array, width: number): Float32Array {
  const mask = threshold(values, FROM);
  const kept = selectConnected(mask, width, (cell) => values[cell] > SURE);
  return values.map((value, cell) => (kept[cell] === 1 ? smoothstep(FROM, TO, value) : 0));
}

function drawWeights(
  {
    sure,
    filter,
    grid: { across, cell: side },
  }: { readonly sure: Float32Array; readonly filter: GuidedFilter; readonly grid: CellGrid },
  frames: readonly AlignedFrame[],
  { width, height }: { readonly width: number; readonly height: number },
): FixedOccluders {
  const weights = new Uint8Array(width * height);
  const luma = new Uint8Array(width * height);
  const usual = createPixelMedian(frames);
  const near = Float32Array.from(sure, (value) => (value > 0 ? 1 : 0));
  boxBlur(near, across, EDGE_RADIUS);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const cell = Math.floor(row / side) * across + Math.floor(column / side);
      if (near[cell] > 1e-6) {
        const at = row * width + column;
        const [y, u, v] = usual(column, row);
        const value =
          filter.red[cell] * y +
          filter.green[cell] * u +
          filter.blue[cell] * v +
          filter.offset[cell];
        weights[at] = 255 * smoothstep(RIM_FROM, RIM_TO, value);
        luma[at] = y;
      }
    }
  }
  return { width, height, weights, luma };
}
