/** Rewrites a TFLite graph so that weights need no preparing operators. */
import { operatorKinds } from './operator-kinds.ts';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './read-tflite.ts';

/**
 * Removes operators that only prepare weights, stored as float16 or sparse, since the reader decodes both. Replaces a
 * padding that appends channels by a 1 × 1 convolution, which is fused with the addition after it.
 */
export function toPlainWeights(model: TfliteModel): TfliteModel {
  const tensors = [...model.tensors];
  const operators: TfliteOperator[] = [];
  for (const operator of model.operators) {
    const [from = -1, padsIndex = -1] = operator.inputs;
    const [to = -1] = operator.outputs;
    const weights = tensors[from]?.values ?? null;
    const more = operator.kind === operatorKinds.pad ? channelsAdded(tensors[padsIndex]) : 0;
    const channels = tensors[from]?.shape[3] ?? 0;
    const result = tensors[to];
    if (isPreparation(operator) && weights !== null && result !== undefined) {
      tensors[to] = { ...result, values: weights };
    } else if (more > 0 && channels > 0) {
      tensors.push(unchanged(channels, more));
      operators.push({
        ...operator,
        kind: operatorKinds.convolution,
        inputs: [from, tensors.length - 1],
        options: null,
      });
    } else {
      operators.push(operator);
    }
  }
  return { ...model, tensors, operators };
}

function isPreparation({ kind }: TfliteOperator): boolean {
  return kind === operatorKinds.dequantize || kind === operatorKinds.densify;
}

/** Returns the number of channels that a padding appends; 0 when it pads anything else. */
function channelsAdded(pads: TfliteTensor | undefined): number {
  const values = [...(pads?.values ?? [])];
  const isBehind = values.length === 8 && values.slice(0, 7).every((pad) => pad === 0);
  return isBehind ? (values[7] ?? 0) : 0;
}

/** Returns the weights of a 1 × 1 convolution that copies channels and appends channels of zeros. */
function unchanged(channels: number, more: number): TfliteTensor {
  const values = new Float32Array((channels + more) * channels);
  for (let channel = 0; channel < channels; channel += 1) {
    values[channel * channels + channel] = 1;
  }
  return { name: '', shape: [channels + more, 1, 1, channels], values };
}
