import type { I420Frame } from '../../pixels/frame.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import type { Region } from '../../pixels/region.ts';
import { createFaceCrop } from '../align/face-crop.ts';
import type { PackSession } from './pack-session.ts';
import { createImageModel } from './image-model.ts';

/** Face mask of a square of a frame: hands, hair and other occluders are 0. */
export interface Occlusion {
  /** Edge of {@link values}. */
  readonly size: number;
  /** 1 for face, 0 for anything else; filled by {@link find}. */
  readonly values: Float32Array;
  find(frame: I420Frame, region: Readonly<Region>, signal?: AbortSignal): Promise<void>;
}

/** Blur radius of the mask's edges, as a fraction of its edge; applied twice. */
const SOFTNESS = 1 / 64;

/**
 * Classes of face parsers that count as face: skin, brows, eyes, glasses, nose, mouth, lips. Glasses count because they
 * cover the eyes of the person.
 */
const FACE_CLASSES: readonly number[] = [1, 2, 3, 4, 5, 6, 10, 11, 12, 13];

/** Creates the occlusion mask of a loaded occluder or face parser. */
export function createOcclusion(session: PackSession): Occlusion {
  const model = createImageModel(session);
  const { kind } = session.pack.found.family;
  const image = createFaceCrop(model.size);
  const values = new Float32Array(model.size * model.size);
  const isFace = Float32Array.from({ length: 19 }, (_, index) =>
    FACE_CLASSES.includes(index) ? 1 : 0,
  );
  const radius = Math.max(1, Math.round(model.size * SOFTNESS));
  return {
    size: model.size,
    values,
    async find(frame, region, signal) {
      image.cropRegion(frame, region);
      const output = await model.run(image.values, {}, signal);
      if (kind === 'parser') {
        readClasses(values, output.values, isFace, model.outputForm.layout === 'planes');
      } else {
        readMask(values, output.values);
      }
      model.memory.give(output.values);
      boxBlur(values, model.size, radius);
      boxBlur(values, model.size, radius);
      sharpen(values);
    },
  };
}

function readMask(values: Float32Array, from: Float32Array): void {
  for (let at = 0; at < values.length; at += 1) {
    const value = from[at]!;
    values[at] = value > 0 ? Math.min(1, value) : 0;
  }
}

/** Sets the mask to 1 where the most likely class of a pixel belongs to the face. */
function readClasses(
  values: Float32Array,
  from: Float32Array,
  isFace: Float32Array,
  isPlanes: boolean,
): void {
  const count = values.length;
  const perClass = isPlanes ? count : 1;
  const perPixel = isPlanes ? 1 : isFace.length;
  for (let at = 0; at < count; at += 1) {
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let index = 0, offset = at * perPixel; index < isFace.length; index += 1) {
      if (from[offset]! > highest) {
        highest = from[offset]!;
        best = index;
      }
      offset += perClass;
    }
    values[at] = isFace[best]!;
  }
}

/** Keeps only the inner half of a blurred edge: the outer half lies on the occluder. */
function sharpen(values: Float32Array): void {
  for (let at = 0; at < values.length; at += 1) {
    values[at] = Math.max(0, Math.min(1, values[at]! * 2 - 1));
  }
}
