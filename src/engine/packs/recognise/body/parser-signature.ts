import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { toImagePort, type ImagePort } from '../signature.ts';
import { toFloat } from '../voices/ports.ts';

/** Network that classifies every pixel of a person by part or garment. */
export interface HumanParserSignature {
  readonly kind: 'human_parser';
  readonly image: ImagePort;
  /** Number of classes, which identifies their meaning: 18 are those of ATR, 20 those of LIP. */
  readonly classes: 18 | 20;
  readonly output: string;
}

/** Sides of the images that these networks were trained on. */
const SIZES: readonly number[] = [473, 512];

/** Finds the signature of a human parser; null for other models. The first run shows the size of the output. */
export function findHumanParser({ inputs, outputs }: OnnxHeader): HumanParserSignature | null {
  const [input, ...others] = inputs;
  const image = input === undefined || others.length > 0 ? null : toImagePort(input, 3);
  if (image === null || image.layout !== 'planes' || !SIZES.includes(image.size)) {
    return null;
  }
  for (const classes of [20, 18] as const) {
    const output = outputs.find((port) => isOfClasses(port, classes));
    if (output !== undefined) {
      return { kind: 'human_parser', image, classes, output: output.name };
    }
  }
  return null;
}

function isOfClasses(port: OnnxPort, classes: number): boolean {
  return toFloat(port)?.type === 'float32' && port.dims?.length === 4 && port.dims[1] === classes;
}
