/**
 * A speaker encoder that the product neither uses nor was tuned on: GE2E (Wan 2018) with the weights and steps of
 * Resemblyzer: 40 mel bands of power, windows of 1.6 s, their mean.
 */
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { slaneyMel } from '../../../src/engine/voice/convert/mel.ts';
import { OnnxGraph } from '../../../tools/models/onnx/onnx-graph.ts';
import { toJudgedLevel } from '../../media/voice/to-judged-level.ts';
import { openPinnedPackage } from './pinned-packages.ts';
import { readCheckpoint } from './read-checkpoint.ts';

const rateHz = 16_000;
const frameLength = 400;
const hop = 160;
const bins = frameLength / 2 + 1;
const bandCount = 40;
const hidden = 256;
const layers = 3;
/** Frames of a window, and frames between two of them. */
const windowFrames = 160;
const windowStep = 77;
/** Windows that go through the network together. */
const batch = 8;

/** Identifies speakers: vectors of length 1 that are close for similar voices. */
export interface SpeakerEncoder {
  /** The voice of speech at 16 kHz. */
  embed(speech: Float32Array): Promise<Float32Array>;
}

/** Returns the similarity of two speakers' embeddings (dot product); 1 is the same. */
export function compareSpeakers(one: Float32Array, two: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * two[index]!, 0);
}

/** Opens the encoder of the pinned package. */
export async function openSpeakerEncoder(): Promise<SpeakerEncoder> {
  const folder = await openPinnedPackage('resemblyzer');
  const weights = await readCheckpoint(join(folder, 'resemblyzer/pretrained.pt'));
  const session = await InferenceSession.create(writeNetwork(weights), { logSeverityLevel: 3 });
  return {
    async embed(speech) {
      const sound = dropPauses(toJudgedLevel(speech));
      const starts = listWindows(sound.length);
      const sum = new Float32Array(hidden);
      for (let first = 0; first < starts.length; first += batch) {
        const part = starts.slice(first, first + batch);
        const frames = new Tensor('float32', cutFrames(sound, part), [
          windowFrames,
          batch,
          frameLength,
        ]);
        const { voices } = await session.run({ frames });
        const values = voices!.data as Float32Array;
        for (let index = 0; index < part.length; index += 1) {
          addUnit(sum, values.subarray(index * hidden, (index + 1) * hidden));
        }
      }
      const mean = new Float32Array(hidden);
      addUnit(mean, sum);
      return mean;
    },
  };
}

function writeNetwork(weights: ReadonlyMap<string, Float32Array>): Uint8Array {
  const graph = new OnnxGraph();
  graph.input('frames', [windowFrames, batch, frameLength]);
  const multiply = (value: string, dims: readonly number[], matrix: Float32Array): string =>
    graph.node('MatMul', [value, graph.floats(dims, matrix)]);
  const square = (value: string): string => graph.node('Mul', [value, value]);
  const waves = [Math.cos, Math.sin].map((wave) =>
    square(multiply('frames', [frameLength, bins], toWaves(wave))),
  );
  const power = graph.node('Add', waves);
  let value = multiply(power, [bins, bandCount], toMelBands());
  let last = '';
  for (let layer = 0; layer < layers; layer += 1) {
    const size = layer === 0 ? bandCount : hidden;
    const read = (name: string): Float32Array => weights.get(`lstm.${name}_l${layer}`)!;
    const biases = [reorder(read('bias_ih'), 1), reorder(read('bias_hh'), 1)];
    const [all, state] = graph.nodeOf('LSTM', {
      inputs: [
        value,
        graph.floats([1, 4 * hidden, size], reorder(read('weight_ih'), size)),
        graph.floats([1, 4 * hidden, hidden], reorder(read('weight_hh'), hidden)),
        graph.floats([1, 8 * hidden], Float32Array.from(biases.flatMap((bias) => [...bias]))),
      ],
      resultCount: 2,
      attributes: { hidden_size: hidden },
    });
    value = graph.node('Squeeze', [all!, graph.integers([1], [1])]);
    last = graph.node('Squeeze', [state!, graph.integers([1], [0])]);
  }
  const linear = graph.node(
    'Gemm',
    [
      last,
      graph.floats([hidden, hidden], weights.get('linear.weight')!),
      graph.floats([hidden], weights.get('linear.bias')!),
    ],
    { transB: 1 },
  );
  graph.output('voices', graph.node('Relu', [linear]), [batch, hidden]);
  return graph.finish('speaker-encoder');
}

/** From the order of torch (input, forget, cell, output) to that of ONNX (input, output, forget, cell). */
function reorder(gates: Float32Array, columns: number): Float32Array {
  const size = hidden * columns;
  const result = new Float32Array(gates.length);
  for (const [to, from] of [0, 3, 1, 2].entries()) {
    result.set(gates.subarray(from * size, (from + 1) * size), to * size);
  }
  return result;
}

/** Hann window and the cosines or sines of every bin in one matrix. */
function toWaves(wave: (angle: number) => number): Float32Array {
  return Float32Array.from({ length: frameLength * bins }, (_, at) => {
    const [index, bin] = [Math.floor(at / bins), at % bins];
    const turn = (2 * Math.PI * index) / frameLength;
    return (0.5 - 0.5 * Math.cos(turn)) * wave(turn * bin);
  });
}

/** Bands of equal area on the mel scale of Slaney, as the encoder was trained with. */
function toMelBands(): Float32Array {
  const highest = slaneyMel.toMel(rateHz / 2);
  const edges = Array.from({ length: bandCount + 2 }, (_, index) =>
    slaneyMel.fromMel((highest * index) / (bandCount + 1)),
  );
  return Float32Array.from({ length: bins * bandCount }, (_, at) => {
    const [bin, band] = [Math.floor(at / bandCount), at % bandCount];
    const hz = (bin * rateHz) / frameLength;
    const [low, middle, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
    const height = Math.min((hz - low) / (middle - low), (high - hz) / (high - middle));
    return (2 / (high - low)) * Math.max(0, height);
  });
}

/** Limits pauses to about 0.2 s, because silence does not identify a voice. */
function dropPauses(speech: Float32Array): Float32Array {
  const length = 480;
  const reach = 6;
  const count = Math.floor(speech.length / length);
  const levels = Array.from({ length: count }, (_, index) => {
    const part = speech.subarray(index * length, (index + 1) * length);
    return part.reduce((sum, value) => sum + value * value, 0);
  });
  const loud = levels.toSorted((one, two) => one - two)[Math.floor(0.95 * count)] ?? 0;
  const kept = levels.flatMap((_, index) => {
    const near = levels.slice(Math.max(0, index - reach / 2), index + reach / 2 + 1);
    return near.some((level) => level > loud / 1000) ? [index] : [];
  });
  const result = new Float32Array(kept.length * length);
  for (const [to, from] of kept.entries()) {
    result.set(speech.subarray(from * length, (from + 1) * length), to * length);
  }
  return result;
}

/** Returns the first frame of each window, without a last window that is mostly beyond the end. */
function listWindows(length: number): number[] {
  const frames = Math.ceil(length / hop);
  const starts = [0];
  for (let start = windowStep; start + 0.75 * windowFrames <= frames; start += windowStep) {
    starts.push(start);
  }
  return starts;
}

function cutFrames(sound: Float32Array, starts: readonly number[]): Float32Array {
  const frames = new Float32Array(windowFrames * batch * frameLength);
  for (const [index, start] of starts.entries()) {
    for (let frame = 0; frame < windowFrames; frame += 1) {
      const from = (start + frame) * hop - frameLength / 2;
      const part = sound.subarray(Math.max(0, from), Math.max(0, from + frameLength));
      frames.set(part, (frame * batch + index) * frameLength + Math.max(0, -from));
    }
  }
  return frames;
}

function addUnit(sum: Float32Array, vector: Float32Array): void {
  const length = Math.hypot(...vector) + 1e-9;
  for (const [index, value] of vector.entries()) {
    sum[index] = sum[index]! + value / length;
  }
}
