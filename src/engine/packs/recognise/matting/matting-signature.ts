import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { type FloatPort, computeRank, toFloat } from '../voices/ports.ts';

/** Network that segments people or the foreground of an image. */
export interface MattingSignature {
  readonly kind: 'matting';
  readonly image: FloatPort;
  /** Sides of the input, in pixels; null when they are open. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly output: string;
  /** True when the output is declared as one plane; otherwise the file's name must identify the model. */
  readonly isPlane: boolean;
  /** Recurrent state; null in networks that take single images. */
  readonly memory: MattingMemory | null;
}

/** Recurrent state of a network: each input is an output of the previous frame. */
export interface MattingMemory {
  readonly states: readonly { readonly input: FloatPort; readonly output: string }[];
  /** Input of the internal downsampling ratio. */
  readonly ratio: FloatPort;
}

const RECURRENT = ['r1i', 'r2i', 'r3i', 'r4i'];
const MIN_SIDE = 256;
const LARGEST_SIDE = 2048;

/** Finds the signature of a matting network; null for other models. */
export function findMatting(header: OnnxHeader): MattingSignature | null {
  return findRecurrent(header) ?? findSingle(header);
}

/** Recognises Robust Video Matting, whose exports share their port names. */
function findRecurrent({ inputs, outputs }: OnnxHeader): MattingSignature | null {
  const find = (name: string): FloatPort | null => {
    const port = inputs.find((other) => other.name === name);
    return port === undefined ? null : toFloat(port);
  };
  const image = find('src');
  const ratio = find('downsample_ratio');
  const states = RECURRENT.flatMap((name) => {
    const input = find(name);
    const output = outputs.find((port) => port.name === name.replace('i', 'o'))?.name;
    return input === null || output === undefined ? [] : [{ input, output }];
  });
  const hasMatte = outputs.some(({ name }) => name === 'pha');
  const isWhole = inputs.length === RECURRENT.length + 2 && states.length === RECURRENT.length;
  return image === null || ratio === null || !hasMatte || !isWhole
    ? null
    : {
        kind: 'matting',
        image,
        size: null,
        output: 'pha',
        isPlane: true,
        memory: { states, ratio },
      };
}

/** Recognises one input image with a plane of its size as the first output. */
function findSingle({ inputs, outputs }: OnnxHeader): MattingSignature | null {
  const [input] = inputs;
  const [output] = outputs;
  if (input === undefined || inputs.length !== 1 || output === undefined) {
    return null;
  }
  const image = toFloat(input);
  const size = findSize(input, 3);
  const outputSize = findSize(output, 1);
  if (image === null || toFloat(output) === null || size === null || outputSize === null) {
    return null;
  }
  const isAlike = size === 'open' || outputSize === 'open' || size.width === outputSize.width;
  return !isAlike
    ? null
    : {
        kind: 'matting',
        image,
        size: size === 'open' ? null : size,
        output: output.name,
        isPlane: output.dims?.[1] === 1,
        memory: null,
      };
}

/** Returns the sides of an image port of this number of channels; null for any other port. */
function findSize(
  port: OnnxPort,
  channels: number,
): { readonly width: number; readonly height: number } | 'open' | null {
  const [batch = null, colours = null, height = null, width = null] = port.dims ?? [];
  if (computeRank(port) !== 4 || (batch ?? 1) !== 1 || (colours ?? channels) !== channels) {
    return null;
  }
  if (height === null || width === null) {
    return colours === null && channels === 3 ? null : 'open';
  }
  const isLarge = Math.min(width, height) >= MIN_SIDE && Math.max(width, height) <= LARGEST_SIDE;
  return isLarge ? { width, height } : null;
}
