import { AppError } from '../../../src/base/errors.ts';
import {
  addBroadcast,
  permute,
  toAxis,
  toChannelsLast,
  toPads,
  type GraphValue,
} from '../onnx/channels-first.ts';
import {
  writeMatrixOfLandmarks,
  writeTransformedLandmarks,
  writeTransformedTensor,
} from './attention-operators.ts';
import { operatorKinds } from './operator-kinds.ts';
import { writePrelu } from '../onnx/write-prelu.ts';
import { TfliteConversion } from './conversion.ts';
import type { TfliteOperator } from './read-tflite.ts';

type OperatorWriter = (conversion: TfliteConversion, operator: TfliteOperator) => void;

/** Writers of supported operators, by the code of the TFLite schema or the name of a custom operator. */
export const operatorWriters: ReadonlyMap<number | string, OperatorWriter> = new Map<
  number | string,
  OperatorWriter
>([
  [operatorKinds.add, binary('Add')],
  [1, pool('AveragePool')],
  [2, writeConcatenation],
  [operatorKinds.convolution, writeConvolution],
  [operatorKinds.depthwiseConvolution, writeDepthwiseConvolution],
  [operatorKinds.depthToSpace, writeDepthToSpace],
  [9, writeFullyConnected],
  [14, unary('Sigmoid')],
  [operatorKinds.maxPool, pool('MaxPool')],
  [18, binary('Mul')],
  [19, unary('Relu')],
  [21, writeRelu6],
  [22, writeReshape],
  [23, writeResizeBilinear],
  [operatorKinds.pad, writePad],
  [40, writeMean],
  [41, binary('Sub')],
  [operatorKinds.prelu, writePreluOf],
  [117, unary('HardSwish')],
  [45, writeWholeSlice],
  ['Convolution2DTransposeBias', writeTransposedConvolution],
  ['Landmarks2TransformMatrix', writeMatrixOfLandmarks],
  [operatorKinds.transformTensor, writeTransformedTensor],
  ['TransformLandmarks', writeTransformedLandmarks],
  [operatorKinds.joinChannels, writeJoinedChannels],
  [operatorKinds.pickChannels, writePickedChannels],
]);

/** Writes the activation that TFLite fuses into an operator: 0 none, 1 ReLU, 3 ReLU6. */
function activate({ graph }: TfliteConversion, name: string, activation: number): string {
  switch (activation) {
    case 0:
      return name;
    case 1:
      return graph.node('Relu', [name]);
    case 3:
      return graph.node('Clip', [name, graph.floats([], [0]), graph.floats([], [6])]);
    default:
      throw new AppError(
        'unsupported_format',
        `The fused activation ${activation} of TFLite is not supported.`,
      );
  }
}

function requireFirst(conversion: TfliteConversion, operator: TfliteOperator): GraphValue {
  return conversion.value(operator.inputs[0] ?? -1);
}

function finish(conversion: TfliteConversion, operator: TfliteOperator, value: GraphValue): void {
  conversion.set(operator.outputs[0] ?? -1, value);
}

function unary(name: string): OperatorWriter {
  return (conversion, operator) => {
    const value = requireFirst(conversion, operator);
    finish(conversion, operator, { ...value, name: conversion.graph.node(name, [value.name]) });
  };
}

function binary(name: string): OperatorWriter {
  return (conversion, operator) => {
    const { graph } = conversion;
    const [left = -1, right = -1] = operator.inputs;
    const isLeftConstant = conversion.findWeights(left) !== null;
    const value = conversion.value(isLeftConstant ? right : left);
    const side = (index: number): string => {
      const weights = conversion.findWeights(index);
      return weights === null ? conversion.value(index).name : addBroadcast(graph, weights, value);
    };
    const result = graph.node(name, [side(left), side(right)]);
    finish(conversion, operator, {
      ...value,
      name: activate(conversion, result, operator.options?.byte(0) ?? 0),
    });
  };
}

function pool(name: string): OperatorWriter {
  return (conversion, operator) => {
    const value = requireFirst(conversion, operator);
    const { options } = operator;
    const result = conversion.graph.node(name, [value.name], {
      auto_pad: toAutoPad(options?.byte(0)),
      strides: [options?.integer(2) ?? 1, options?.integer(1) ?? 1],
      kernel_shape: [options?.integer(4) ?? 1, options?.integer(3) ?? 1],
    });
    finish(conversion, operator, {
      ...value,
      name: activate(conversion, result, options?.byte(5) ?? 0),
    });
  };
}

function toAutoPad(padding: number | undefined): string {
  return padding === 1 ? 'VALID' : 'SAME_UPPER';
}

function writeConcatenation(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { graph } = conversion;
  const values = operator.inputs.map((index) => conversion.value(index));
  const isChannelsFirst = values.every((value) => value.isChannelsFirst);
  const layout = { isChannelsFirst, rank: values[0]?.rank ?? 0, name: '' };
  const names = values.map((value) =>
    isChannelsFirst ? value.name : toChannelsLast(graph, value),
  );
  const axis = toAxis(layout, operator.options?.integer(0) ?? 0);
  const result = graph.node('Concat', names, { axis });
  finish(conversion, operator, {
    ...layout,
    name: activate(conversion, result, operator.options?.byte(1) ?? 0),
  });
}

/** Returns the bias of a convolution as an input; empty when it has none. */
function computeBias(conversion: TfliteConversion, operator: TfliteOperator): readonly string[] {
  const index = TfliteConversion.inputOf(operator, 2);
  if (index === null) {
    return [];
  }
  const { shape, values } = conversion.weights(index);
  return [conversion.graph.floats(shape, Float32Array.from(values))];
}

/** Writes a convolution. TFLite stores weights as [out, rows, columns, in]. */
function writeConvolution(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { options } = operator;
  writeAnyConvolution(conversion, operator, {
    order: [0, 3, 1, 2],
    group: readGroups(conversion, operator),
    dilations: [options?.integer(5) || 1, options?.integer(4) || 1],
    activation: options?.byte(3) ?? 0,
  });
}

/** Returns the number of groups of a convolution: input channels divided by the channels of its weights. */
function readGroups(conversion: TfliteConversion, { inputs }: TfliteOperator): number {
  const channels = conversion.tensor(inputs[0] ?? -1).shape[3] ?? 1;
  return Math.max(1, Math.round(channels / (conversion.weights(inputs[1] ?? -1).shape[3] ?? 1)));
}

/** Writes a depthwise convolution. TFLite stores weights as [1, rows, columns, out]. */
function writeDepthwiseConvolution(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { options } = operator;
  writeAnyConvolution(conversion, operator, {
    order: [3, 0, 1, 2],
    group: conversion.tensor(operator.inputs[0] ?? -1).shape[3] ?? 1,
    dilations: [options?.integer(6) || 1, options?.integer(5) || 1],
    activation: options?.byte(4) ?? 0,
  });
}

interface ConvolutionFacts {
  /** Axes of the weights in the order [out, in per group, rows, columns]. */
  readonly order: readonly number[];
  readonly group: number;
  readonly dilations: readonly number[];
  readonly activation: number;
}

function writeAnyConvolution(
  conversion: TfliteConversion,
  operator: TfliteOperator,
  facts: ConvolutionFacts,
): void {
  const { graph } = conversion;
  const value = requireFirst(conversion, operator);
  const weights = conversion.weights(operator.inputs[1] ?? -1);
  const moved = permute(Float32Array.from(weights.values), weights.shape, facts.order);
  const result = graph.node(
    'Conv',
    [value.name, graph.floats(moved.shape, moved.values), ...computeBias(conversion, operator)],
    {
      kernel_shape: moved.shape.slice(2),
      strides: [operator.options?.integer(2) || 1, operator.options?.integer(1) || 1],
      auto_pad: toAutoPad(operator.options?.byte(0)),
      group: facts.group,
      dilations: facts.dilations,
    },
  );
  finish(conversion, operator, {
    ...value,
    name: activate(conversion, result, facts.activation),
  });
}

/**
 * Writes MediaPipe's transposed convolution. Weights are [out, rows, columns, in]; the stride follows from the shapes.
 */
function writeTransposedConvolution(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { graph } = conversion;
  const value = requireFirst(conversion, operator);
  const weights = conversion.weights(operator.inputs[1] ?? -1);
  const moved = permute(Float32Array.from(weights.values), weights.shape, [3, 0, 1, 2]);
  const from = conversion.tensor(operator.inputs[0] ?? -1).shape;
  const to = conversion.tensor(operator.outputs[0] ?? -1).shape;
  const name = graph.node(
    'ConvTranspose',
    [value.name, graph.floats(moved.shape, moved.values), ...computeBias(conversion, operator)],
    {
      kernel_shape: moved.shape.slice(2),
      strides: [1, 2].map((axis) => Math.round((to[axis] ?? 1) / (from[axis] ?? 1))),
      auto_pad: 'SAME_UPPER',
    },
  );
  finish(conversion, operator, { ...value, name });
}

/** Writes DepthToSpace. TFLite orders the channels of a block by row, then column, then output channel. */
function writeDepthToSpace(conversion: TfliteConversion, operator: TfliteOperator): void {
  const value = requireFirst(conversion, operator);
  requireChannelsFirst([value]);
  const name = conversion.graph.node('DepthToSpace', [value.name], {
    blocksize: operator.options?.integer(0) ?? 0,
    mode: 'DCR',
  });
  finish(conversion, operator, { ...value, name });
}

function writeFullyConnected(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { graph } = conversion;
  const weights = conversion.weights(operator.inputs[1] ?? -1);
  const flat = graph.node('Flatten', [toChannelsLast(graph, requireFirst(conversion, operator))], {
    axis: 1,
  });
  const result = graph.node(
    'Gemm',
    [
      flat,
      graph.floats(weights.shape, Float32Array.from(weights.values)),
      ...computeBias(conversion, operator),
    ],
    { transB: 1 },
  );
  const name = activate(conversion, result, operator.options?.byte(0) ?? 0);
  finish(conversion, operator, { name, isChannelsFirst: false, rank: 2 });
}

function writeRelu6(conversion: TfliteConversion, operator: TfliteOperator): void {
  const value = requireFirst(conversion, operator);
  finish(conversion, operator, { ...value, name: activate(conversion, value.name, 3) });
}

function writeReshape(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { graph } = conversion;
  const { shape } = conversion.tensor(operator.outputs[0] ?? -1);
  const name = graph.node('Reshape', [
    toChannelsLast(graph, requireFirst(conversion, operator)),
    graph.integers([shape.length], shape),
  ]);
  finish(conversion, operator, { name, isChannelsFirst: false, rank: shape.length });
}

function writeResizeBilinear(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { graph } = conversion;
  const value = requireFirst(conversion, operator);
  const [batch = 1, rows = 1, columns = 1, channels = 1] = conversion.tensor(
    operator.outputs[0] ?? -1,
  ).shape;
  const alignsCorners = (operator.options?.byte(2) ?? 0) !== 0;
  const hasHalfPixels = (operator.options?.byte(3) ?? 0) !== 0;
  const name = graph.node(
    'Resize',
    [value.name, '', '', graph.integers([4], [batch, channels, rows, columns])],
    {
      mode: 'linear',
      coordinate_transformation_mode: alignsCorners
        ? 'align_corners'
        : hasHalfPixels
          ? 'half_pixel'
          : 'asymmetric',
    },
  );
  finish(conversion, operator, { ...value, name });
}

/** Writes a StridedSlice of the whole tensor, which some graphs use to rename a value. */
function writeWholeSlice(conversion: TfliteConversion, operator: TfliteOperator): void {
  const from = conversion.tensor(operator.inputs[0] ?? -1).shape;
  const to = conversion.tensor(operator.outputs[0] ?? -1).shape;
  const strides = [...conversion.weights(operator.inputs[3] ?? -1).values];
  if (from.join() !== to.join() || strides.some((stride) => stride !== 1)) {
    throw new AppError('unsupported_format', 'A StridedSlice of a part is not supported.');
  }
  finish(conversion, operator, requireFirst(conversion, operator));
}

function writePad(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { graph } = conversion;
  const value = requireFirst(conversion, operator);
  const pads = toPads(value, conversion.weights(operator.inputs[1] ?? -1).values);
  const name = graph.node('Pad', [value.name, graph.integers([pads.length], pads)]);
  finish(conversion, operator, { ...value, name });
}

function writeMean(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { graph } = conversion;
  const value = requireFirst(conversion, operator);
  const axes = [...conversion.weights(operator.inputs[1] ?? -1).values];
  const keepDimensions = (operator.options?.byte(0) ?? 0) !== 0;
  const name = graph.node(
    'ReduceMean',
    [
      value.name,
      graph.integers(
        [axes.length],
        axes.map((axis) => toAxis(value, axis)),
      ),
    ],
    { keepdims: keepDimensions ? 1 : 0 },
  );
  finish(conversion, operator, {
    name,
    isChannelsFirst: keepDimensions && value.isChannelsFirst,
    rank: keepDimensions ? value.rank : value.rank - axes.length,
  });
}

function writePreluOf(conversion: TfliteConversion, operator: TfliteOperator): void {
  const value = requireFirst(conversion, operator);
  const slopes = conversion.weights(operator.inputs[1] ?? -1);
  finish(conversion, operator, { ...value, name: writePrelu(conversion.graph, value, slopes) });
}

function writeJoinedChannels(conversion: TfliteConversion, operator: TfliteOperator): void {
  const values = operator.inputs.map((index) => conversion.value(index));
  requireChannelsFirst(values);
  const name = conversion.graph.node(
    'Concat',
    values.map((value) => value.name),
    { axis: 1 },
  );
  finish(conversion, operator, { name, isChannelsFirst: true, rank: 4 });
}

function writePickedChannels(conversion: TfliteConversion, operator: TfliteOperator): void {
  const { graph } = conversion;
  const value = requireFirst(conversion, operator);
  requireChannelsFirst([value]);
  const { shape, values } = conversion.weights(operator.inputs[1] ?? -1);
  const name = graph.node('Gather', [value.name, graph.integers(shape, [...values])], { axis: 1 });
  finish(conversion, operator, { ...value, name });
}

function requireChannelsFirst(values: readonly GraphValue[]): void {
  if (values.some(({ isChannelsFirst }) => !isChannelsFirst)) {
    throw new AppError(
      'unsupported_format',
      'A part of the TFLite model that works on pictures gets none.',
    );
  }
}
