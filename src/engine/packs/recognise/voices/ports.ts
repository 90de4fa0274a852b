import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';

/** Element type of a port of floats. */
export type FloatType = 'float32' | 'float16';

/** Port of floats. */
export interface FloatPort {
  readonly name: string;
  readonly type: FloatType;
}

/** Model with all inputs of a known kind and further ones that cannot be fed. */
export interface AlmostVoice {
  readonly kind: 'almost';
  readonly like: 'piper' | 'kokoro' | 'rvc';
  readonly extra: readonly OnnxPort[];
}

/** Features per frame of content encoders: version 1 and version 2 of RVC. */
export type FeatureSize = 256 | 768;

/** All feature sizes. */
export const featureSizes: readonly FeatureSize[] = [256, 768];

/** Ports of a model; each input can be claimed once. */
export class Ports {
  readonly #inputs: OnnxPort[];
  readonly outputs: readonly OnnxPort[];

  constructor({ inputs, outputs }: OnnxHeader) {
    this.#inputs = [...inputs];
    this.outputs = outputs;
  }

  /** Inputs that are not claimed. */
  get left(): readonly OnnxPort[] {
    return this.#inputs;
  }

  /** Claims the first input that fits; null when none does. */
  claim(fits: (port: OnnxPort) => boolean): OnnxPort | null {
    const at = this.#inputs.findIndex(fits);
    return at < 0 ? null : (this.#inputs.splice(at, 1)[0] ?? null);
  }

  /** Returns the first output of floats: exports mostly leave the shape of audio open. */
  sound(): string | null {
    return this.outputs.find((port) => toFloat(port) !== null)?.name ?? null;
  }
}

/** Returns a port as a port of floats; null for other types. */
export function toFloat({ name, type }: OnnxPort): FloatPort | null {
  return type === 'float32' || type === 'float16' ? { name, type } : null;
}

/** Checks that a port is int64 of this rank. */
export function isInteger(port: OnnxPort, rank: number): boolean {
  return port.type === 'int64' && computeRank(port) === rank;
}

/** Returns the rank; infinity when the shape is unknown, so that no signature fits. */
export function computeRank({ dims }: OnnxPort): number {
  return dims?.length ?? Number.POSITIVE_INFINITY;
}
