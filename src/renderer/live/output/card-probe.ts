/** Columns and rows of the points at which a frame is compared with the card. */
const [columns, rows] = [16, 6];
/** Allowed deviation of a point's brightness after encoding, of 255. */
const tolerance = 18;
/** Fraction of the points that has to match: edges of the card may be a pixel off. */
const minAlike = 0.92;
/** Minimum contrast: a card of one colour cannot be distinguished from a dark room. */
const minContrast = 24;

/** Luma of a frame at each point of the grid, 0 to 255. */
export type LumaSamples = readonly number[];

/**
 * Detects the engine's cover card in its frames by their content: the engine's reports arrive by another
 * channel, and later.
 */
export class CardProbe {
  #card: LumaSamples | null = null;

  /** Sets the card; null while it is unknown, when no frame matches. */
  setCard(card: LumaSamples | null): void {
    const isFlat = card === null || Math.max(...card) - Math.min(...card) < minContrast;
    this.#card = isFlat ? null : card;
  }

  /** True when a card was set to compare with; without one no frame has to be read. */
  get isKnown(): boolean {
    return this.#card !== null;
  }

  isCard(grid: LumaSamples | null): boolean {
    const card = this.#card;
    if (card === null || grid?.length !== card.length) {
      return false;
    }
    const alike = grid.filter((value, at) => Math.abs(value - (card[at] ?? 0)) <= tolerance);
    return alike.length >= card.length * minAlike;
  }
}

/** Samples the grid points of a canvas. */
export function sampleCanvasLuma(canvas: OffscreenCanvas): LumaSamples | null {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? {};
  if (data === undefined) {
    return null;
  }
  return listGridPoints(width, height).map(({ x, y }) => {
    const at = (y * width + x) * 4;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
}

/** Samples the grid points of a decoded frame, a few of its rows; null when it has no luma plane. */
export async function sampleFrameLuma(frame: VideoFrame): Promise<LumaSamples | null> {
  const { format, codedWidth, codedHeight, colorSpace } = frame;
  if (format === null || !/^(?:I4|NV12)/.test(format)) {
    return null;
  }
  const isFullRange = colorSpace?.fullRange === true;
  const points = listGridPoints(codedWidth, codedHeight);
  const read = points
    .filter((_, at) => at % columns === 0)
    .map(async ({ y }) => {
      const rect = { x: 0, y, width: codedWidth - (codedWidth % 2), height: 2 };
      const bytes = new Uint8Array(frame.allocationSize({ rect }));
      const [luma] = await frame.copyTo(bytes, { rect });
      return bytes.subarray(luma?.offset ?? 0);
    });
  const lines = await Promise.all(read);
  return points.map(({ x }, at) => {
    const value = lines[Math.floor(at / columns)]?.[x] ?? 0;
    return isFullRange ? value : ((value - 16) * 255) / 219;
  });
}

/** Points in rows from the top; coordinates are even, because chroma planes have half the size. */
function listGridPoints(width: number, height: number): readonly { x: number; y: number }[] {
  const toEven = (value: number): number => 2 * Math.floor(value / 2);
  return Array.from({ length: rows * columns }, (_, at) => ({
    x: toEven(((at % columns) + 0.5) * (width / columns)),
    y: toEven((Math.floor(at / columns) + 0.5) * (height / rows)),
  }));
}
