import '../../engine/models/no-telemetry.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSessionPool, type SessionPool } from '../../engine/models/pool/session-pool.ts';

/** Session thread that all packs of the process share. */
let pool: SessionPool | null = null;

/** Keeps packs open for later runs of the process, as long as the choice and its files stay the same. */
export class WarmPacks<Opened extends { close(): void }> {
  #kept: { readonly key: string; readonly opened: Promise<Opened> } | null = null;

  /**
   * Returns the packs of a key, opening them when needed, and closes those of another key. Throws the errors of `open`.
   */
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

/** Returns a key that changes when a chosen file changes. */
export async function toPackKey(
  folder: string,
  chosen: readonly (string | null)[],
): Promise<string> {
  const files = await Promise.all(
    chosen.map(async (id) => [id, ...(id === null ? [null, null] : await readStamp(folder, id))]),
  );
  return JSON.stringify([folder, files]);
}

/** Returns size and modification time (milliseconds) of a file in a folder of models; nulls when it is missing. */
export async function readStamp(
  folder: string,
  id: string,
): Promise<readonly [number | null, number | null]> {
  const facts = await stat(join(folder, id)).catch(() => null);
  return [facts?.size ?? null, facts?.mtimeMs ?? null];
}
