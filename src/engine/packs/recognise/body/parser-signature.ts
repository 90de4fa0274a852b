import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { asPicture, type PicturePort } from '../signature.ts';
import { toFloat } from '../voices/ports.ts';

/** A network that says of every pixel of a person what part or cloth it is. */
export interface HumanParserSignature {
  readonly kind: 'human_parser';
  readonly picture: PicturePort;
  /** How many classes it knows, which says what their numbers mean: those of ATR, or those of LIP. */
  readonly classes: 18 | 20;
  readonly output: string;
}

/** Sides of the pictures that these networks were taught. */
const SIZES: readonly number[] = [473, 512];

/** Tells whether a model is one of these. Sizes of the output are found out by a run. */
export function findHumanParser({ inputs, outputs }: OnnxHeader): HumanParserSignature | null {
  const [input, ...others] = inputs;
  const picture = input === undefined || others.length > 0 ? null : asPicture(input, 3);
  if (picture === null || picture.layout !== 'planes' || !SIZES.includes(picture.size)) {
    return null;
  }
  for (const classes of [20, 18] as const) {
    const output = outputs.find((port) => isOfClasses(port, classes));
    if (output !== undefined) {
      return { kind: 'human_parser', picture, classes, output: output.name };
    }
  }
  return null;
}

function isOfClasses(port: OnnxPort, classes: number): boolean {
  return toFloat(port)?.type === 'float32' && port.dims?.length === 4 && port.dims[1] === classes;
}
