import { open, rm } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import type { CatalogueVoice } from './catalogue.ts';
import type { Phone } from './engines/engine.ts';
import type { SoundFile, SoundFormat } from './file/sound-file.ts';
import { createSoundFile } from './file/create-sound-file.ts';
import { LoudnessMeter } from './loudness/loudness-meter.ts';
import { PeakLimiter } from './loudness/peak-limiter.ts';
import { type SpokenPart, speakScript } from './speak/speak-script.ts';
import type { Speaker } from './speak/speaker.ts';

/** Inputs for rendering a script to a file. */
export interface SpeechRender {
  readonly script: string;
  readonly voice: CatalogueVoice;
  readonly path: string;
  readonly format: SoundFormat;
  readonly signal?: AbortSignal | undefined;
  /** Called with the fraction done, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Facts of a rendered speech file. */
export interface RenderedSpeech {
  readonly durationUs: number;
  readonly sampleRateHz: number;
  /** All sounds of the file with visemes, in order and without gaps. */
  readonly phones: readonly Phone[];
  /** Loudness of the finished file. */
  readonly loudnessLufs: number;
}

/** Target loudness of mono speech, as usual for podcasts and players. */
const targetLufs = -16;
/** -1.5 dB: headroom for inter-sample peaks. */
const ceiling = 0.84;
/** Maximum gain, so that nearly silent speech is not amplified to noise. */
const maxGain = 20;
const blockSamples = 16_384;

/**
 * Renders a script to a file of even loudness. Speech is first written to disk as it is spoken, then again with the
 * gain for the whole, so memory does not grow with the script. Leaves no file on failure.
 */
export async function renderSpeech(speaker: Speaker, job: SpeechRender): Promise<RenderedSpeech> {
  const rawPath = `${job.path}.raw`;
  try {
    const raw = await speakToDisk(speaker, job, rawPath);
    const loudnessLufs = await writeLevelled(raw, rawPath, job);
    const durationUs = Math.round((raw.samples * 1e6) / raw.sampleRateHz);
    return { durationUs, sampleRateHz: raw.sampleRateHz, phones: raw.phones, loudnessLufs };
  } finally {
    await rm(rawPath, { force: true });
  }
}

interface RawSpeech {
  readonly samples: number;
  readonly sampleRateHz: number;
  readonly phones: readonly Phone[];
  readonly loudnessLufs: number;
}

async function speakToDisk(
  speaker: Speaker,
  { script, voice, signal, onProgress }: SpeechRender,
  rawPath: string,
): Promise<RawSpeech> {
  const file = await open(rawPath, 'w').catch((cause: unknown) => {
    throw new AppError('storage_failed', 'The speech could not be written to disk.', { cause });
  });
  const phones: Phone[] = [];
  let meter: LoudnessMeter | null = null;
  let samples = 0;
  let sampleRateHz = 0;
  try {
    for await (const part of speakScript(speaker, { script, voice, signal })) {
      sampleRateHz = part.sampleRateHz;
      meter ??= new LoudnessMeter(sampleRateHz);
      meter.add(part.samples);
      await file.appendFile(toBytes(part));
      samples += part.samples.length;
      phones.push(...part.phones);
      onProgress?.(part.fraction);
    }
  } finally {
    await file.close();
  }
  return { samples, sampleRateHz, phones, loudnessLufs: meter?.integrated() ?? -Infinity };
}

function toBytes({ samples }: SpokenPart): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Writes the file with the gain for the target loudness; returns its loudness. */
async function writeLevelled(raw: RawSpeech, rawPath: string, job: SpeechRender): Promise<number> {
  const { sampleRateHz, loudnessLufs } = raw;
  const gain = Math.min(maxGain, 10 ** ((targetLufs - loudnessLufs) / 20));
  const limiter = new PeakLimiter(sampleRateHz, ceiling);
  const meter = new LoudnessMeter(sampleRateHz);
  const output = await createSoundFile(job.path, { format: job.format, sampleRateHz });
  try {
    let late = limiter.latency;
    for await (const samples of readRaw(rawPath, limiter.latency)) {
      job.signal?.throwIfAborted();
      amplify(samples, Number.isFinite(gain) ? gain : 1);
      limiter.process(samples);
      const due = samples.subarray(Math.min(late, samples.length));
      late -= samples.length - due.length;
      meter.add(due);
      await output.write(due);
    }
    await output.finish(raw.phones);
  } catch (error) {
    await discard(output);
    throw error;
  }
  return meter.integrated();
}

/** Errors of the clean-up are ignored in favour of the original error. */
async function discard(output: SoundFile): Promise<void> {
  await output.discard().catch(() => undefined);
}

function amplify(samples: Float32Array, gain: number): void {
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = samples[index]! * gain;
  }
}

/** Reads the samples of a file, followed by zeros for the limiter's latency. */
async function* readRaw(path: string, zeros: number): AsyncGenerator<Float32Array<ArrayBuffer>> {
  const file = await open(path, 'r');
  try {
    for (;;) {
      const block = new Float32Array(blockSamples);
      const { bytesRead } = await file.read(new Uint8Array(block.buffer));
      if (bytesRead === 0) {
        break;
      }
      yield block.subarray(0, bytesRead / Float32Array.BYTES_PER_ELEMENT);
    }
  } finally {
    await file.close();
  }
  yield new Float32Array(zeros);
}
