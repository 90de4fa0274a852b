import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import { createFaceCrop } from '../../packs/align/face-crop.ts';
import { UNIT_RANGE } from '../../packs/recognise/families.ts';
import {
  PAINTER_BANDS,
  PAINTER_COLUMNS,
  type PainterSignature,
} from '../../packs/recognise/talk/painter-signature.ts';
import {
  readTensorImage,
  type TensorImageFormat,
  writeTensorImage,
} from '../../packs/run/tensor-image.ts';
import { toFloats, listTensor, toImageTensor } from '../../packs/run/tensors.ts';
import { createRegion } from '../../pixels/region.ts';
import type { OpenMouthPainter } from '../seams/mouth-painter.ts';
import type { LoadedPart } from './loaded-part.ts';
import { createPaintedFace } from './painted-face.ts';
import { createPainterMel, PAINTER_MEL_SIZE } from './painter-mel.ts';
import { setPainterRegion } from './painter-region.ts';
import { NOSE_BASE } from '../../track/mesh-points.ts';

/** Default strength of painters with a weight input, as by their makers. */
const USUAL_WEIGHT = 0.5;

/** Builds a painter's inputs: the audio window and the face, whose buffer is transferred. */
export function feedPainter(
  { mel, image, weight }: PainterSignature,
  sound: Float32Array,
  face: Float32Array<ArrayBuffer>,
): Record<string, PoolTensor> {
  const dims = [1, 1, PAINTER_BANDS, PAINTER_COLUMNS];
  return {
    [mel.name]: listTensor({ ...mel, dims }, sound),
    [image.name]: toImageTensor(image, face),
    ...(weight === null ? {} : { [weight.name]: listTensor(weight, [USUAL_WEIGHT]) }),
  };
}

/** Creates mouth painters from a network that takes a face image and a fifth of a second of audio. */
export function createPackPainter({
  session: { run, facts },
  signature,
}: LoadedPart<PainterSignature>): OpenMouthPainter {
  const { image, outputImage, output } = signature;
  const { size, layout } = image;
  const isTwice = image.channels === 6;
  // Networks with six channels come from OpenCV code with BGR images.
  const form: TensorImageFormat = { size, layout, range: UNIT_RANGE, isBgr: isTwice };
  const outForm = { ...form, layout: outputImage.layout };
  const crop = createFaceCrop(size);
  const painted = createPaintedFace(size);
  const region = createRegion();
  const window = new Float32Array(PAINTER_MEL_SIZE);
  const once = new Float32Array(size * size * 3);
  return (sound) => {
    const mel = createPainterMel(sound);
    return {
      async paint(frame, { timeMs, mesh, visible }, signal) {
        if (isTwice) {
          setPainterRegion(region, mesh);
          crop.cropRegion(frame, region);
        } else {
          crop.crop(frame, mesh, 'ffhq_512');
        }
        mel.read(timeMs, window);
        writeTensorImage(once, crop.values, form);
        const face = isTwice ? seeTwice(once, size, layout === 'planes') : once.slice();
        const outputs = await run(feedPainter(signature, window, face), signal);
        const values = toFloats(outputs[output], 3 * size * size, facts.label);
        if (!readTensorImage(painted.values, values, outForm)) {
          throw new AppError('processing_failed', `${facts.label} gave no picture.`);
        }
        painted.draw(frame, {
          mesh,
          region: crop.region,
          seen: crop.values,
          from: NOSE_BASE,
          visible,
        });
      },
    };
  };
}

/** Stacks the face with its lower half black and the whole face: six channels instead of three. */
function seeTwice(face: Float32Array, size: number, isPlanes: boolean): Float32Array<ArrayBuffer> {
  const pixels = size * size;
  const twice = new Float32Array(6 * pixels);
  const upper = Math.floor(size / 2) * size;
  for (let colour = 0; colour < 3; colour += 1) {
    for (let at = 0; at < pixels; at += 1) {
      const value = face[isPlanes ? colour * pixels + at : at * 3 + colour]!;
      twice[isPlanes ? colour * pixels + at : at * 6 + colour] = at < upper ? value : 0;
      twice[isPlanes ? (colour + 3) * pixels + at : at * 6 + colour + 3] = value;
    }
  }
  return twice;
}
