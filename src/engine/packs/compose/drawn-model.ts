import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { createFaceCrop } from '../align/face-crop.ts';
import type { PackSession } from '../run/pack-session.ts';
import { createPictureModel } from '../run/picture-model.ts';
import { readTensorImage } from '../run/tensor-image.ts';
import { compositeImage, type DrawnMask } from './composite-image.ts';
import { createYuvPyramid } from './yuv-pyramid.ts';

/** How many times as large as the model's own the picture is. */
export type DetailFactor = 1 | 2 | 4;

/** A model that makes another picture of a face, and the way of that picture into the frame. */
export interface DrawnModel {
  /** Edge of the picture it sees in one run, and of its mask. */
  readonly size: number;
  /** The square of the frame that was taken last. */
  readonly region: Readonly<Region>;
  /** Takes the face under a mesh out of a frame. */
  crop(frame: I420Frame, mesh: Float32Array): void;
  /**
   * Makes the other picture; `makeOthers` gives what is fed besides, for one run. Returns where the model
   * is sure, 0..1, when it says so.
   */
  run(
    makeOthers: () => Readonly<Record<string, PoolTensor>>,
    signal?: AbortSignal,
  ): Promise<Float32Array | null>;
  /** Draws the other picture where the face was taken, as far as the mask lets it show. */
  draw(frame: I420Frame, mask: DrawnMask): void;
}

/**
 * The model of a swapper or restorer, with memory for its pictures. With a `detail` of 2 or 4 it sees a
 * picture that many times as large, in 4 or 16 runs: each one takes every second or fourth pixel.
 */
export function createDrawnModel(session: PackSession, detail: DetailFactor = 1): DrawnModel {
  const model = createPictureModel(session);
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

/** One of the pictures into which a larger one is taken apart. */
interface TilePosition {
  readonly tile: number;
  readonly detail: number;
  /** Edge of the small picture. */
  readonly size: number;
}

function cropTile(tile: Float32Array, picture: Float32Array, position: TilePosition): void {
  eachPixel(position, (small, large) => {
    tile[small] = picture[large]!;
    tile[small + 1] = picture[large + 1]!;
    tile[small + 2] = picture[large + 2]!;
  });
}

function putTile(picture: Float32Array, tile: Float32Array, position: TilePosition): void {
  eachPixel(position, (small, large) => {
    picture[large] = tile[small]!;
    picture[large + 1] = tile[small + 1]!;
    picture[large + 2] = tile[small + 2]!;
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
