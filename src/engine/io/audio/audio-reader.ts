import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { type AudioBlock, type AudioForm, decodeAudio } from './audio-blocks.ts';
import { openInput } from '../open-input.ts';

/**
 * Decodes the sound of a file in blocks of about 20 ms, resampled and mixed to the given sample rate and channels.
 * Leaving the loop closes the file. `mime` is passed to `openInput`. Throws `unsupported_format` when the file has no
 * sound.
 */
export async function* readAudio(
  path: string,
  {
    signal,
    mime,
    ...form
  }: AudioForm & { readonly mime?: string | undefined; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<AudioBlock, void> {
  signal?.throwIfAborted();
  const input = await openInput(path, mime);
  try {
    if (input.audio === null) {
      throw new AppError('unsupported_format', 'The file has no sound.', {
        details: faultDetails('no_sound'),
      });
    }
    for await (const block of decodeAudio(input, input.audio, form)) {
      signal?.throwIfAborted();
      yield block;
    }
  } finally {
    input.close();
  }
}
