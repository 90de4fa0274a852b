import { AppError } from '../../../src/base/errors.ts';
import { addBroadcast, permute, toAxis, toPads, type GraphValue } from '../onnx/channels-first.ts';
import type { Bounds } from '../onnx/write-clip.ts';
import type { TfjsConversion } from './conversion.ts';
import type { TfjsNode } from './read-tfjs.ts';

type NodeWriter = (conversion: TfjsConversion, node: TfjsNode) => void;

/** Writers of the supported TensorFlow operators, by name. */
export const nodeWriters: ReadonlyMap<string, NodeWriter> = new Map<string, NodeWriter>([
  ['_FusedConv2D', writeConvolution],
  ['Conv2D', writeConvolution],
  ['DepthwiseConv2dNative', writeConvolution],
  ['FusedDepthwiseConv2dNative', writeConvolution],
  ['_FusedMatMul', writeMatMul],
  ['MatMul', writeMatMul],
  ['Add', binary('Add')],
  ['AddV2', binary('Add')],
  ['Mul', binary('Mul')],
  ['Sub', binary('Sub')],
  ['Minimum', limit('Min', (high) => ({ low: Number.NEGATIVE_INFINITY, high }))],
  ['Maximum', limit('Max', (low) => ({ low, high: Number.POSITIVE_INFINITY }))],
  ['Relu', writeRelu],
  ['Sigmoid', unary('Sigmoid')],
  ['Identity', writeIdentity],
  ['Prelu', writePrelu],
  ['MaxPool', writeMaxPool],
  ['Pad', writePad],
  ['Mean', writeMean],
  ['ConcatV2', writeConcatenation],
  ['ResizeBilinear', writeResizeBilinear],
]);

function unary(name: string): NodeWriter {
  return (conversion, node) => {
    const value = conversion.value(node.input[0]);
    conversion.set(node, { ...value, name: conversion.graph.node(name, [value.name]) });
  };
}

function binary(name: string): NodeWriter {
  return (conversion, node) => {
    const [left, right] = node.input;
    const value = conversion.value(conversion.findWeights(left) === null ? left : right);
    const side = (reference: string | undefined): string => {
      const weights = conversion.findWeights(reference);
      return weights === null
        ? conversion.value(reference).name
        : addBroadcast(conversion.graph, weights, value);
    };
    const result = conversion.graph.node(name, [side(left), side(right)]);
    conversion.set(node, { ...value, name: result });
  };
}

function writeRelu(conversion: TfjsConversion, node: TfjsNode): void {
  const value = conversion.value(node.input[0]);
  const bounds = { low: 0, high: Number.POSITIVE_INFINITY };
  conversion.set(node, { ...value, name: conversion.clips.write(value.name, bounds) });
}

/** Writes the minimum or maximum of two values; a clip when one of them is a single number. */
function limit(name: string, toBounds: (bound: number) => Bounds): NodeWriter {
  const write = binary(name);
  return (conversion, node) => {
    const weights = conversion.findWeights(node.input[1]);
    const bound = weights?.values.length === 1 ? weights.values[0] : undefined;
    if (bound === undefined) {
      write(conversion, node);
      return;
    }
    const value = conversion.value(node.input[0]);
    const clipped = conversion.clips.write(value.name, toBounds(bound));
    conversion.set(node, { ...value, name: clipped });
  };
}

function writeIdentity(conversion: TfjsConversion, node: TfjsNode): void {
  conversion.set(node, conversion.value(node.input[0]));
}

function toText(base64: string | undefined): string {
  return base64 === undefined ? '' : Buffer.from(base64, 'base64').toString('utf8');
}

function toAutoPad(node: TfjsNode): string {
  const padding = toText(node.attr['padding']?.s);
  if (padding !== 'SAME' && padding !== 'VALID') {
    throw new AppError(
      'unsupported_format',
      `The padding ${padding} of ${node.name} is not supported; SAME and VALID are.`,
    );
  }
  return padding === 'SAME' ? 'SAME_UPPER' : padding;
}

/** Returns the values for rows and columns of an attribute that has four axes. */
function toPair(node: TfjsNode, name: string): readonly [number, number] {
  const list = node.attr[name]?.list?.i ?? [];
  return [list[1] ?? 1, list[2] ?? 1];
}

/** Writes the operators that were fused into a node; its further inputs belong to them in order. */
function applyFused(
  conversion: TfjsConversion,
  node: TfjsNode,
  { value, operators, inputs }: Fused,
): GraphValue {
  let { name } = value;
  let nextInput = 0;
  for (const operator of operators) {
    switch (operator) {
      case 'Relu':
      case 'Elu':
        name = conversion.graph.node(operator, [name]);
        break;
      case 'Relu6':
        name = conversion.graph.node('Clip', [
          name,
          conversion.graph.floats([], [0]),
          conversion.graph.floats([], [6]),
        ]);
        break;
      case 'Prelu': {
        const weights = conversion.weights(inputs[nextInput]);
        nextInput += 1;
        name = conversion.graph.node('PRelu', [
          name,
          addBroadcast(conversion.graph, weights, value),
        ]);
        break;
      }
      default:
        throw new AppError(
          'unsupported_format',
          `The operator ${operator} fused into ${node.name} is not supported.`,
        );
    }
  }
  return { ...value, name };
}

interface Fused {
  readonly value: GraphValue;
  readonly operators: readonly string[];
  readonly inputs: readonly string[];
}

/** Reads the operators fused into a node, without the bias, with their inputs. */
function readFused(node: TfjsNode): { hasBias: boolean; operators: string[]; inputs: string[] } {
  const all = (node.attr['fused_ops']?.list?.s ?? []).map(toText);
  const hasBias = all[0] === 'BiasAdd';
  return {
    hasBias,
    operators: hasBias ? all.slice(1) : all,
    inputs: node.input.slice(hasBias ? 3 : 2),
  };
}

/**
 * Writes a convolution. TensorFlow stores weights as [rows, columns, in, out]; depthwise ones have a multiplier for
 * out.
 */
function writeConvolution(conversion: TfjsConversion, node: TfjsNode): void {
  const { graph } = conversion;
  const isDepthwise = node.op.includes('Depthwise');
  const value = conversion.value(node.input[0]);
  const weights = conversion.weights(node.input[1]);
  const channels = weights.shape[2] ?? 1;
  const moved = permute(
    Float32Array.from(weights.values),
    weights.shape,
    isDepthwise ? [2, 3, 0, 1] : [3, 2, 0, 1],
  );
  const [rows = 1, columns = 1] = moved.shape.slice(2);
  const shape = isDepthwise ? [channels * (weights.shape[3] ?? 1), 1, rows, columns] : moved.shape;
  const fused = readFused(node);
  const name = graph.node(
    'Conv',
    [
      value.name,
      graph.floats(shape, moved.values),
      ...(fused.hasBias ? [conversion.constant(node.input[2])] : []),
    ],
    {
      kernel_shape: [rows, columns],
      strides: toPair(node, 'strides'),
      dilations: toPair(node, 'dilations'),
      auto_pad: toAutoPad(node),
      group: isDepthwise ? channels : 1,
    },
  );
  conversion.set(node, applyFused(conversion, node, { value: { ...value, name }, ...fused }));
}

function writeMatMul(conversion: TfjsConversion, node: TfjsNode): void {
  const value = conversion.value(node.input[0]);
  const fused = readFused(node);
  const name = conversion.graph.node('Gemm', [
    value.name,
    conversion.constant(node.input[1]),
    ...(fused.hasBias ? [conversion.constant(node.input[2])] : []),
  ]);
  const result = { name, isChannelsFirst: false, rank: 2 };
  conversion.set(node, applyFused(conversion, node, { value: result, ...fused }));
}

function writePrelu(conversion: TfjsConversion, node: TfjsNode): void {
  const value = conversion.value(node.input[0]);
  const slope = addBroadcast(conversion.graph, conversion.weights(node.input[1]), value);
  conversion.set(node, { ...value, name: conversion.graph.node('PRelu', [value.name, slope]) });
}

function writeMaxPool(conversion: TfjsConversion, node: TfjsNode): void {
  const value = conversion.value(node.input[0]);
  const name = conversion.graph.node('MaxPool', [value.name], {
    kernel_shape: toPair(node, 'ksize'),
    strides: toPair(node, 'strides'),
    auto_pad: toAutoPad(node),
  });
  conversion.set(node, { ...value, name });
}

function writePad(conversion: TfjsConversion, node: TfjsNode): void {
  const value = conversion.value(node.input[0]);
  const pads = toPads(value, conversion.weights(node.input[1]).values);
  const name = conversion.graph.node('Pad', [
    value.name,
    conversion.graph.integers([pads.length], pads),
  ]);
  conversion.set(node, { ...value, name });
}

function writeMean(conversion: TfjsConversion, node: TfjsNode): void {
  const value = conversion.value(node.input[0]);
  const axes = [...conversion.weights(node.input[1]).values].map((axis) => toAxis(value, axis));
  const keepDimensions = node.attr['keep_dims']?.b === true;
  const name = conversion.graph.node(
    'ReduceMean',
    [value.name, conversion.graph.integers([axes.length], axes)],
    { keepdims: keepDimensions ? 1 : 0 },
  );
  conversion.set(node, {
    name,
    isChannelsFirst: keepDimensions && value.isChannelsFirst,
    rank: keepDimensions ? value.rank : value.rank - axes.length,
  });
}

function writeConcatenation(conversion: TfjsConversion, node: TfjsNode): void {
  const values = node.input.slice(0, -1).map((reference) => conversion.value(reference));
  const [firstValue] = values;
  if (
    firstValue === undefined ||
    values.some(({ isChannelsFirst }) => isChannelsFirst !== firstValue.isChannelsFirst)
  ) {
    throw new AppError('unsupported_format', `The parts of ${node.name} lie differently.`);
  }
  const axis = toAxis(firstValue, conversion.weights(node.input.at(-1)).values[0] ?? 0);
  const name = conversion.graph.node(
    'Concat',
    values.map((value) => value.name),
    { axis },
  );
  conversion.set(node, { ...firstValue, name });
}

function writeResizeBilinear(conversion: TfjsConversion, node: TfjsNode): void {
  const { graph } = conversion;
  const value = conversion.value(node.input[0]);
  if (!value.isChannelsFirst) {
    throw new AppError('unsupported_format', `${node.name} resizes what is no picture.`);
  }
  const size = [...conversion.weights(node.input[1]).values];
  const name = graph.node('Resize', [value.name, '', '', graph.integers([size.length], size)], {
    mode: 'linear',
    axes: [2, 3],
    coordinate_transformation_mode:
      node.attr['align_corners']?.b === true
        ? 'align_corners'
        : node.attr['half_pixel_centers']?.b === true
          ? 'half_pixel'
          : 'asymmetric',
  });
  conversion.set(node, { ...value, name });
}
