import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { createFaceCrop } from '../align/face-crop.ts';
import type { PackSession } from '../run/pack-session.ts';
import { createImageModel } from '../run/image-model.ts';
import { readTensorImage } from '../run/tensor-image.ts';
import { compositeImage, type DrawnMask } from './composite-image.ts';
import { createYuvPyramid } from './yuv-pyramid.ts';

/** Edge of the image as a multiple of the model's own. */
export type DetailFactor = 1 | 2 | 4;

/** Model that generates a new image of a face, with its path back into the frame. */
export interface DrawnModel {
  /** Edge of the image of one run, and of the model's mask. */
  readonly size: number;
  /** Square of the frame of the last crop. */
  readonly region: Readonly<Region>;
  /** Crops the face under a mesh from a frame. */
  crop(frame: I420Frame, mesh: Float32Array): void;
  /**
   * Generates the new image; `makeOthers` returns the other inputs of one run. Returns the model's own mask, 0..1, or
   * null when it has none.
   */
  run(
    makeOthers: () => Readonly<Record<string, PoolTensor>>,
    signal?: AbortSignal,
  ): Promise<Float32Array | null>;
  /** Composites the new image where the face was cropped, with the mask as alpha. */
  draw(frame: I420Frame, mask: DrawnMask): void;
}

/**
 * Creates the model of a swapper or restorer with its image buffers. A `detail` of 2 or 4 takes an image that many
 * times as large in 4 or 16 runs: each run gets every second or fourth pixel.
 */
export function createDrawnModel(session: PackSession, detail: DetailFactor = 1): DrawnModel {
  const model = createImageModel(session);
  const { template } = session.pack.found.family;
  const size = model.size * detail;
  const seen = createFaceCrop(size);
  const made = new Float32Array(seen.values.length);
  const drawn = createYuvPyramid(size);
  const tileCount = 3 * model.size ** 2;
  const tileSeen = detail === 1 ? seen.values : new Float32Array(tileCount);
  const tileMade = detail === 1 ? made : new Float32Array(tileCount);
  return {
    size: model.size,
    region: seen.region,
    crop(frame, mesh) {
      seen.crop(frame, mesh, template);
    },
    async run(makeOthers, signal) {
      let mask: Float32Array | null = null;
      for (let tile = 0; tile < detail * detail; tile += 1) {
        const position = { tile, detail, size: model.size };
        if (detail > 1) {
          cropTile(tileSeen, seen.values, position);
        }
        const output = await model.run(tileSeen, makeOthers(), signal);
        const isSound = readTensorImage(tileMade, output.values, model.outputForm);
        model.memory.give(output.values);
        if (!isSound) {
          throw new AppError('processing_failed', `${session.facts.label} gave no picture.`);
        }
        if (detail > 1) {
          putTile(made, tileMade, position);
        }
        mask ??= output.mask;
      }
      return mask;
    },
    draw(frame, mask) {
      drawn.set(made, frame);
      compositeImage(frame, drawn, seen.region, mask);
    },
  };
}

/** Interleaved part of a larger image. */
interface TilePosition {
  readonly tile: number;
  readonly detail: number;
  /** Edge of the part. */
  readonly size: number;
}

function cropTile(tile: Float32Array, image: Float32Array, position: TilePosition): void {
  eachPixel(position, (small, large) => {
    tile[small] = image[large]!;
    tile[small + 1] = image[large + 1]!;
    tile[small + 2] = image[large + 2]!;
  });
}

function putTile(image: Float32Array, tile: Float32Array, position: TilePosition): void {
  eachPixel(position, (small, large) => {
    image[large] = tile[small]!;
    image[large + 1] = tile[small + 1]!;
    image[large + 2] = tile[small + 2]!;
  });
}

function eachPixel(
  { tile, detail, size }: TilePosition,
  visit: (small: number, large: number) => void,
): void {
  const left = tile % detail;
  const top = Math.floor(tile / detail);
  for (let row = 0, small = 0; row < size; row += 1) {
    let large = ((row * detail + top) * size * detail + left) * 3;
    for (let column = 0; column < size; column += 1, small += 3, large += 3 * detail) {
      visit(small, large);
    }
  }
}
