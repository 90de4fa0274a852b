import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import { PROMPT_LENGTH, type UnetSignature } from '../recognise/diffusion/diffusion-signature.ts';
import type { PackSession } from '../run/pack-session.ts';
import { toFloats } from '../run/tensors.ts';
import { createPortTensor } from './port-tensor.ts';
import type { PromptMeaning } from './prompt-encoder.ts';

/** Inputs of one UNet run. */
interface UnetQuestion {
  /** Latents and the channels beside them. */
  readonly shown: readonly Float32Array[];
  /** Sides of the latents. */
  readonly width: number;
  readonly height: number;
  readonly timestep: number;
  readonly meaning: PromptMeaning;
  /** Guidance scale, for networks that take it as an input. */
  readonly guidance: number;
}

/** Predicts noise. */
export type Unet = (
  question: UnetQuestion,
  signal?: AbortSignal,
) => Promise<Float32Array<ArrayBuffer>>;

/** Number of runs, and their total time. */
export interface UnetMeter {
  runs: number;
  ms: number;
}

const GUIDANCE_NUMBERS = 256;

/** Creates the UNet of a model; run times are added to the meter. */
export function createUnet(
  {
    session: { run, facts },
    ports,
  }: { readonly session: Pick<PackSession, 'run' | 'facts'>; readonly ports: UnetSignature },
  meter: UnetMeter,
  nowMs: () => number = () => performance.now(),
): Unet {
  const { sample, timestep, states, large, guidance, output } = ports;
  return async (question, signal) => {
    const { shown, width, height, meaning } = question;
    const values = joinChannels(shown);
    const channels = values.length / (width * height);
    const feeds: Record<string, PoolTensor> = {
      [sample.name]: createPortTensor(sample, values, [1, channels, height, width]),
      [timestep.name]: createPortTensor(
        timestep,
        [question.timestep],
        timestep.dims.length === 0 ? [] : [1],
      ),
      [states.name]: createPortTensor(states, meaning.states, [1, PROMPT_LENGTH, meaning.width]),
    };
    if (large !== null) {
      if (meaning.pooled === null) {
        throw new AppError('processing_failed', `${facts.label} needs a second text encoder.`);
      }
      const [tall, wide] = [height * 8, width * 8];
      const ids = [tall, wide, 0, 0, tall, wide];
      feeds[large.embeds.name] = createPortTensor(large.embeds, meaning.pooled, [
        1,
        meaning.pooled.length,
      ]);
      feeds[large.ids.name] = createPortTensor(large.ids, ids, [1, ids.length]);
    }
    if (guidance !== null) {
      const count = guidance.dims[1] ?? GUIDANCE_NUMBERS;
      const wave = toWaves((question.guidance - 1) * 1000, count);
      feeds[guidance.name] = createPortTensor(guidance, wave, [1, count]);
    }
    const startMs = nowMs();
    const outputs = await run(feeds, signal);
    meter.runs += 1;
    meter.ms += nowMs() - startMs;
    return toFloats(outputs[output], 4 * width * height, facts.label);
  };
}

function joinChannels(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Encodes a number as sines and cosines of falling frequency: the timestep embedding of Ho et al. 2020. */
function toWaves(value: number, count: number): Float32Array {
  const half = count / 2;
  return Float32Array.from({ length: count }, (_, at) => {
    const angle = value * Math.exp((-Math.log(10_000) * (at % half)) / (half - 1));
    return at < half ? Math.sin(angle) : Math.cos(angle);
  });
}
