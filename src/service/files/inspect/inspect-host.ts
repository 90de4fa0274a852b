/**
 * Looks into files in a process of its own, because decoders and networks may crash or hang on a hostile file:
 *
 *   off ──inspect──▶ busy ──answer──▶ idle ──30 s──▶ off
 *                      ├──time, memory, crash──▶ off, and nothing is known of the file
 */
import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../base/errors.ts';
import { PeerHost } from '../../../base/peer/peer-host.ts';
import { SerialQueue } from '../../../base/serial-queue.ts';
import {
  type ChangePreview,
  changePreviewSchema,
  type PreviewWords,
} from '../../../contract/change-preview.ts';
import { type Inspection, inspectionSchema } from '../../../contract/inspection.ts';
import { pickEnv } from '../../process/pick-env.ts';
import { startPeerProcess } from '../../sandbox/process-peer.ts';
import { openWorkerCaches } from '../../sandbox/worker-caches.ts';
import { workerMemoryBytes } from '../../sandbox/worker-memory.ts';
import type { InspectMethods } from './inspect-entry.ts';
import type { InspectRequest } from './inspect-request.ts';

/** The networks stay for the files of a drop, and for those that follow soon. */
const IDLE_MS = 30_000;
/** Time for one file. */
const LIMIT_MS = 60_000;

/** Cache key of a file's current content. */
async function createKey(path: string, { isVideo }: PreviewWords): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return `${path} ${size} ${mtimeMs} ${isVideo}`;
}

/** Inspects one file after the other. */
export class FileInspector {
  readonly #folder: string;
  readonly #host: PeerHost<InspectMethods>;
  readonly #queue = new SerialQueue();
  #isReady: Promise<void> | null = null;

  /** `folder` is made when it is needed, and is for this alone: the process sees the one file there that it looks into. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#host = new PeerHost({
      start: () => {
        const caches = openWorkerCaches('inspect');
        return startPeerProcess<InspectMethods>({
          entry: fileURLToPath(new URL('./inspect-entry.ts', import.meta.url)),
          schemas: { answers: { inspect: inspectionSchema, preview: changePreviewSchema } },
          isHeldByWork: true,
          env: { ...pickEnv(), ...caches.env },
          grants: { readable: [folder], writable: caches.writable },
          limits: { memoryBytes: workerMemoryBytes },
        });
      },
      ended: (cause) =>
        new AppError('processing_failed', 'The process that looks into files ended.', { cause }),
      idleMs: IDLE_MS,
      silence: {
        ms: LIMIT_MS,
        error: () => new AppError('processing_failed', 'Nothing was found out within 60 s.'),
      },
    });
  }

  /** Inspects a file of the user. Throws `unsupported_format` and `processing_failed`. */
  inspect(request: InspectRequest): Promise<Inspection> {
    return this.#show([request.path], ([path = '']) =>
      this.#host.call('inspect', { ...request, path }),
    );
  }

  /**
   * Previews a text instruction on small copies of the user's files. Throws as `inspect`, and
   * `face_not_detected`.
   */
  preview(paths: readonly string[], words: PreviewWords): Promise<ChangePreview> {
    return this.#show(paths, async (shown) => {
      const files = await Promise.all(
        shown.map(async (path, index) => ({
          path,
          key: await createKey(paths[index] ?? '', words),
        })),
      );
      return this.#host.call('preview', { ...words, files });
    });
  }

  /** Gives the process access to files while it works on them. */
  #show<Answer>(
    paths: readonly string[],
    work: (shown: readonly string[]) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#queue.run(async () => {
      this.#isReady ??= this.#empty();
      await this.#isReady;
      const shown = paths.map(() => join(this.#folder, randomUUID()));
      try {
        for (const [index, path] of paths.entries()) {
          const to = shown[index] ?? '';
          await link(path, to).catch(() => copyFile(path, to));
        }
        return await work(shown);
      } finally {
        await Promise.all(shown.map((path) => rm(path, { force: true })));
      }
    });
  }

  /** Ends the process; what waits fails. */
  close(): Promise<void> {
    return this.#host.end();
  }

  /** Copies of an earlier run that was killed go. */
  async #empty(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }
}
