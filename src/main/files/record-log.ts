import { appendFileSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { toDiskFault } from '../../base/faults.ts';
import { makePrivateFolder } from '../../client/private-files.ts';

/** Lines that are read between two turns of the event loop: about 10 ms. */
const linesPerTurn = 2_000;

/** An id may be a whole path. */
const goneSchema = z.object({ gone: z.string().max(4096) });

/**
 * Records in an append-only file: a line per record, and a line per removal, so that adding to a hundred
 * thousand records costs no more than adding to one. The file is rewritten after a removal.
 */
export class RecordLog<T extends { readonly id: string }> {
  readonly #path: string;
  readonly #schema: z.ZodType<T>;
  /** Records by id, in insertion order. */
  readonly #records = new Map<string, T>();
  /** Counts changes, so that a rewrite includes all of them. */
  #version = 0;
  #isLoaded = false;
  #rewriting: Promise<void> | null = null;

  /** `schema` provides defaults for later fields, so that lines of earlier versions remain valid. */
  constructor(path: string, schema: z.ZodType<T>) {
    this.#path = path;
    this.#schema = schema;
  }

  /** Reads the file, before anything else is done. Lines that cannot be understood, as of a kill, are left out. */
  async load(): Promise<void> {
    const lines = isPlainFile(this.#path) ? (await readFile(this.#path, 'utf8')).split('\n') : [];
    for (const [index, line] of lines.entries()) {
      this.#apply(line);
      if (index % linesPerTurn === linesPerTurn - 1) {
        await nextTurn();
      }
    }
    this.#isLoaded = true;
    this.#version += 1;
  }

  values(): Iterable<T> {
    return this.#records.values();
  }

  find(id: string): T | null {
    return this.#records.get(id) ?? null;
  }

  /** Changes with every modification. */
  get version(): number {
    return this.#version;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Adds records, or replaces those of their ids. Throws `storage_failed`; they are in the list then all the same. */
  put(...records: readonly T[]): void {
    for (const record of records) {
      this.#records.set(record.id, record);
    }
    if (records.length > 0) {
      this.#append(records);
    }
  }

  /** Removes records; resolves when the file no longer contains them. Throws `storage_failed`. */
  async remove(ids: readonly string[]): Promise<void> {
    const known = ids.filter((id) => this.#records.delete(id));
    if (known.length > 0) {
      this.#append(known.map((gone) => ({ gone })));
      this.#rewriting ??= this.#rewrite().finally(() => {
        this.#rewriting = null;
      });
      await this.#rewriting;
    }
  }

  #apply(line: string): void {
    const value = parseLine(line);
    const gone = goneSchema.safeParse(value);
    if (gone.success) {
      this.#records.delete(gone.data.gone);
      return;
    }
    const record = this.#schema.safeParse(value);
    if (record.success) {
      this.#records.set(record.data.id, record.data);
    }
  }

  #append(values: readonly object[]): void {
    this.#version += 1;
    // Starts with a line break, so that a truncated line corrupts no other.
    const text = values.map((value) => `\n${JSON.stringify(value)}`).join('');
    this.#write(() => appendFileSync(this.#path, text, { mode: 0o600 }));
  }

  /** Rewrites the file without removed records. It is replaced atomically, with all concurrent changes. */
  async #rewrite(): Promise<void> {
    for (let version = -1; version !== this.#version;) {
      version = this.#version;
      const lines: string[] = [];
      for (const record of this.#records.values()) {
        lines.push(JSON.stringify(record));
        if (lines.length % linesPerTurn === 0) {
          await nextTurn();
        }
      }
      if (version === this.#version) {
        this.#write(() => {
          const next = `${this.#path}.next`;
          rmSync(next, { force: true });
          writeFileSync(next, lines.join('\n'), { mode: 0o600, flag: 'wx' });
          renameSync(next, this.#path);
        });
      }
    }
  }

  #write(write: () => void): void {
    try {
      makePrivateFolder(dirname(this.#path));
      requirePlain(this.#path);
      write();
    } catch (cause) {
      throw new AppError('storage_failed', `${this.#path} could not be written.`, {
        cause,
        ...toDiskFault(cause),
      });
    }
  }
}

function parseLine(line: string): unknown {
  try {
    return line === '' ? null : JSON.parse(line);
  } catch {
    return null;
  }
}

const isPlainFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** A link could name any file of the user. */
function requirePlain(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) {
    throw new Error(`${path} is no file.`);
  }
}
