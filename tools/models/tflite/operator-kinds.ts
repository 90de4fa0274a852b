/** Operators that are spoken of in more than one place: codes of the TFLite schema, names of MediaPipe's and of our own. */
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
  /** Ours: tensors behind each other by their channels. */
  joinChannels: 'JoinChannels',
  /** Ours: the channels of a tensor that a list of numbers names. */
  pickChannels: 'PickChannels',
} as const;
