import '../../engine/models/no-telemetry.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSessionPool, type SessionPool } from '../../engine/models/pool/session-pool.ts';

/** One thread of models for all packs of the process. */
let pool: SessionPool | null = null;

/** Packs that stay open for the next runs of the process, as long as the choice and its files are the same. */
export class WarmPacks<Opened extends { close(): void }> {
  #kept: { readonly key: string; readonly opened: Promise<Opened> } | null = null;

  /** Those of the key, opened where they are not; those of another key are closed. Throws what `open` throws. */
  async open(key: string, open: (pool: SessionPool) => Promise<Opened>): Promise<Opened> {
    if (this.#kept?.key !== key) {
      const before = this.#kept;
      pool ??= createSessionPool({ threads: 1 });
      this.#kept = { key, opened: open(pool) };
      before?.opened.then(
        (packs) => packs.close(),
        () => undefined,
      );
    }
    const { opened } = this.#kept;
    try {
      return await opened;
    } catch (error) {
      if (this.#kept?.opened === opened) {
        this.#kept = null; // The next run looks again.
      }
      throw error;
    }
  }
}

/** The same as long as no chosen file is changed. */
export async function toPackKey(
  folder: string,
  chosen: readonly (string | null)[],
): Promise<string> {
  const files = await Promise.all(
    chosen.map(async (id) => [id, ...(id === null ? [null, null] : await readStamp(folder, id))]),
  );
  return JSON.stringify([folder, files]);
}

/** Size of a file of a folder of models and when it was changed, in milliseconds; nulls where it is not there. */
export async function readStamp(
  folder: string,
  id: string,
): Promise<readonly [number | null, number | null]> {
  const facts = await stat(join(folder, id)).catch(() => null);
  return [facts?.size ?? null, facts?.mtimeMs ?? null];
}
