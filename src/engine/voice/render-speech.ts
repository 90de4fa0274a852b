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

/** What is to be spoken into a file. */
export interface SpeechRender {
  readonly script: string;
  readonly voice: CatalogueVoice;
  readonly path: string;
  readonly format: SoundFormat;
  readonly signal?: AbortSignal | undefined;
  /** How much is done, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** A file of speech, and what is said when. */
export interface RenderedSpeech {
  readonly durationUs: number;
  readonly sampleRateHz: number;
  /** Every sound of the file with its mouth, in order and without gaps. */
  readonly phones: readonly Phone[];
  /** As the file has it. */
  readonly loudnessLufs: number;
}

/** Loudness of speech in one channel, as podcasts and players expect it. */
const targetLufs = -16;
/** -1.5 dB: leaves room for what lies between samples. */
const ceiling = 0.84;
/** Nearly silent speech is not blown up to noise. */
const maxGain = 20;
const blockSamples = 16_384;

/**
 * Speaks a script into a file of even loudness. The speech goes to disk as it comes, and from there once
 * more with the gain that the whole needs, so memory does not grow with the script. Leaves nothing behind
 * when it fails.
 */
export async function renderSpeech(speaker: Speaker, job: SpeechRender): Promise<RenderedSpeech> {
  const rawPath = `${job.path}.raw`;
  try {
    const raw = await speakToDisk(speaker, job, rawPath);
    const loudnessLufs = await level(raw, rawPath, job);
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
      await file.appendFile(bytesOf(part));
      samples += part.samples.length;
      phones.push(...part.phones);
      onProgress?.(part.fraction);
    }
  } finally {
    await file.close();
  }
  return { samples, sampleRateHz, phones, loudnessLufs: meter?.integrated() ?? -Infinity };
}

function bytesOf({ samples }: SpokenPart): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Writes the file with the gain that brings it to the target; gives its loudness. */
async function level(raw: RawSpeech, rawPath: string, job: SpeechRender): Promise<number> {
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

/** What failed is told, not that clearing up failed as well. */
async function discard(output: SoundFile): Promise<void> {
  await output.discard().catch(() => undefined);
}

function amplify(samples: Float32Array, gain: number): void {
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = samples[index]! * gain;
  }
}

/** The samples of a file, and as many zeros after them as the limiter holds back. */
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
