/** What a number in a tensor is, as ONNX Runtime names it; `other` for what no pack has. */
export type NumberType = 'float32' | 'float16' | 'float64' | 'int32' | 'int64' | 'uint8' | 'other';

/** An input or output. Dimensions that may be anything are null; without `dims` nothing is said of the shape. */
export interface OnnxPort {
  readonly name: string;
  readonly type: NumberType;
  readonly dims: readonly (number | null)[] | null;
}

/** A weight and where its numbers lie in the file. */
export interface OnnxTensor {
  readonly name: string;
  readonly type: NumberType;
  readonly dims: readonly number[];
  /** Bytes of the file, little endian; null when the numbers are kept in another way. */
  readonly raw: { readonly start: number; readonly end: number } | null;
}

/** What the outside of a model says, read without its weights. */
export interface OnnxHeader {
  readonly sizeBytes: number;
  readonly irVersion: number;
  readonly producer: string;
  /** The version of the standard operators. */
  readonly opset: number;
  /** What has to be fed: without the weights that old files list too. */
  readonly inputs: readonly OnnxPort[];
  readonly outputs: readonly OnnxPort[];
  readonly lastInitializer: OnnxTensor | null;
  /** Where weights lie outside the file, as it names them; not checked. */
  readonly externalFiles: readonly string[];
  /** Sets of operators that neither ONNX nor ONNX Runtime nor the file itself defines. */
  readonly foreignOperators: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
}
