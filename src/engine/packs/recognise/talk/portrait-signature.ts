/**
 * Recognises the five networks of LivePortrait by their ports. Two exports are supported; they differ in names only.
 */
import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { toListPort, toImagePort, type ListPort, type ImagePort } from '../signature.ts';
import { type FloatPort, toFloat } from '../voices/ports.ts';

/** Values of the 21 keypoints: x, y and z each. */
export const POINT_NUMBERS = 63;
/** Dimensions of the feature volume of a portrait. */
export const VOLUME_DIMS: readonly number[] = [1, 32, 16, 64, 64];
/** Number of values in a feature volume. */
export const VOLUME_NUMBERS = VOLUME_DIMS.reduce((product, dim) => product * dim, 1);
const FEATURE_EDGE = 256;
const GENERATED_EDGE = 512;

/** Appearance network: extracts the feature volume of a portrait, once per portrait. */
export interface PortraitFeatures {
  readonly kind: 'portrait_features';
  readonly image: ImagePort;
  readonly output: string;
}

/** Outputs of the motion network. */
export interface MotionOutputs {
  readonly pitch: string;
  readonly yaw: string;
  readonly roll: string;
  readonly scale: string;
  readonly translation: string;
  readonly expression: string;
  readonly points: string;
}

/** Motion network: estimates head pose, expression and canonical keypoints. */
export interface PortraitMotion {
  readonly kind: 'portrait_motion';
  readonly image: ImagePort;
  readonly outputs: MotionOutputs;
}

/** Generator: draws the portrait with moved keypoints. */
export interface PortraitGenerator {
  readonly kind: 'portrait_generator';
  readonly volume: FloatPort;
  /** Keypoints of the portrait, and of the driving pose. */
  readonly still: ListOfPoints;
  readonly driving: ListOfPoints;
  readonly output: string;
  readonly outputImage: ImagePort;
}

/** Network that moves keypoints to a given opening of lips or lids. */
export interface PortraitRetargeter {
  readonly kind: 'portrait_lips' | 'portrait_lids';
  readonly input: ListPort;
  readonly output: string;
}

/** Input of keypoints. */
export interface ListOfPoints extends FloatPort {
  readonly dims: readonly number[];
}

/** Signature of a LivePortrait file. */
export type PortraitSignature =
  | PortraitFeatures
  | PortraitMotion
  | PortraitGenerator
  | PortraitRetargeter;

/** Finds which LivePortrait network a model is; null for other models. */
export function findPortrait(header: OnnxHeader): PortraitSignature | null {
  const [first] = header.inputs;
  if (header.inputs.length === 3) {
    return findGenerator(header);
  }
  if (first === undefined || header.inputs.length !== 1) {
    return null;
  }
  const image = toImagePort(first, 3);
  return image === null
    ? findRetargeter(header, first)
    : image.size === FEATURE_EDGE
      ? (findFeatures(header, image) ?? findMotion(header, image))
      : null;
}

function findFeatures({ outputs }: OnnxHeader, image: ImagePort): PortraitFeatures | null {
  const output = outputs.find(isVolume);
  return output === undefined ? null : { kind: 'portrait_features', image, output: output.name };
}

const motionNames: Readonly<Record<keyof MotionOutputs, RegExp>> = {
  pitch: /^pitch$/i,
  yaw: /^yaw$/i,
  roll: /^roll$/i,
  scale: /^scale$/i,
  translation: /^(t|translation)$/i,
  expression: /^(exp|expression)$/i,
  points: /^(kp|motion_points)$/i,
};

function findMotion({ outputs }: OnnxHeader, image: ImagePort): PortraitMotion | null {
  const find = (part: keyof MotionOutputs): string | null =>
    outputs.find((port) => motionNames[part].test(port.name) && toFloat(port) !== null)?.name ??
    null;
  const [pitch, yaw, roll] = [find('pitch'), find('yaw'), find('roll')];
  const [scale, translation] = [find('scale'), find('translation')];
  const [expression, points] = [find('expression'), find('points')];
  return pitch === null ||
    yaw === null ||
    roll === null ||
    scale === null ||
    translation === null ||
    expression === null ||
    points === null
    ? null
    : {
        kind: 'portrait_motion',
        image,
        outputs: { pitch, yaw, roll, scale, translation, expression, points },
      };
}

function findGenerator({ inputs, outputs }: OnnxHeader): PortraitGenerator | null {
  const volume = inputs.find(isVolume);
  const float = volume === undefined ? null : toFloat(volume);
  const points = inputs.flatMap((port) => toPoints(port) ?? []);
  const driving =
    // One export names the driving keypoints `kp_driving`; the other names them `source`, and those of the portrait
    // `target`.
    points.find(({ name }) => /driv/i.test(name)) ?? points.find(({ name }) => name === 'source');
  const still = points.find((port) => port !== driving);
  const image = outputs.flatMap((port) => toImagePort(port, 3) ?? [])[0];
  return float === null ||
    points.length !== 2 ||
    driving === undefined ||
    still === undefined ||
    image?.size !== GENERATED_EDGE
    ? null
    : {
        kind: 'portrait_generator',
        volume: float,
        still,
        driving,
        output: image.name,
        outputImage: image,
      };
}

/** Number of opening values beside the keypoints: two for lips, three for lids. */
const beside = { portrait_lips: 2, portrait_lids: 3 } as const;

function findRetargeter({ outputs }: OnnxHeader, first: OnnxPort): PortraitRetargeter | null {
  const input = toListPort(first);
  const output = outputs.find(
    (port) => toFloat(port) !== null && countElements(port) === POINT_NUMBERS,
  );
  const kinds = ['portrait_lips', 'portrait_lids'] as const;
  const kind = kinds.find((name) => input?.dims.at(-1) === POINT_NUMBERS + beside[name]);
  return input === null || output === undefined || kind === undefined
    ? null
    : { kind, input, output: output.name };
}

function toPoints(port: OnnxPort): ListOfPoints | null {
  const float = toFloat(port);
  return float === null || countElements(port) !== POINT_NUMBERS || port.dims === null
    ? null
    : { ...float, dims: port.dims.map((dim) => dim ?? 1) };
}

function isVolume(port: OnnxPort): boolean {
  const { dims } = port;
  return (
    toFloat(port) !== null &&
    dims?.length === VOLUME_DIMS.length &&
    dims.every((dim, axis) => dim === VOLUME_DIMS[axis] || (axis === 0 && dim === null))
  );
}

/** Returns the number of values of a port, counting open dimensions as 1. */
function countElements({ dims }: OnnxPort): number {
  return dims?.reduce<number>((product, dim) => product * (dim ?? 1), 1) ?? 0;
}
