import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import {
  toListPort,
  toImagePort,
  findOutput,
  type ListPort,
  type ImagePort,
} from '../signature.ts';
import { type FloatPort, computeRank, toFloat } from '../voices/ports.ts';

/** Bands of the mel spectrum that mouth generators take. */
export const PAINTER_BANDS = 80;
/** Columns of the mel spectrum, 80 per second; see {@link PAINTER_BANDS}. */
export const PAINTER_COLUMNS = 16;

/** Network that generates a mouth: takes a window of audio and a face, returns the face with a new mouth. */
export interface PainterSignature {
  readonly kind: 'painter';
  readonly mel: FloatPort;
  /** Six channels: the face with its lower half black, then a reference face. Three: the face. */
  readonly image: ImagePort & { readonly channels: number };
  /** Strength of the change; null in networks without this input. */
  readonly weight: ListPort | null;
  readonly output: string;
  readonly outputImage: ImagePort;
}

/**
 * Finds the signature of a mouth generator; null for other models. Port names differ between exports: only shapes
 * decide.
 */
export function findPainter(header: OnnxHeader): PainterSignature | null {
  const { inputs } = header;
  const mel = inputs.find(isMel);
  const rest = inputs.filter((port) => port !== mel);
  const images = rest.flatMap((port) => toImagePort(port, 6) ?? toImagePort(port, 3) ?? []);
  const weights = rest.flatMap((port) => {
    const list = toListPort(port);
    return list !== null && list.dims.every((dim) => dim === 1) ? [list] : [];
  });
  const [image] = images;
  const sound = mel === undefined ? null : toFloat(mel);
  const isWhole = images.length === 1 && images.length + weights.length === rest.length;
  if (sound === null || image === undefined || !isWhole || weights.length > 1) {
    return null;
  }
  // Six channels are two faces and have no weight input; three come with one.
  const weight = weights[0] ?? null;
  if ((image.channels === 6) !== (weight === null)) {
    return null;
  }
  const outputImage = findOutput(header, 3, image.size);
  return outputImage === null
    ? null
    : { kind: 'painter', mel: sound, image, weight, output: outputImage.name, outputImage };
}

function isMel(port: OnnxPort): boolean {
  const [batch = null, channel = null, bands, columns] = port.dims ?? [];
  return (
    toFloat(port) !== null &&
    computeRank(port) === 4 &&
    (batch ?? 1) === 1 &&
    (channel ?? 1) === 1 &&
    bands === PAINTER_BANDS &&
    columns === PAINTER_COLUMNS
  );
}
