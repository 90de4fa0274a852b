import { createEncodedFile } from './encoded-file.ts';
import { createWavFile } from './wav-file.ts';

/** Formats that speech is written in. */
export const soundFormats = {
  wav: { mime: 'audio/wav', extension: 'wav' },
  mp3: { mime: 'audio/mpeg', extension: 'mp3' },
  opus: { mime: 'audio/ogg', extension: 'ogg' },
} as const;

/** Name of a format of {@link soundFormats}. */
export type SoundFormat = keyof typeof soundFormats;

/** A file of mono sound that is being written. One of `finish` and `discard` ends it. */
export interface SoundFile {
  /** Memory of the samples is the caller's again when it is done. */
  write(samples: Float32Array): Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
  /** Deletes it. */
  discard(): Promise<void>;
}

/** Begins a file. Throws `storage_failed` when it cannot be written. */
export function createSoundFile(
  path: string,
  { format, sampleRateHz }: { readonly format: SoundFormat; readonly sampleRateHz: number },
): Promise<SoundFile> {
  return format === 'wav'
    ? createWavFile(path, sampleRateHz)
    : createEncodedFile(path, format, sampleRateHz);
}
