import type { AddedSoundTrack } from './added-sound-track.ts';
import { canCopyAudio, createCopiedAudio } from './copied-audio.ts';
import { createEncodedAudio } from './encoded-audio.ts';
import { openInput } from '../open-input.ts';
import type { OutputFile } from '../output-file.ts';

/** Source of the sound of a video. */
export interface SoundSource {
  readonly path: string;
  /** Media type, see `openInput`. */
  readonly mime?: string | undefined;
  /** Time from which on sound is left out; all sound is written when absent. */
  readonly endUs?: number | undefined;
}

/** Treatment of the sound: packets copied, transcoded to AAC, or no sound. */
export type SoundTreatment = 'copied' | 'transcoded' | 'none';

/** Adds the sound track of a file to an output; must precede `begin`. */
export async function addSoundTrack(
  { path, mime, endUs = Number.POSITIVE_INFINITY }: SoundSource,
  output: OutputFile,
): Promise<{ readonly track: AddedSoundTrack | null; readonly treatment: SoundTreatment }> {
  const input = await openInput(path, mime);
  const stream = input.audio;
  if (stream === null) {
    input.close();
    return { track: null, treatment: 'none' };
  }
  try {
    return canCopyAudio(stream)
      ? { track: createCopiedAudio({ input, stream, endUs }, output), treatment: 'copied' }
      : {
          track: await createEncodedAudio({ input, stream, endUs }, output),
          treatment: 'transcoded',
        };
  } catch (error) {
    input.close();
    throw error;
  }
}
