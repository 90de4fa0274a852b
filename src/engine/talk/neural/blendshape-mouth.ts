import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import {
  BLENDSHAPE_COUNT,
  type BlendshapeSignature,
} from '../../packs/recognise/talk/blendshape-signature.ts';
import { toFloats, listTensor } from '../../packs/run/tensors.ts';
import { resample } from '../../voice/changer/resample.ts';
import { mouthMeasureNames, type MouthMeasures } from '../mouth/measures.ts';
import type { SoundToMouth } from '../seams/sound-to-mouth.ts';
import { countMoments, toMouthOfWeights } from './arkit-mouth.ts';
import type { LoadedPart } from './loaded-part.ts';

const RATE_HZ = 16_000;
/** Window length for networks that take any length. */
const USUAL_SAMPLES = 8 * RATE_HZ;
/** Minimum cross-fade weight: at the ends of a window a network lacks context, so overlapping windows count more. */
const MIN_WEIGHT = 0.02;

type Sums = { -readonly [Name in keyof MouthMeasures]: number } & { weight: number };

/** Builds the inputs of a window; their buffers are transferred. */
export function feedWindow(
  { audio, identity }: BlendshapeSignature,
  samples: Float32Array<ArrayBuffer>,
): Record<string, PoolTensor> {
  const feeds = { [audio.name]: listTensor({ ...audio, dims: [1, samples.length] }, samples) };
  if (identity !== null) {
    const first = Float32Array.from({ length: identity.count }, (_, at) => (at === 0 ? 1 : 0));
    feeds[identity.name] = listTensor({ ...identity, dims: [1, identity.count] }, first);
  }
  return feeds;
}

/** Returns the window length of a network in samples. */
export function toWindow({ audio }: BlendshapeSignature): number {
  return audio.samples ?? USUAL_SAMPLES;
}

/**
 * Creates mouths from a network that predicts blendshape weights. Windows overlap by half and are cross-faded, since
 * the network has no state.
 */
export function createBlendshapeMouth({
  session: { run, facts },
  signature,
}: LoadedPart<BlendshapeSignature>): SoundToMouth {
  const length = toWindow(signature);
  return {
    async measure({ samples, sampleRateHz }, timesMs, signal) {
      const sound = resample(samples, sampleRateHz, RATE_HZ);
      const sums = timesMs.map((): Sums => ({ open: 0, wide: 0, jaw: 0, lift: 0, weight: 0 }));
      for (let start = -length / 2; start < sound.length; start += length / 2) {
        const outputs = await run(feedWindow(signature, cut(sound, start, length)), signal);
        const tensor = outputs[signature.output];
        const weights = toFloats(tensor, tensor?.values.length ?? 0, facts.label);
        if (countMoments(weights) === 0 || weights.some((value) => !Number.isFinite(value))) {
          throw new AppError('processing_failed', `${facts.label} gave no weights of a face.`);
        }
        addWindow(sums, timesMs, { weights, startMs: toMs(start), lengthMs: toMs(length) });
      }
      return sums.map(({ weight, ...mouth }) => {
        const scaled = { ...mouth };
        for (const name of mouthMeasureNames) {
          scaled[name] /= weight || 1;
        }
        return scaled;
      });
    },
  };
}

function toMs(samples: number): number {
  return (samples * 1000) / RATE_HZ;
}

/** Returns a range of audio, zero-padded beyond its ends. */
function cut(sound: Float32Array, start: number, length: number): Float32Array<ArrayBuffer> {
  const part = new Float32Array(length);
  const from = Math.max(0, start);
  part.set(sound.subarray(from, Math.max(from, start + length)), from - start);
  return part;
}

function addWindow(
  sums: readonly Sums[],
  timesMs: readonly number[],
  {
    weights,
    startMs,
    lengthMs,
  }: { readonly weights: Float32Array; readonly startMs: number; readonly lengthMs: number },
): void {
  const count = countMoments(weights);
  for (let index = 0; index < sums.length; index += 1) {
    const place = (timesMs[index]! - startMs) / lengthMs;
    if (place >= 0 && place <= 1) {
      const at = Math.max(0, Math.min(count - 1, place * count - 0.5));
      const [before, after] = [Math.floor(at), Math.min(count - 1, Math.floor(at) + 1)];
      const one = toMouthOfWeights(weights, before * BLENDSHAPE_COUNT);
      const other = toMouthOfWeights(weights, after * BLENDSHAPE_COUNT);
      const weight = MIN_WEIGHT + 1 - Math.abs(2 * place - 1);
      const sum = sums[index]!;
      for (const name of mouthMeasureNames) {
        sum[name] += weight * (one[name] + (other[name] - one[name]) * (at - before));
      }
      sum.weight += weight;
    }
  }
}
