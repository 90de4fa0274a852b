import { addBroadcast, type GraphValue, type Weights } from './channels-first.ts';
import type { OnnxGraph } from './onnx-graph.ts';

/**
 * Adds a PReLU with constant slopes. ONNX Runtime's own operator is slow and leaves the layout of convolutions. It is
 * written as depthwise 1 × 1 convolutions instead, with which the ReLU is fused: `x + (1 - slope) ReLU(-x)`.
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
  const negative = graph.node('Relu', [
    scale(
      value.name,
      values.map((slope) => -Math.abs(1 - slope)),
    ),
  ]);
  // Slopes above 1 subtract instead of adding.
  const change = values.every((slope) => slope <= 1)
    ? negative
    : scale(
        negative,
        values.map((slope) => Math.sign(1 - slope)),
      );
  return graph.node('Add', [value.name, change]);
}
