import { libraryUndoMs } from '../../contract/ipc/library.ts';
import type { LibraryEntry } from './library-entry.ts';

/** Dependencies of a removal. */
export interface RemovalDependencies {
  /** Receives all hidden items. */
  readonly hide: (ids: ReadonlySet<string>) => void;
  /** Deletes for good. */
  readonly erase: (entries: readonly LibraryEntry[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

interface Removed {
  readonly entry: LibraryEntry;
  readonly timer: NodeJS.Timeout;
}

/**
 * Removed items that can still be restored. A crash meanwhile deletes nothing: they are in the list again at
 * the next start; an orderly exit deletes them.
 */
export class Removal {
  readonly #dependencies: RemovalDependencies;
  readonly #waiting = new Map<string, Removed>();
  #erasing: Promise<void> = Promise.resolve();

  constructor(dependencies: RemovalDependencies) {
    this.#dependencies = dependencies;
  }

  add(entries: readonly LibraryEntry[]): void {
    const ids = entries.map(({ id }) => id);
    // An item that was restored and removed again has the timer of its last removal.
    const timer: NodeJS.Timeout = setTimeout(() => {
      void this.#erase(ids.filter((id) => this.#waiting.get(id)?.timer === timer));
    }, libraryUndoMs).unref();
    for (const entry of entries) {
      if (!this.#waiting.has(entry.id)) {
        this.#waiting.set(entry.id, { entry, timer });
      }
    }
    this.#hide();
  }

  restore(ids: readonly string[]): void {
    for (const id of ids) {
      this.#waiting.delete(id);
    }
    this.#hide();
  }

  /** Deletes what waits, and ends when all is deleted. */
  async finish(): Promise<void> {
    await this.#erase([...this.#waiting.keys()]);
    await this.#erasing;
  }

  #hide(): void {
    this.#dependencies.hide(new Set(this.#waiting.keys()));
  }

  #erase(ids: readonly string[]): Promise<void> {
    const entries = ids.flatMap((id) => this.#waiting.get(id)?.entry ?? []);
    if (entries.length > 0) {
      this.#erasing = this.#erasing
        .then(() => this.#dependencies.erase(entries))
        .catch((error: unknown) => this.#dependencies.onFailure(error))
        .then(() => this.restore(ids));
    }
    return this.#erasing;
  }
}
