/** Runs a network on overlapping tiles of planes, so that memory does not grow with the image. */

/** Channels one after the other, rows without gaps. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array<ArrayBuffer>;
}

/** Layout of tiles. All lengths are of the input. */
interface Tiling {
  readonly tile: number;
  readonly overlap: number;
  /** Output length per input length: 8 for decoding, 1/8 for encoding. */
  readonly scale: number;
  /** Channels of the input and of the output; further output channels are dropped. */
  readonly channels: readonly [from: number, to: number];
}

/** Runs tile after tile and blends the overlaps. */
export async function runTiled(
  { width, height, values }: Planes,
  { tile, overlap, scale, channels: [from, to] }: Tiling,
  run: (part: Planes) => Promise<Float32Array>,
): Promise<Planes> {
  const out = { width: width * scale, height: height * scale };
  const size = out.width * out.height;
  const sum = new Float32Array(size * to);
  const weights = new Float32Array(size);
  const [partWidth, partHeight] = [Math.min(tile, width), Math.min(tile, height)];
  for (const top of listStarts(height, { tile, overlap })) {
    for (const left of listStarts(width, { tile, overlap })) {
      const part = new Float32Array(from * partWidth * partHeight);
      for (let row = 0; row < from * partHeight; row += 1) {
        const [channel, y] = [Math.floor(row / partHeight), row % partHeight];
        const start = (channel * height + top + y) * width + left;
        part.set(values.subarray(start, start + partWidth), row * partWidth);
      }
      const made = await run({ width: partWidth, height: partHeight, values: part });
      add(
        { sum, weights, width: out.width, left: left * scale, top: top * scale },
        { made, width: partWidth * scale, height: partHeight * scale },
        { channels: to, ramp: overlap * scale },
      );
    }
  }
  for (let channel = 0; channel < to; channel += 1) {
    for (let at = 0; at < size; at += 1) {
      sum[channel * size + at]! /= weights[at]!;
    }
  }
  return { ...out, values: sum };
}

function listStarts(
  length: number,
  { tile, overlap }: { readonly tile: number; readonly overlap: number },
): number[] {
  const starts = [0];
  for (let last = 0; last + tile < length;) {
    last = Math.min(length - tile, last + tile - overlap);
    starts.push(last);
  }
  return starts;
}

interface Sum {
  readonly sum: Float32Array;
  readonly weights: Float32Array;
  readonly width: number;
  readonly left: number;
  readonly top: number;
}

interface Made {
  readonly made: Float32Array;
  readonly width: number;
  readonly height: number;
}

function add(
  { sum, weights, width, left, top }: Sum,
  part: Made,
  { channels, ramp }: { readonly channels: number; readonly ramp: number },
): void {
  const size = part.width * part.height;
  const whole = weights.length;
  for (let row = 0; row < part.height; row += 1) {
    const down = featherWeight(row, part.height, ramp);
    for (let column = 0; column < part.width; column += 1) {
      const weight = down * featherWeight(column, part.width, ramp);
      const to = (top + row) * width + left + column;
      const from = row * part.width + column;
      weights[to]! += weight;
      for (let channel = 0; channel < channels; channel += 1) {
        sum[channel * whole + to]! += part.made[channel * size + from]! * weight;
      }
    }
  }
}

/** Returns the weight of a sample by its distance from the edges of its tile. */
function featherWeight(at: number, length: number, ramp: number): number {
  return Math.min(1, (Math.min(at, length - 1 - at) + 1) / Math.max(1, ramp));
}
