import type { OnnxPort } from '../../onnx/onnx-header.ts';
import {
  type FeatureSize,
  featureSizes,
  type FloatPort,
  type Ports,
  computeRank,
  toFloat,
} from './ports.ts';

/** Network that encodes the content of speech: ContentVec, HuBERT. */
export interface EncoderSignature {
  readonly kind: 'encoder';
  /** True when audio has the shape `[1, 1, n]` instead of `[1, n]`. */
  readonly isDeep: boolean;
  readonly input: FloatPort;
  /** Outputs with their feature sizes; null when the file leaves the size open. */
  readonly outputs: readonly { readonly name: string; readonly size: FeatureSize | null }[];
}

/** Finds the signature of a content encoder; null for other models. */
export function findEncoder(ports: Ports): EncoderSignature | null {
  const [first] = ports.left;
  const input = first === undefined ? null : toFloat(first);
  const rank = first === undefined ? 0 : computeRank(first);
  if (first === undefined || ports.left.length !== 1 || input === null) {
    return null;
  }
  const isSound = first.dims?.at(-1) === null;
  const isDeep = rank === 3 && (first.dims?.[1] ?? 1) === 1;
  const outputs = ports.outputs
    .filter((port) => toFloat(port) !== null && computeRank(port) === 3)
    .flatMap((port) => {
      const size = findEncodedSize(port);
      return size === 0 ? [] : [{ name: port.name, size }];
    });
  return isSound && (rank === 2 || isDeep) && outputs.length > 0
    ? { kind: 'encoder', isDeep, input, outputs }
    : null;
}

/** Returns the features per frame of an output: null when the file leaves them open, 0 for unknown sizes. */
function findEncodedSize({ dims }: OnnxPort): FeatureSize | null | 0 {
  const [, middle = null, last = null] = dims ?? [];
  const known = featureSizes.find((size) => size === last || size === middle);
  return known ?? (last === null && middle === null ? null : 0);
}
