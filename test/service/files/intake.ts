import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IncomingFolder, openIncomingFolder } from '../../../src/service/files/incoming.ts';
import {
  type MediaValidator,
  validationLimits,
  openMediaValidator,
} from '../../../src/service/files/validate/validator-host.ts';
import { receiveUpload, type ReceivedFile } from '../../../src/service/files/receive.ts';

/** A validator and a separate folder for one suite. */
export interface Intake {
  readonly folder: string;
  readonly incoming: IncomingFolder;
  readonly validator: MediaValidator;
  /** Receives bytes in chunks; the result is discarded with `close` at the latest. */
  receive(bytes: Uint8Array, declaredType?: string | null): Promise<ReceivedFile>;
  /** Names of the files in the incoming folder. */
  listLeft(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openIntake(timeMs = 20_000): Promise<Intake> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-intake-'));
  const incoming = await openIncomingFolder(join(folder, 'incoming'));
  const validator = openMediaValidator({
    folder: join(folder, 'validate'),
    limits: { ...validationLimits, timeMs },
  });
  return {
    folder,
    incoming,
    validator,
    receive: (bytes, declaredType = null) =>
      receiveUpload(
        { source: toChunks(bytes, 30_000), declaredType: declaredType },
        { incoming, validator },
      ),
    listLeft: () => readdir(incoming.path),
    async close() {
      await validator.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Bytes as a stream of chunks, the way a socket hands them over. */
export async function* toChunks(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
    yield bytes.subarray(at, at + chunkBytes);
  }
}
