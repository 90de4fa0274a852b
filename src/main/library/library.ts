import type { Ipc } from '../../contract/ipc/contract.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { RecordLog } from '../files/record-log.ts';
import type { Emit } from '../ipc/emit.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { Log } from '../log/log.ts';
import type { LibraryEntry } from './library-entry.ts';
import { LibraryIndex } from './library-index.ts';
import { type LibraryRecord, libraryRecordSchema } from './library-records.ts';

/** Dependencies of the list. */
export interface LibraryOptions {
  /** The file of records. */
  readonly path: string;
  readonly store: Pick<JobStore, 'listAll' | 'readAll'>;
  /** Removes the thumbnails of an item. */
  readonly removeThumbnails: (id: string) => Promise<void>;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
}

/** Library of this computer: jobs, which the job store manages, and records of this list alone. */
export class Library {
  readonly index: LibraryIndex;
  readonly #options: LibraryOptions;
  readonly #log: RecordLog<LibraryRecord>;
  /** Serialises writes after the initial read. */
  readonly #queue = new SerialQueue();

  /** Begins to read the file. */
  constructor(options: LibraryOptions) {
    this.#options = options;
    this.#log = new RecordLog(options.path, libraryRecordSchema);
    this.index = new LibraryIndex(options.store.listAll);
    void this.#run(async () => {
      await Promise.all([this.#log.load(), options.store.readAll()]);
      this.index.fill(this.#log.values());
    });
  }

  /** Resolves when everything that was asked for until now is in the list and its file. */
  async settled(): Promise<void> {
    await this.#queue.idle();
  }

  /** Adds a record, or replaces the one of its id. */
  put(record: LibraryRecord): Promise<void> {
    return this.#run(async () => {
      this.index.put(record);
      this.#log.put(record);
    });
  }

  /** Changes a record that is still there. */
  change(id: string, change: Partial<LibraryRecord>): Promise<void> {
    return this.#run(async () => {
      const record = this.#log.find(id);
      if (record !== null) {
        this.index.put({ ...record, ...change });
        this.#log.put({ ...record, ...change });
      }
    });
  }

  /** Removes matching records with their thumbnails; files stay. */
  forget(fits: (record: LibraryRecord) => boolean): Promise<void> {
    return this.#run(async () => {
      const ids = this.listRecords(fits).map(({ id }) => id);
      if (ids.length > 0) {
        this.index.remove(new Set(ids));
        for (const id of ids) {
          await this.#options.removeThumbnails(id);
        }
        await this.#log.remove(ids);
      }
    });
  }

  /** Matching records in their original order. */
  listRecords(fits: (record: LibraryRecord) => boolean): LibraryRecord[] {
    return Array.from(this.#log.values()).filter(fits);
  }

  /** Files of all records, whether they are still there or not. */
  async listFiles(): Promise<NonNullable<LibraryRecord['file']>[]> {
    await this.settled();
    return this.listRecords(() => true).flatMap(({ file }) => file ?? []);
  }

  /** Leaves items out of every answer. */
  hide(ids: ReadonlySet<string>): void {
    this.index.hide(ids);
    this.#options.emit('library.changed', {});
  }

  /** Null when it is not in the list. */
  find(id: string): LibraryEntry | null {
    return this.index.find(id);
  }

  /** A list that cannot be written keeps nothing else from being done. */
  #run(work: () => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      try {
        await work();
      } catch (error) {
        this.#options.log('error', 'library.not_written', { error });
      }
      this.#options.emit('library.changed', {});
    });
  }
}
