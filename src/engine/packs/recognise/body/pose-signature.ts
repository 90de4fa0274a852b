import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { type FloatPort, toFloat } from '../voices/ports.ts';

/** Joints of bodies, of bodies with feet, and of bodies with feet, faces and hands. */
export const poseJointCounts = [17, 26, 133] as const;

/** A network that places the joints of one person, each as a row of bins for x and one for y (SimCC). */
export interface PoseSignature {
  readonly kind: 'pose';
  readonly picture: FloatPort;
  /** Sides of the picture that it sees, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly joints: (typeof poseJointCounts)[number];
  /** Outputs with two bins to a pixel. */
  readonly x: string;
  readonly y: string;
}

/** Bins of a pixel. */
export const BINS = 2;
/** People stand upright in the picture: three pixels wide to four high. */
const RATIO = 4 / 3;
const SIDES = { least: 128, most: 768 } as const;

/** Tells whether a model is one of these. */
export function findPose({ inputs, outputs }: OnnxHeader): PoseSignature | null {
  const [input, ...others] = inputs;
  const picture = input === undefined || others.length > 0 ? null : toFloat(input);
  const [batch, channels, height = null, width = null] = input?.dims ?? [];
  const isPicture =
    input?.dims?.length === 4 &&
    (batch ?? 1) === 1 &&
    channels === 3 &&
    height !== null &&
    width !== null &&
    width >= SIDES.least &&
    height <= SIDES.most &&
    Math.round(width * RATIO) === height;
  if (picture === null || !isPicture) {
    return null;
  }
  const x = outputs.find((port) => isRow(port, width));
  const y = outputs.find((port) => isRow(port, height));
  const joints = poseJointCounts.find(
    (count) => x?.dims?.[1] === count && (y?.dims?.[1] ?? count) === count,
  );
  return x === undefined || y === undefined || joints === undefined
    ? null
    : { kind: 'pose', picture, width, height, joints, x: x.name, y: y.name };
}

function isRow(port: OnnxPort, side: number): boolean {
  return (
    toFloat(port) !== null &&
    port.dims?.length === 3 &&
    (port.dims[0] ?? 1) === 1 &&
    port.dims[2] === side * BINS
  );
}
