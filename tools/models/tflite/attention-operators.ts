/**
 * Custom operators of MediaPipe's face mesh with attention, which crops lips and eyes from its own features by coarse
 * landmarks and refines the landmarks there.
 *
 *   landmarks -> Landmarks2TransformMatrix -> matrix from the crop to the features
 *   features, matrix -> TransformTensorBilinear -> crop
 *   landmarks in the crop, matrix -> TransformLandmarks -> landmarks in the features
 *
 * A matrix is 4 × 4 and is applied to `(x, y, 0, 1)`. Coordinates are pixels, whose centres are at half-integers.
 */
import { AppError } from '../../../src/base/errors.ts';
import type { OnnxGraph } from '../onnx/onnx-graph.ts';
import type { TfliteConversion } from './conversion.ts';
import { readFlexMap } from './flexbuffer.ts';
import type { TfliteOperator } from './read-tflite.ts';

/** Writes the matrix from a crop to the bounding rectangle of landmarks, rotated so that two of them are level. */
export function writeMatrixOfLandmarks(
  conversion: TfliteConversion,
  operator: TfliteOperator,
): void {
  const { graph } = conversion;
  const options = readFlexMap(operator.customOptions ?? new Uint8Array(0));
  const number = (name: string): number => {
    const value = options.get(name);
    return typeof value === 'number' ? value : Number.NaN;
  };
  const subset = options.get('subset_idxs');
  if (typeof subset !== 'object' || number('target_rotation_radians') !== 0) {
    throw new AppError(
      'unsupported_format',
      'The options of Landmarks2TransformMatrix are not supported.',
    );
  }
  const points = toPlanePoints(conversion, operator.inputs[0] ?? -1);
  const pick = (indices: readonly number[]): string =>
    graph.node('Gather', [points, graph.integers([indices.length], indices)], { axis: 0 });
  const axes = writeAxes(
    graph,
    pick([number('left_rotation_idx')]),
    pick([number('right_rotation_idx')]),
  );
  const level = graph.node('MatMul', [
    pick(subset),
    graph.node('Transpose', [axes], { perm: [1, 0] }),
  ]);
  const along = graph.integers([1], [0]);
  const high = graph.node('ReduceMax', [level, along], { keepdims: 1 });
  const low = graph.node('ReduceMin', [level, along], { keepdims: 1 });
  const middle = graph.node('Mul', [graph.node('Add', [high, low]), graph.floats([], [0.5])]);
  const centre = graph.node('MatMul', [middle, axes]);
  const width = number('output_width');
  const height = number('output_height');
  const scale = graph.node('Mul', [
    graph.node('Sub', [high, low]),
    graph.floats([1, 2], [number('scale_x') / width, number('scale_y') / height]),
  ]);
  const scaledAxes = graph.node('Mul', [axes, graph.node('Transpose', [scale], { perm: [1, 0] })]);
  const linear = graph.node('Transpose', [scaledAxes], { perm: [1, 0] });
  const shift = graph.node('Add', [
    graph.node('Transpose', [centre], { perm: [1, 0] }),
    graph.node('MatMul', [linear, graph.floats([2, 1], [-width / 2, -height / 2])]),
  ]);
  const upper = graph.node('Concat', [linear, graph.floats([2, 1], [0, 0]), shift], { axis: 1 });
  const lower = graph.floats([2, 4], [0, 0, 1, 0, 0, 0, 0, 1]);
  const matrix = graph.node('Concat', [upper, lower], { axis: 0 });
  conversion.set(operator.outputs[0] ?? -1, {
    name: graph.node('Reshape', [matrix, graph.integers([3], [1, 4, 4])]),
    isChannelsFirst: false,
    rank: 3,
  });
}

/** Converts landmarks (1, n, 3) to (n, 2), without depth. */
function toPlanePoints(conversion: TfliteConversion, index: number): string {
  const { graph } = conversion;
  const count = conversion.tensor(index).shape[1] ?? 0;
  const flat = graph.node('Reshape', [
    conversion.value(index).name,
    graph.integers([2], [count, 3]),
  ]);
  return graph.node('Gather', [flat, graph.integers([2], [0, 1])], { axis: 1 });
}

/** Writes the unit vector from `left` to `right` and its clockwise normal as rows. */
function writeAxes(graph: OnnxGraph, left: string, right: string): string {
  const edge = graph.node('Sub', [right, left]);
  const length = graph.node('ReduceL2', [edge, graph.integers([1], [1])], { keepdims: 1 });
  const along = graph.node('Div', [edge, length]);
  const turned = graph.node('Gather', [along, graph.integers([2], [1, 0])], { axis: 1 });
  const down = graph.node('Mul', [turned, graph.floats([1, 2], [-1, 1])]);
  return graph.node('Concat', [along, down], { axis: 0 });
}

/** Returns the rows of a matrix for x and y, as (2, 4). */
function planeRows(conversion: TfliteConversion, index: number): string {
  const { graph } = conversion;
  const matrix = graph.node('Reshape', [conversion.value(index).name, graph.integers([2], [4, 4])]);
  return graph.node('Gather', [matrix, graph.integers([2], [0, 1])], { axis: 0 });
}

/** Writes the bilinear sampling of features by a matrix. */
export function writeTransformedTensor(
  conversion: TfliteConversion,
  operator: TfliteOperator,
): void {
  const { graph } = conversion;
  const features = conversion.value(operator.inputs[0] ?? -1);
  const [, rows = 1, columns = 1] = conversion.tensor(operator.inputs[0] ?? -1).shape;
  const [, height = 1, width = 1] = conversion.tensor(operator.outputs[0] ?? -1).shape;
  const count = width * height;
  const middles = new Float32Array(4 * count).fill(1, 3 * count);
  for (let index = 0; index < count; index += 1) {
    middles[index] = (index % width) + 0.5;
    middles[count + index] = Math.floor(index / width) + 0.5;
  }
  const positions = graph.node('MatMul', [
    planeRows(conversion, operator.inputs[1] ?? -1),
    graph.floats([4, count], middles),
  ]);
  const spread = graph.node('Mul', [positions, graph.floats([2, 1], [2 / columns, 2 / rows])]);
  const signed = graph.node('Sub', [spread, graph.floats([], [1])]);
  const grid = graph.node('Reshape', [
    graph.node('Transpose', [signed], { perm: [1, 0] }),
    graph.integers([4], [1, height, width, 2]),
  ]);
  conversion.set(operator.outputs[0] ?? -1, {
    name: graph.node('GridSample', [features.name, grid], {
      mode: 'linear',
      padding_mode: 'zeros',
      align_corners: 0,
    }),
    isChannelsFirst: true,
    rank: 4,
  });
}

/** Writes the transformation of landmarks (1, n, 2) by a matrix. */
export function writeTransformedLandmarks(
  conversion: TfliteConversion,
  operator: TfliteOperator,
): void {
  const { graph } = conversion;
  const { shape } = conversion.tensor(operator.inputs[0] ?? -1);
  const count = shape[1] ?? 0;
  const points = graph.node('Reshape', [
    conversion.value(operator.inputs[0] ?? -1).name,
    graph.integers([2], [count, 2]),
  ]);
  const constants = new Float32Array(count * 2).map((_, index) => index % 2);
  const homogeneous = graph.node('Concat', [points, graph.floats([count, 2], constants)], {
    axis: 1,
  });
  const rows = graph.node('Transpose', [planeRows(conversion, operator.inputs[1] ?? -1)], {
    perm: [1, 0],
  });
  const moved = graph.node('MatMul', [homogeneous, rows]);
  conversion.set(operator.outputs[0] ?? -1, {
    name: graph.node('Reshape', [moved, graph.integers([3], shape)]),
    isChannelsFirst: false,
    rank: 3,
  });
}
