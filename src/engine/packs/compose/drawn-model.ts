import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { createFacePicture } from '../align/face-picture.ts';
import type { PackSession } from '../run/pack-session.ts';
import { createPictureModel } from '../run/picture-model.ts';
import { readPicture } from '../run/pictures.ts';
import { drawPicture, type DrawnMask } from './draw-picture.ts';
import { createYuvPicture } from './yuv-picture.ts';

/** A model that makes another picture of a face, and the way of that picture into the frame. */
export interface DrawnModel {
  /** Edge of the picture it sees, and of its mask. */
  readonly size: number;
  /** The square of the frame that was taken last. */
  readonly region: Readonly<Region>;
  /** Takes the face under a mesh out of a frame. */
  take(frame: I420Frame, mesh: Float32Array): void;
  /** Makes the other picture. Returns where the model is sure, 0..1, when it says so. */
  run(
    others: Readonly<Record<string, PoolTensor>>,
    signal?: AbortSignal,
  ): Promise<Float32Array | null>;
  /** Draws the other picture where the face was taken, as far as the mask lets it show. */
  draw(frame: I420Frame, mask: DrawnMask): void;
}

/** The model of a swapper or restorer, with memory for its pictures. */
export function createDrawnModel(session: PackSession): DrawnModel {
  const model = createPictureModel(session);
  const { template } = session.pack.found.family;
  const seen = createFacePicture(model.size);
  const made = new Float32Array(seen.values.length);
  const drawn = createYuvPicture(model.size);
  return {
    size: model.size,
    region: seen.region,
    take(frame, mesh) {
      seen.take(frame, mesh, template);
    },
    async run(others, signal) {
      const output = await model.run(seen.values, others, signal);
      const isSound = readPicture(made, output.values, model.outputForm);
      model.memory.give(output.values);
      if (!isSound) {
        throw new AppError('processing_failed', `${session.facts.label} gave no picture.`);
      }
      return output.mask;
    },
    draw(frame, mask) {
      drawn.set(made, frame);
      drawPicture(frame, drawn, seen.region, mask);
    },
  };
}
