import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { basename } from 'node:path';
import { AppError, toWireError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { maxWatched, type WatchAction, type WatchState } from '../../contract/ipc/watch.ts';
import type * as z from 'zod';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { Emit } from '../ipc/emit.ts';
import { identifyFile } from '../jobs/chosen-files.ts';
import type { Log } from '../log/log.ts';
import { findStableFile, type StableFile, listFolder, StableFiles } from './stable-files.ts';
import type { Watched, WatchSetup, watchFileSchema } from './watch-file.ts';
import type { WatchedFiles } from './watched-files.ts';

/**
 * Outcome for a file that should become a job: it was created, it is no longer wanted, or the reason why the
 * user is asked.
 */
export type WatchedJob = 'begun' | 'unwanted' | NonNullable<WatchState['asks']>;

/** Dependencies of watching. */
export interface WatchOptions {
  readonly file: StoredJsonFile<z.output<typeof watchFileSchema>>;
  readonly files: WatchedFiles;
  /** Returns a predicate: whether a file that was in progress when a run ended became a job. */
  readonly readTaken: () => Promise<(file: Watched) => boolean>;
  /** Returns whether the app made this file itself. */
  readonly isOwn: (file: {
    readonly sizeBytes: number;
    readonly sha256: string;
  }) => Promise<boolean>;
  /** Adds a file as one that the user chose. */
  readonly addFile: (path: string) => Promise<ChosenFile>;
  /**
   * Creates a job from a file after the checks of a drop. `admit` is called before the job is in the list, and
   * returns whether it is still wanted. Throws the file's fault.
   */
  readonly begin: (path: string, setup: WatchSetup, admit: () => boolean) => Promise<WatchedJob>;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
  readonly nowMs: () => number;
  /** Poll intervals: while files change, and otherwise, when the system reports changes itself. */
  readonly everyMs?: { readonly moving: number; readonly resting: number };
  /** Has the system tell of changes in a folder; throws where it cannot. */
  readonly watchFolder?: (folder: string, onChange: () => void) => FSWatcher;
}

const usualPauses = { moving: 1_000, resting: 30_000 };

/**
 * Processes new files of a folder, once each: those that are stable, have new content, and were not created by
 * the app itself.
 *
 *   new ──(steady)──▶ identified ──▶ left     known content, own result, no media, refused
 *                          ├───────▶ begun ──▶ taken      a job is made of it
 *                          └───────▶ waiting ─▶ taken     the page puts it into the form
 */
export class Watch {
  readonly #options: WatchOptions;
  readonly #resting = new StableFiles();
  readonly #queue = new SerialQueue();
  readonly #waiting = new Set<string>();
  #asks: WatchState['asks'] = null;
  #refused: WatchState['refused'] = null;
  #isThere = true;
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #loaded: Promise<void> | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Resumes the watch that was active when the app ended. */
  resume(): void {
    if (this.#options.file.read().isOn) {
      this.#wake();
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#rest();
  }

  describe(): WatchState {
    const { isOn, folder, action, setup } = this.#options.file.read();
    return {
      isOn,
      folder,
      isThere: this.#isThere,
      action,
      setup:
        setup === null
          ? null
          : { feature: setup.feature, names: setup.inputs.map(({ path }) => basename(path)) },
      taken: this.#options.files.taken,
      waiting: this.#waiting.size,
      asks: this.#waiting.size > 0 ? this.#asks : null,
      refused: this.#refused,
    };
  }

  /** Watches another folder from now on; its existing files are ignored. */
  async useFolder(folder: string): Promise<void> {
    this.#write({ folder });
    this.#waiting.clear();
    this.#refused = null;
    if (this.#options.file.read().isOn) {
      await this.turn(true);
    }
    this.#changed();
  }

  /** Throws `invalid_input` while there is no folder. */
  async turn(isOn: boolean): Promise<void> {
    const { folder } = this.#options.file.read();
    if (isOn && folder === null) {
      throw new AppError('invalid_input', 'A folder has to be chosen before it is watched.', {
        details: faultDetails('watch_no_folder'),
      });
    }
    this.#rest();
    if (isOn && folder !== null) {
      await this.#queue.run(() => this.#leaveAlone(folder));
    } else {
      this.#waiting.clear();
    }
    this.#write({ isOn });
    if (isOn) {
      this.#wake();
    }
    this.#changed();
  }

  setAction(action: WatchAction): void {
    if (action === 'jobs' && this.#options.file.read().setup === null) {
      throw new AppError('invalid_input', 'A form has to be set up before jobs are made with it.', {
        details: faultDetails('watch_not_set_up'),
      });
    }
    this.#write({ action });
    this.#changed();
  }

  /** Makes jobs of new files with this from now on. */
  setUp(setup: WatchSetup): void {
    this.#write({ setup, action: 'jobs' });
    this.#asks = null;
    this.#changed();
  }

  /**
   * Stops creating jobs with deleted persons, and identifies their files by name only, as long as they exist.
   */
  async dropPersons(sha256s: ReadonlySet<string>): Promise<void> {
    const { setup } = this.#options.file.read();
    if (setup !== null && setup.inputs.some(({ sha256 }) => sha256s.has(sha256))) {
      this.#write({ setup: null, action: 'draft' });
      this.#changed();
    }
    this.#loaded ??= this.#load();
    await this.#loaded;
    await this.#options.files.dropContents(sha256s);
  }

  /** The files that wait for the form, each once. */
  async take(): Promise<ChosenFile[]> {
    const chosen: ChosenFile[] = [];
    for (const path of [...this.#waiting].slice(0, maxWatched)) {
      if (!this.#waiting.has(path)) {
        continue;
      }
      try {
        // State before reading the content: a file that is written meanwhile counts as another one.
        const found = await findStableFile(path);
        const { sha256 } = await identifyFile(path);
        const file = await this.#options.addFile(path);
        if (found !== null) {
          this.#note(found, { sha256, state: 'taken' });
        }
        chosen.push(file);
      } catch (error) {
        this.#refuse(path, error);
      } finally {
        // After it is recorded: a concurrent check would find it as a new one.
        this.#waiting.delete(path);
      }
    }
    this.#changed();
    return chosen;
  }

  /** Checks the folder now; resolves when all stable files were processed. */
  scan(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#queue.run(async () => {
      const { isOn, folder } = this.#options.file.read();
      if (!isOn || folder === null || this.#isStopped) {
        return;
      }
      this.#loaded ??= this.#load();
      await this.#loaded;
      for (const found of this.#resting.scan(await this.#listNew(folder), this.#options.nowMs())) {
        if (!this.#isWatching(folder)) {
          break;
        }
        await this.#receive(found, folder);
      }
      this.#sleep();
    });
  }

  /** The user may turn it off, or choose another folder, in the middle of many files. */
  #isWatching(folder: string): boolean {
    const now = this.#options.file.read();
    return !this.#isStopped && now.isOn && now.folder === folder;
  }

  async #load(): Promise<void> {
    await this.#options.files.load(await this.#options.readTaken());
  }

  async #listNew(folder: string): Promise<StableFile[]> {
    const wasThere = this.#isThere;
    let found: StableFile[] = [];
    try {
      found = await listFolder(folder);
      this.#isThere = true;
      this.#listen(folder);
    } catch (error) {
      this.#isThere = false;
      // After a folder was recreated, the listener would still observe the old one.
      this.#stopListening();
      this.#options.log('info', 'watch.folder_unread', { error });
    }
    if (wasThere !== this.#isThere) {
      this.#changed();
    }
    return found.filter(
      (file) => !this.#waiting.has(file.path) && !this.#options.files.isKnown(file),
    );
  }

  async #receive(found: StableFile, folder: string): Promise<void> {
    const { files, isOwn } = this.#options;
    try {
      const { path, sha256, sizeBytes } = await identifyFile(found.path);
      if (files.hasContent(sha256) || (await isOwn({ sizeBytes, sha256 }))) {
        this.#note(found, { sha256, state: 'left' });
        return;
      }
      const became = await this.#begin(path, { ...found, sha256 }, folder);
      if (became === 'begun') {
        this.#note(found, { sha256, state: 'taken' });
      } else if (became !== 'unwanted' && this.#isWatching(folder)) {
        this.#asks = became === 'draft' ? null : became;
        this.#waiting.add(found.path);
      }
      this.#changed();
    } catch (error) {
      await this.#dealWith(found, error);
    }
  }

  /** Makes a job of a file where that is set up; `draft` where it goes into the form. */
  async #begin(
    path: string,
    { sha256, ...found }: StableFile & Pick<Watched, 'sha256'>,
    folder: string,
  ): Promise<WatchedJob | 'draft'> {
    const { file, begin } = this.#options;
    const { action, setup } = file.read();
    if (action !== 'jobs' || setup === null) {
      return 'draft';
    }
    return begin(path, setup, () => {
      const now = file.read();
      const isWanted = this.#isWatching(folder) && now.action === 'jobs' && now.setup === setup;
      if (isWanted) {
        this.#note(found, { sha256, state: 'begun' });
      }
      return isWanted;
    });
  }

  /** Transient failures are retried at the next check; all others are the file's fault. */
  async #dealWith(found: StableFile, error: unknown): Promise<void> {
    if (error instanceof AppError && error.isRetryable) {
      await this.#options.files.forget(found.path);
      this.#options.log('info', 'watch.later', { error });
      return;
    }
    this.#refuse(found.path, error);
    this.#note(found, { sha256: null, state: 'left' });
    this.#changed();
  }

  #refuse(path: string, error: unknown): void {
    this.#refused = { name: basename(path), error: toWireError(error) };
    this.#options.log('info', 'watch.refused', { error });
  }

  #note({ path, ...found }: StableFile, known: Pick<Watched, 'sha256' | 'state'>): void {
    const { files, nowMs } = this.#options;
    files.note({ ...found, ...known, id: path, atMs: nowMs() });
  }

  async #leaveAlone(folder: string): Promise<void> {
    this.#loaded ??= this.#load();
    await this.#loaded;
    this.#waiting.clear();
    const { files, nowMs } = this.#options;
    const there = await listFolder(folder).catch(() => []);
    const unknown = there.filter((file) => !files.isKnown(file));
    files.note(
      ...unknown.map(({ path, sizeBytes, mtimeMs }): Watched => ({
        id: path,
        sizeBytes,
        mtimeMs,
        sha256: null,
        state: 'before',
        atMs: nowMs(),
      })),
    );
  }

  /**
   * Without change notifications, for example because the system's limit of watches is reached, polling alone
   * has to do.
   */
  #listen(folder: string): void {
    if (this.#watcher !== null || !this.#isWatching(folder)) {
      return;
    }
    try {
      const watcher = (this.#options.watchFolder ?? watchFolder)(folder, () => this.#wake());
      this.#watcher = watcher;
      watcher.on('error', () => {
        watcher.close();
        this.#watcher = this.#watcher === watcher ? null : this.#watcher;
      });
    } catch (error) {
      this.#options.log('info', 'watch.not_told', { error });
    }
  }

  #stopListening(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  #wake(): void {
    void this.scan().catch((error: unknown) => {
      this.#options.log('error', 'watch.failed', { error });
      this.#sleep();
    });
  }

  #sleep(): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) {
      const { moving, resting } = this.#options.everyMs ?? usualPauses;
      const pauseMs = this.#resting.moving > 0 ? moving : resting;
      this.#timer = setTimeout(() => this.#wake(), pauseMs).unref();
    }
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#stopListening();
  }

  #write(change: Partial<z.output<typeof watchFileSchema>>): void {
    const { file } = this.#options;
    file.write({ ...file.read(), ...change });
  }

  #changed(): void {
    this.#options.emit('watch.changed', this.describe());
  }
}
