import { addBroadcast, type GraphValue, type Weights } from './channels-first.ts';
import type { OnnxGraph } from './onnx-graph.ts';

/**
 * Adds a PReLU with constant slopes. ONNX Runtime computes its own slowly and leaves the layout of
 * convolutions for it, so it is written as convolutions of single values: `slope x + (1 - slope) ReLU(x)`.
 */
export function writePrelu(graph: OnnxGraph, value: GraphValue, slopes: Weights): string {
  const channels = slopes.values.length;
  const isPerChannel = slopes.shape.at(-1) === channels;
  if (!value.isChannelsFirst || value.rank !== 4 || !isPerChannel) {
    return graph.node('PRelu', [value.name, addBroadcast(graph, slopes, value)]);
  }
  const values = Float32Array.from(slopes.values);
  const scale = (name: string, factors: Float32Array): string =>
    graph.node('Conv', [name, graph.floats([channels, 1, 1, 1], factors)], {
      kernel_shape: [1, 1],
      group: channels,
    });
  const rests = values.map((slope) => 1 - slope);
  // A factor that is not negative may go into the ReLU, which then is part of its convolution.
  const rest = rests.every((factor) => factor >= 0)
    ? graph.node('Relu', [scale(value.name, rests)])
    : scale(graph.node('Relu', [value.name]), rests);
  return graph.node('Add', [scale(value.name, values), rest]);
}
