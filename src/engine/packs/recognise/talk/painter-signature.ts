import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { asList, asPicture, findOutput, type ListPort, type PicturePort } from '../signature.ts';
import { type FloatPort, rankOf, toFloat } from '../voices/ports.ts';

/** Bands and columns of the mel spectrum that painters of mouths listen to. */
export const PAINTER_BANDS = 80;
/** See {@link PAINTER_BANDS}: 80 columns are a second. */
export const PAINTER_COLUMNS = 16;

/** A network that paints a mouth: a window of sound and a face in, the face with another mouth out. */
export interface PainterSignature {
  readonly kind: 'painter';
  readonly mel: FloatPort;
  /** Six channels: the face with its lower half black, then the face that says whose it is. Three: the face. */
  readonly picture: PicturePort & { readonly channels: number };
  /** How far it may go; null in networks that always go all of the way. */
  readonly weight: ListPort | null;
  readonly output: string;
  readonly outputPicture: PicturePort;
}

/** Tells whether a model is one of these. Exports name their ports in many ways: shapes alone decide. */
export function findPainter(header: OnnxHeader): PainterSignature | null {
  const { inputs } = header;
  const mel = inputs.find(isMel);
  const rest = inputs.filter((port) => port !== mel);
  const pictures = rest.flatMap((port) => asPicture(port, 6) ?? asPicture(port, 3) ?? []);
  const weights = rest.flatMap((port) => {
    const list = asList(port);
    return list !== null && list.dims.every((dim) => dim === 1) ? [list] : [];
  });
  const [picture] = pictures;
  const sound = mel === undefined ? null : toFloat(mel);
  const isWhole = pictures.length === 1 && pictures.length + weights.length === rest.length;
  if (sound === null || picture === undefined || !isWhole || weights.length > 1) {
    return null;
  }
  // Six channels are a face twice and need no weight; three come with one.
  const weight = weights[0] ?? null;
  if ((picture.channels === 6) !== (weight === null)) {
    return null;
  }
  const outputPicture = findOutput(header, 3, picture.size);
  return outputPicture === null
    ? null
    : { kind: 'painter', mel: sound, picture, weight, output: outputPicture.name, outputPicture };
}

function isMel(port: OnnxPort): boolean {
  const [batch = null, channel = null, bands, columns] = port.dims ?? [];
  return (
    toFloat(port) !== null &&
    rankOf(port) === 4 &&
    (batch ?? 1) === 1 &&
    (channel ?? 1) === 1 &&
    bands === PAINTER_BANDS &&
    columns === PAINTER_COLUMNS
  );
}
