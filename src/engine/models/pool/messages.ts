/** What a network may compute on, as ONNX Runtime names it. */
export type ProviderName = 'cpu' | 'webgpu' | 'cuda' | 'tensorrt' | 'dml' | 'coreml';

/** Memory of a tensor. */
export type TensorValues =
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>;

/** A tensor as it crosses a thread. */
export interface PoolTensor {
  /** As ONNX Runtime names it: `float32`, `float16` (in a Uint16Array), `int64`, `uint8`, `bool` … */
  readonly type: string;
  readonly dims: readonly number[];
  readonly values: TensorValues;
}

/** An input or output of a network. A dimension that may be anything is a name instead of a number. */
export interface PortShape {
  readonly name: string;
  readonly type: string;
  readonly dims: readonly (number | string)[];
}

/** What an opened session turned out to be. */
export interface SessionFacts {
  readonly provider: ProviderName;
  /** Why faster providers are not used, in a sentence per provider; null when the first choice works. */
  readonly providerNote: string | null;
  readonly inputs: readonly PortShape[];
  readonly outputs: readonly PortShape[];
}

/** What a session is opened with. */
export interface SessionSource {
  /** For messages. */
  readonly name: string;
  readonly path: string;
  /** First choice first. */
  readonly providers: readonly ProviderName[];
  /** Threads of one run on the CPU. */
  readonly threads: number;
  /** The outputs that are wanted; all of them by default. */
  readonly outputs?: readonly string[] | undefined;
}
