/** Operators that several files refer to: codes of the TFLite schema, and names of custom and internal operators. */
export const operatorKinds = {
  add: 0,
  convolution: 3,
  depthwiseConvolution: 4,
  depthToSpace: 5,
  dequantize: 6,
  maxPool: 17,
  pad: 34,
  prelu: 54,
  densify: 124,
  transformTensor: 'TransformTensorBilinear',
  /** Internal: concatenates tensors by channels. */
  joinChannels: 'JoinChannels',
  /** Internal: selects channels of a tensor by a list of indices. */
  pickChannels: 'PickChannels',
} as const;
