/** ONNX file with its inputs and outputs, in the order of the source. Shapes are channels-last. */
export interface ConvertedModel {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly inputs: readonly NamedShape[];
  readonly outputs: readonly NamedShape[];
}

/** Float32 tensor of a model. */
export interface NamedShape {
  readonly name: string;
  readonly shape: readonly number[];
}
