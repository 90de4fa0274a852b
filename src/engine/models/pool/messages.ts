/** Execution provider, as ONNX Runtime names it. */
export type ProviderName = 'cpu' | 'webgpu' | 'cuda' | 'tensorrt' | 'dml' | 'coreml';

/** Array types of tensor values. */
export type TensorValues =
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>;

/** Tensor that is transferred between threads. */
export interface PoolTensor {
  /** Element type, as ONNX Runtime names it: `float32`, `float16` (in a Uint16Array), `int64`, `uint8`, `bool` … */
  readonly type: string;
  readonly dims: readonly number[];
  readonly values: TensorValues;
}

/** Input or output of a network. Open dimensions are names instead of numbers. */
export interface PortShape {
  readonly name: string;
  readonly type: string;
  readonly dims: readonly (number | string)[];
}

/** Facts of an opened session. */
export interface SessionFacts {
  readonly provider: ProviderName;
  /** One sentence per faster provider on why it is not used; null when the first choice works. */
  readonly providerNote: string | null;
  readonly inputs: readonly PortShape[];
  readonly outputs: readonly PortShape[];
}

/** Options of a session. */
export interface SessionSource {
  /** Name for messages. */
  readonly name: string;
  readonly path: string;
  /** Providers in order of preference. */
  readonly providers: readonly ProviderName[];
  /** Number of CPU threads of one run. */
  readonly threads: number;
  /** Requested outputs; all by default. */
  readonly outputs?: readonly string[] | undefined;
}
