import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { type FloatPort, toFloat } from '../voices/ports.ts';

/** Numbers of joints: body; body and feet; body, feet, face and hands. */
export const poseJointCounts = [17, 26, 133] as const;

/** Network that locates the joints of one person, each as a row of bins for x and one for y (SimCC). */
export interface PoseSignature {
  readonly kind: 'pose';
  readonly image: FloatPort;
  /** Sides of the input image, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly joints: (typeof poseJointCounts)[number];
  /** Outputs with two bins per pixel. */
  readonly x: string;
  readonly y: string;
}

/** Bins per pixel. */
export const BINS = 2;
/** Aspect ratio of the input: height by width. */
const RATIO = 4 / 3;
const SIDES = { min: 128, max: 768 } as const;

/** Finds the signature of a pose estimator; null for other models. */
export function findPose({ inputs, outputs }: OnnxHeader): PoseSignature | null {
  const [input, ...others] = inputs;
  const image = input === undefined || others.length > 0 ? null : toFloat(input);
  const [batch, channels, height = null, width = null] = input?.dims ?? [];
  const isPicture =
    input?.dims?.length === 4 &&
    (batch ?? 1) === 1 &&
    channels === 3 &&
    height !== null &&
    width !== null &&
    width >= SIDES.min &&
    height <= SIDES.max &&
    Math.round(width * RATIO) === height;
  if (image === null || !isPicture) {
    return null;
  }
  const x = outputs.find((port) => isRow(port, width));
  const y = outputs.find((port) => isRow(port, height));
  const joints = poseJointCounts.find(
    (count) => x?.dims?.[1] === count && (y?.dims?.[1] ?? count) === count,
  );
  return x === undefined || y === undefined || joints === undefined
    ? null
    : { kind: 'pose', image, width, height, joints, x: x.name, y: y.name };
}

function isRow(port: OnnxPort, side: number): boolean {
  return (
    toFloat(port) !== null &&
    port.dims?.length === 3 &&
    (port.dims[0] ?? 1) === 1 &&
    port.dims[2] === side * BINS
  );
}
