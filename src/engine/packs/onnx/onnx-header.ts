/** Element type of a tensor, as ONNX Runtime names it; `other` for types that no pack has. */
export type NumberType = 'float32' | 'float16' | 'float64' | 'int32' | 'int64' | 'uint8' | 'other';

/** Input or output. Open dimensions are null; `dims` is null when the shape is unknown. */
export interface OnnxPort {
  readonly name: string;
  readonly type: NumberType;
  readonly dims: readonly (number | null)[] | null;
}

/** Weight with its byte range in the file. */
export interface OnnxTensor {
  readonly name: string;
  readonly type: NumberType;
  readonly dims: readonly number[];
  /** Byte range of little-endian values; null when they are stored in another way. */
  readonly raw: { readonly start: number; readonly end: number } | null;
}

/** Header of a model, read without its weights. */
export interface OnnxHeader {
  readonly sizeBytes: number;
  readonly irVersion: number;
  readonly producer: string;
  /** Version of the standard operators. */
  readonly opset: number;
  /** Inputs that must be fed, without the weights that old files list among them. */
  readonly inputs: readonly OnnxPort[];
  readonly outputs: readonly OnnxPort[];
  readonly lastInitializer: OnnxTensor | null;
  /** Unchecked names of the files with external weights. */
  readonly externalFiles: readonly string[];
  /** Operator domains that neither ONNX nor ONNX Runtime nor the file itself defines. */
  readonly foreignOperators: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
}
