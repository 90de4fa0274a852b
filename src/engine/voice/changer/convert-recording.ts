import { readAudio } from '../../io/audio/audio-reader.ts';
import { type ConvertedRecording, type VoiceOutput, writeVoice } from '../file/write-voice.ts';
import { openLearnedVoice } from './convert-speech.ts';
import type { TargetVoice } from './target-voice.ts';
import { DEFAULT_STRENGTH } from './voice-changer.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Conversion of a recording to another voice. */
export interface RecordingConversion extends VoiceOutput {
  /** Any file with audio. */
  readonly path: string;
  readonly target: VoiceTarget;
  /** See {@link DEFAULT_STRENGTH}. */
  readonly strength?: number | undefined;
}

const sound = { sampleRateHz: VOICE_RATE_HZ, channels: 1 } as const;
/** Seconds at the beginning from which the speaker is learnt. */
const learnedSeconds = 30;

/**
 * Converts a recording of one speaker in bounded memory; the duration stays the same. Leaves no file on failure. Throws
 * `unsupported_format` when the file has no audio.
 */
export async function convertRecording(job: RecordingConversion): Promise<ConvertedRecording> {
  const { path, target, outputPath, format, strength = DEFAULT_STRENGTH, signal, onProgress } = job;
  const beginning = await readBeginning(path, { seconds: learnedSeconds, signal });
  const voice = openLearnedVoice(beginning, target, strength);
  const { latency } = voice;
  return writeVoice(change(path, voice, signal), {
    outputPath,
    format,
    sampleRateHz: VOICE_RATE_HZ,
    latency,
    signal,
    onProgress,
  });
}

async function* change(
  path: string,
  voice: TargetVoice,
  signal: AbortSignal | undefined,
): AsyncGenerator<Float32Array> {
  const step = (samples: Float32Array): Float32Array => {
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = voice.step(samples[index]!);
    }
    return samples;
  };
  for await (const { channels } of readAudio(path, { ...sound, signal })) {
    yield step(Float32Array.from(channels[0] ?? []));
  }
  yield step(new Float32Array(voice.latency));
}

/** Reads the first `seconds` of a file's audio, by default at `VOICE_RATE_HZ`; `mime` as in `openInput`. */
export async function readBeginning(
  path: string,
  {
    seconds,
    sampleRateHz = VOICE_RATE_HZ,
    mime,
    signal,
  }: {
    readonly seconds: number;
    readonly sampleRateHz?: number;
    readonly mime?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Float32Array> {
  const samples = new Float32Array(seconds * sampleRateHz);
  let count = 0;
  for await (const { channels } of readAudio(path, { sampleRateHz, channels: 1, mime, signal })) {
    const block = (channels[0] ?? new Float32Array()).subarray(0, samples.length - count);
    samples.set(block, count);
    count += block.length;
    if (count === samples.length) {
      break;
    }
  }
  return samples.subarray(0, count);
}
