import type { AddedSoundTrack } from './added-sound-track.ts';
import { canCopyAudio, createCopiedAudio } from './copied-audio.ts';
import { createEncodedAudio } from './encoded-audio.ts';
import { openInput } from './open-input.ts';
import type { OutputFile } from './output-file.ts';

/** Where the sound of a video comes from. */
export interface SoundSource {
  readonly path: string;
  /** As `openInput` takes it. */
  readonly mime?: string | undefined;
  /** Sound from here on is left out; all of it is written when absent. */
  readonly endUs?: number | undefined;
}

/** What happened to the sound: kept bit by bit, coded again as AAC, or there was none. */
export type SoundTreatment = 'copied' | 'transcoded' | 'none';

/** Adds the sound track of a file to an output that has not begun. */
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
