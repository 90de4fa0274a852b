import { RecordLog } from '../files/record-log.ts';
import { findStableFile, type StableFile, isSameFile } from './stable-files.ts';
import { type Watched, watchedSchema } from './watch-file.ts';

/** Known files of the watched folder, persisted, so that none is taken in twice. */
export class WatchedFiles {
  readonly #log: RecordLog<Watched>;
  readonly #contents = new Set<string>();

  constructor(path: string) {
    this.#log = new RecordLog(path, watchedSchema);
  }

  /** Loads the files of earlier runs; unfinished ones are checked with `wasTaken`. */
  async load(wasTaken: (file: Watched) => boolean): Promise<void> {
    await this.#log.load();
    const begun = [...this.#log.values()].filter(({ state }) => state === 'begun');
    const taken = begun.filter(wasTaken);
    this.#log.put(...taken.map((file): Watched => ({ ...file, state: 'taken' })));
    await this.#log.remove(begun.filter((file) => !taken.includes(file)).map(({ id }) => id));
    for (const { sha256, state } of this.#log.values()) {
      if (sha256 !== null && state !== 'before') {
        this.#contents.add(sha256);
      }
    }
  }

  /** Number of files taken in. */
  get taken(): number {
    return [...this.#log.values()].filter(({ state }) => state === 'taken').length;
  }

  /** Returns whether this file is known in its current state. */
  isKnown(file: StableFile): boolean {
    const known = this.#log.find(file.path);
    return known !== null && isSameFile(known, file);
  }

  /** Returns whether the same content was accepted or refused, under any name. */
  hasContent(sha256: string): boolean {
    return this.#contents.has(sha256);
  }

  /** Forgets a file, so that it is found again. */
  async forget(path: string): Promise<void> {
    const known = this.#log.find(path);
    if (known !== null) {
      this.#contents.delete(known.sha256 ?? '');
      await this.#log.remove([path]);
    }
  }

  /** Forgets contents. Files with them that are still in the folder do not count as new. */
  async dropContents(sha256s: ReadonlySet<string>): Promise<void> {
    const known = [...this.#log.values()].filter(
      ({ sha256 }) => sha256 !== null && sha256s.has(sha256),
    );
    const there = await Promise.all(known.map(({ id }) => findStableFile(id)));
    for (const sha256 of sha256s) {
      this.#contents.delete(sha256);
    }
    const removed = this.#log.remove(known.map(({ id }) => id));
    // Before that ends, so that a concurrent check knows them.
    this.#log.put(
      ...known
        .filter((_, index) => there[index] !== null)
        .map((file) => ({ ...file, sha256: null })),
    );
    await removed;
  }

  note(...files: readonly Watched[]): void {
    for (const { sha256, state } of files) {
      if (sha256 !== null && state !== 'before') {
        this.#contents.add(sha256);
      }
    }
    // A taken file stays so, however often it is touched.
    this.#log.put(
      ...files.map((file) => (this.#isTaken(file) ? { ...file, state: 'taken' as const } : file)),
    );
  }

  #isTaken({ id, sha256 }: Watched): boolean {
    const known = this.#log.find(id);
    return known?.state === 'taken' && known.sha256 === sha256;
  }
}
