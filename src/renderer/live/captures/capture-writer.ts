import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { maxChunkBytes } from '../../../contract/ipc/chunks.ts';
import type { CaptureKind } from '../../../contract/ipc/captures.ts';
import type { Marker } from '../../../contract/marker.ts';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';

/** A file of main that the page writes piece by piece. */
export interface CaptureWriter {
  readonly id: string;
  readonly name: string;
  /**
   * Enqueues a chunk; resolves when it was processed, even unsuccessfully. Throws `storage_failed` when the
   * queue is full or a write failed.
   */
  readonly push: (piece: Blob) => Promise<void>;
  /** Puts a marker into the recording. */
  readonly mark: (marker: Marker) => Promise<void>;
  /** Returns whether no chunk was ever enqueued. */
  readonly isEmpty: () => boolean;
  /** Resolves when all chunks are written. After a failed write the file ends with the last successful one. */
  readonly end: () => Promise<{ readonly path: string; readonly sizeBytes: number }>;
  readonly drop: () => Promise<void>;
}

/** Maximum queue of the page while the disk is slow: half a minute of a recording. */
const maxWaitingBytes = 32 * 2 ** 20;

/** Creates the file. `pastSeconds` is the age of its oldest content. */
export async function openCaptureWriter(
  bridge: Bridge<Ipc>,
  kind: CaptureKind,
  { pastSeconds = 0 }: { readonly pastSeconds?: number } = {},
): Promise<CaptureWriter> {
  const { id, name } = await bridge.call('captures.begin', { kind, pastSeconds });
  let waiting = 0;
  let isEmpty = true;
  let failure: unknown = null;
  let last = Promise.resolve();

  const write = async (piece: Blob): Promise<void> => {
    try {
      for (let at = 0; at < piece.size; at += maxChunkBytes) {
        const bytes = await piece.slice(at, at + maxChunkBytes).bytes();
        await bridge.call('captures.write', { id, bytes });
      }
    } catch (error) {
      failure ??= error;
    }
    waiting -= piece.size;
  };
  const requireWorking = (): void => {
    if (failure !== null) {
      throw failure instanceof Error
        ? failure
        : new AppError('storage_failed', 'The file could not be written.');
    }
  };
  return {
    id,
    name,
    push: (piece) => {
      requireWorking();
      if (waiting + piece.size > maxWaitingBytes) {
        failure = new AppError('storage_failed', 'The disk does not keep up with the recording.', {
          details: faultDetails('disk_slow'),
        });
        throw failure;
      }
      waiting += piece.size;
      isEmpty = false;
      last = last.then(() => write(piece));
      return last;
    },
    mark: async (marker) => {
      await bridge.call('captures.mark', { id, marker });
    },
    isEmpty: () => isEmpty,
    end: async () => {
      await last;
      if (kind === 'picture') {
        requireWorking(); // Half a picture is none.
      }
      return bridge.call('captures.end', { id });
    },
    drop: async () => {
      await last;
      await bridge.call('captures.drop', { id });
    },
  };
}
