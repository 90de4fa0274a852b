import { createEncodedFile } from './encoded-file.ts';
import type { SoundFormat, SoundFile } from './sound-file.ts';
import { createWavFile } from './wav-file.ts';

/** Creates an audio file. Throws `storage_failed` when it cannot be written. */
export function createSoundFile(
  path: string,
  { format, sampleRateHz }: { readonly format: SoundFormat; readonly sampleRateHz: number },
): Promise<SoundFile> {
  return format === 'wav'
    ? createWavFile(path, sampleRateHz)
    : createEncodedFile(path, format, sampleRateHz);
}
