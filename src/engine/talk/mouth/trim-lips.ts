/**
 * Trims the lips of an image with visible teeth. The mesh places the inner lip edges slightly inside the mouth, so that
 * teeth and dark would stay between closed lips. The edge is found by colour, column by column.
 */
import type { RgbaImage } from '../../pixels/frame.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { clamp, computeMedian } from '../../vision/math.ts';

/** Points of a ring around the lips; rings from the outer edge inwards. */
const COLUMNS = 20;
const ROWS = [0, 2, 3, 1];
const INNER_ROW = 1;
/**
 * Positions between the inner (0) and the outer edge (1): where skin is certainly lip, the step of the search, and its
 * limit.
 */
const SURELY_LIP = 0.55;
const STEP = 0.05;
const MAX_TRIMMED = 0.75;
/** Trim of the corners against the lips beside them; their dark parts would remain as specks. */
const CORNER_TRIMMED = 0.5;
/** Extra trim in pixels, since pixels at the edge mix lip and inside. */
const MIXED_PIXELS = 1.5;
/** Limits of redness and luma of lips, as fractions of those at the certain positions. */
const MIN_REDNESS = 0.7;
const LUMA = [0.6, 1.3] as const;

interface Tint {
  readonly redness: number;
  readonly luma: number;
}

/** Moves the lip points of a mesh (x, y, z per point) to the lip edges of its image, in place. */
export function trimLips(mesh: Float32Array, image: RgbaImage): void {
  const rowOf = (row: number, column: number): number => REFINED_LIPS[row * COLUMNS + column] * 3;
  const isCorner = (column: number): boolean => column === 0 || column === COLUMNS / 2;
  const tintAt = (column: number, outwards: number): Tint => {
    const [inner, outer] = [rowOf(INNER_ROW, column), rowOf(ROWS[0], column)];
    const x = mesh[inner] + (mesh[outer] - mesh[inner]) * outwards;
    const y = mesh[inner + 1] + (mesh[outer + 1] - mesh[inner + 1]) * outwards;
    return readTint(image, x, y);
  };
  const columns = Array.from({ length: COLUMNS }, (_, column) => column);
  const sure = columns
    .filter((column) => !isCorner(column))
    .map((column) => tintAt(column, SURELY_LIP));
  const usual = {
    redness: computeMedian(sure.map(({ redness }) => redness)),
    luma: computeMedian(sure.map(({ luma }) => luma)),
  };
  const edges = columns.map((column) =>
    isCorner(column) ? null : findEdge((outwards) => tintAt(column, outwards), usual),
  );
  for (const column of columns) {
    // A single column may hit a highlight or a gap between teeth, so the median with its neighbours is used; in a
    // corner there is no lip beyond the dark.
    const beside = [column - 1, column, column + 1].map((at) => edges[(at + COLUMNS) % COLUMNS]);
    const found = computeMedian(beside.filter((one) => one !== null));
    const edge = isCorner(column) ? CORNER_TRIMMED * found : found;
    const outer = rowOf(ROWS[0], column);
    const inner = rowOf(INNER_ROW, column);
    const height = Math.hypot(mesh[outer] - mesh[inner], mesh[outer + 1] - mesh[inner + 1]);
    const trimmed = Math.min(MAX_TRIMMED, edge + MIXED_PIXELS / Math.max(1, height));
    for (const row of ROWS.slice(1)) {
      const at = rowOf(row, column);
      mesh[at] += (mesh[outer] - mesh[at]) * trimmed;
      mesh[at + 1] += (mesh[outer + 1] - mesh[at + 1]) * trimmed;
    }
  }
}

/** Returns the position of the first lip pixel from the inside. */
function findEdge(tintAt: (outwards: number) => Tint, usual: Tint): number {
  for (let outwards = 0; outwards < MAX_TRIMMED; outwards += STEP) {
    if (isLip(tintAt(outwards), usual) && isLip(tintAt(outwards + STEP), usual)) {
      return outwards === 0 ? 0 : outwards + STEP;
    }
  }
  return MAX_TRIMMED;
}

function isLip({ redness, luma }: Tint, usual: Tint): boolean {
  const light = luma / (usual.luma || 1);
  return redness >= usual.redness * MIN_REDNESS && light > LUMA[0] && light < LUMA[1];
}

function readTint({ width, height, pixels }: RgbaImage, x: number, y: number): Tint {
  const left = clamp(x - 0.5, 0, width - 1.001);
  const top = clamp(y - 0.5, 0, height - 1.001);
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const [fx, fy] = [left - column, top - row];
  const at = (row * width + column) * 4;
  const read = (channel: number): number => {
    const above = pixels[at + channel] * (1 - fx) + pixels[at + 4 + channel] * fx;
    const start = at + width * 4 + channel;
    return above * (1 - fy) + (pixels[start] * (1 - fx) + pixels[start + 4] * fx) * fy;
  };
  const [red, green, blue] = [read(0), read(1), read(2)];
  return {
    redness: (red - (green + blue) / 2) / (red + green + blue + 1),
    luma: 0.3 * red + 0.59 * green + 0.11 * blue,
  };
}
