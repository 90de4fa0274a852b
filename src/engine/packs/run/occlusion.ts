import type { I420Frame } from '../../pixels/frame.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import type { Region } from '../../pixels/region.ts';
import { createFaceCrop } from '../align/face-crop.ts';
import type { PackSession } from './pack-session.ts';
import { createPictureModel } from './picture-model.ts';

/** Says which part of a square of a frame is face: hands, hair and what else lies before it is not. */
export interface Occlusion {
  /** Edge of {@link values}. */
  readonly size: number;
  /** 1 face, 0 something else; filled by {@link find}. */
  readonly values: Float32Array;
  find(frame: I420Frame, region: Readonly<Region>, signal?: AbortSignal): Promise<void>;
}

/** How soft the edges become, as part of the edge of the mask; blurred twice. */
const SOFTNESS = 1 / 64;

/**
 * Classes of face parsers that belong to a face: skin, brows, eyes, glasses, nose, mouth, lips. Glasses
 * are among them because they hide the eyes of the person who wears them.
 */
const FACE_CLASSES: readonly number[] = [1, 2, 3, 4, 5, 6, 10, 11, 12, 13];

/** The occlusion of a loaded occluder or face parser. */
export function createOcclusion(session: PackSession): Occlusion {
  const model = createPictureModel(session);
  const { kind } = session.pack.found.family;
  const picture = createFaceCrop(model.size);
  const values = new Float32Array(model.size * model.size);
  const isFace = Float32Array.from({ length: 19 }, (_, index) =>
    FACE_CLASSES.includes(index) ? 1 : 0,
  );
  const radius = Math.max(1, Math.round(model.size * SOFTNESS));
  return {
    size: model.size,
    values,
    async find(frame, region, signal) {
      picture.cropRegion(frame, region);
      const output = await model.run(picture.values, {}, signal);
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

/** The likeliest class of every pixel decides. */
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

/** Blurring puts half of an edge on what lies before the face: only the half on the face is kept. */
function sharpen(values: Float32Array): void {
  for (let at = 0; at < values.length; at += 1) {
    values[at] = Math.max(0, Math.min(1, values[at]! * 2 - 1));
  }
}
