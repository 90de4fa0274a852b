import { readAudio } from '../../../io/audio/audio-reader.ts';
import { type ConvertedRecording, type VoiceOutput, writeVoice } from '../../file/write-voice.ts';
import { RATE_HZ } from './frames.ts';
import { filePlan, type RvcSettings, type RvcVoice } from './rvc-voice.ts';

/** Conversion of a recording to an RVC voice. */
export interface RvcFileConversion extends VoiceOutput {
  /** Any file with audio. */
  readonly path: string;
  readonly settings?: RvcSettings | undefined;
}

/**
 * Converts a recording of one speaker at the network's rate, in bounded memory; the duration stays the same to a frame
 * of 10 ms. Leaves no file on failure. Throws `unsupported_format` when the file has no audio.
 */
export function convertFile(
  voice: RvcVoice,
  { path, settings, ...file }: RvcFileConversion,
): Promise<ConvertedRecording> {
  const { rateHz: sampleRateHz } = voice;
  return writeVoice(speak(voice, { path, settings, signal: file.signal }), {
    ...file,
    sampleRateHz,
  });
}

async function* speak(
  voice: RvcVoice,
  { path, settings, signal }: Pick<RvcFileConversion, 'path' | 'settings' | 'signal'>,
): AsyncGenerator<Float32Array> {
  const stream = voice.openStream(filePlan, settings);
  for await (const { channels } of readAudio(path, {
    sampleRateHz: RATE_HZ,
    channels: 1,
    signal,
  })) {
    yield* await stream.push(channels[0] ?? new Float32Array());
  }
  yield* await stream.flush();
}
