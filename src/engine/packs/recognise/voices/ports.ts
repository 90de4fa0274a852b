import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';

/** Numbers of a port that takes or gives floats. */
export type FloatType = 'float32' | 'float16';

/** A port of floats. */
export interface FloatPort {
  readonly name: string;
  readonly type: FloatType;
}

/** A model that has everything one of these has, and more that nobody here can feed. */
export interface AlmostVoice {
  readonly kind: 'almost';
  readonly like: 'piper' | 'kokoro' | 'rvc';
  readonly extra: readonly OnnxPort[];
}

/** How much is said of a moment: by models of the first version and of the second. */
export type FeatureSize = 256 | 768;

/** Both of them. */
export const featureSizes: readonly FeatureSize[] = [256, 768];

/** The ports of a model; each input is taken once. */
export class Ports {
  readonly #inputs: OnnxPort[];
  readonly outputs: readonly OnnxPort[];

  constructor({ inputs, outputs }: OnnxHeader) {
    this.#inputs = [...inputs];
    this.outputs = outputs;
  }

  /** Inputs that nobody took. */
  get left(): readonly OnnxPort[] {
    return this.#inputs;
  }

  /** Takes the first input that fits; null when none does. */
  claim(fits: (port: OnnxPort) => boolean): OnnxPort | null {
    const at = this.#inputs.findIndex(fits);
    return at < 0 ? null : (this.#inputs.splice(at, 1)[0] ?? null);
  }

  /** The first output of floats: its shape is mostly left open. */
  sound(): string | null {
    return this.outputs.find((port) => toFloat(port) !== null)?.name ?? null;
  }
}

/** A port of floats as one; null when it is none. */
export function toFloat({ name, type }: OnnxPort): FloatPort | null {
  return type === 'float32' || type === 'float16' ? { name, type } : null;
}

/** Whether a port is one of whole numbers with so many dimensions. */
export function isInteger(port: OnnxPort, rank: number): boolean {
  return port.type === 'int64' && rankOf(port) === rank;
}

/** Dimensions; many where nothing is said, so that it fits nothing. */
export function rankOf({ dims }: OnnxPort): number {
  return dims?.length ?? Number.POSITIVE_INFINITY;
}
