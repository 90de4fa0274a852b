import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import { PageFiles } from './page-files.ts';

/** Dependencies of the calls. */
export interface PastedFilesOptions {
  /** Folder of recordings: files without a job are removed at the next start. */
  readonly folder: string;
  /** Adds the finished image as a chosen file, which validates it. */
  readonly addFile: (path: string) => Promise<ChosenFile>;
}

const maxBytes = limits.imageUploadMb * BYTES_PER_MB;

/** Calls about images of the clipboard. */
export function createPasteCalls({ folder, addFile }: PastedFilesOptions): AreaHandlers<'pastes'> {
  const files = new PageFiles<null>(folder, 'picture');
  return {
    'pastes.begin': () => files.begin((id) => `Clipboard ${id.slice(0, 8)}.png`, null),
    'pastes.write': async ({ id, bytes }) => {
      if (files.require(id).sizeBytes + bytes.byteLength > maxBytes) {
        const details = faultDetails('file_too_large', { max_mb: limits.imageUploadMb });
        throw new AppError('input_too_large', 'The picture is too large.', { details });
      }
      await files.append(id, bytes);
      return null;
    },
    'pastes.end': async ({ id }) => addFile(await files.end(id)),
  };
}
