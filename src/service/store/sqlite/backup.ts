import { AppError } from '../../../base/errors.ts';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../base/clock.ts';
import { isDatabaseIntact } from './corruption.ts';

/** Copies that are kept of each kind. */
const MAX_BACKUPS = 3;
const DAY_MS = 86_400_000;
/** Pages that a copy beside the work takes at a time, so that requests come in between. */
const PAGES_AT_ONCE = 256;
/** `guise-schema7-….db` before an upgrade, `guise-daily-….db` every day; what follows is when, in Unix milliseconds. */
const NAME = /^guise-(schema\d+|daily)-(\d+)\.db$/;
/** One name for all drafts, so that the rest of a killed process is overwritten. */
const DRAFT = 'draft.db.part';

/** Options of the backups. */
export interface BackupOptions {
  /** Made when missing. */
  readonly folder: string;
  readonly clock: Clock;
}

/** A copy of the database. */
export interface Backup {
  readonly path: string;
  readonly writtenAtMs: number;
}

/** The copies in a folder, newest first. */
export function listBackups(folder: string): readonly Backup[] {
  return listByKind(folder).map(({ path, writtenAtMs }) => ({ path, writtenAtMs }));
}

function listByKind(folder: string) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((name) => {
      const [, kind = '', at = ''] = NAME.exec(name) ?? [];
      return kind === '' ? [] : [{ path: join(folder, name), kind, writtenAtMs: Number(at) }];
    })
    .toSorted((a, b) => b.writtenAtMs - a.writtenAtMs);
}

/** Removes drafts that a killed process left behind. */
export function sweepDrafts(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.endsWith('.part') || name.includes('.part-')) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

/**
 * Writes a whole, compact copy of an open database before an upgrade and returns its path. The copy appears under its
 * name only when it is safely on the disk; the newest three are kept.
 */
export function backUp(
  database: DatabaseSync,
  options: BackupOptions & { readonly schemaVersion: number },
): string {
  const draft = prepareDraft(options.folder);
  database.prepare('vacuum into ?').run(draft);
  return store(draft, `schema${options.schemaVersion}`, options);
}

/**
 * Writes a backup when the newest is older than a day; null when none is due. A corrupt copy is discarded, so
 * that it does not replace a good one: throws the fault of the database.
 */
export async function backUpDaily(
  database: DatabaseSync,
  options: BackupOptions,
): Promise<string | null> {
  const last = listByKind(options.folder).find(({ kind }) => kind === 'daily');
  if (last !== undefined && Math.abs(options.clock.nowMs() - last.writtenAtMs) < DAY_MS) {
    return null;
  }
  const draft = prepareDraft(options.folder);
  try {
    await backup(database, draft, { rate: PAGES_AT_ONCE });
    if (!isDatabaseIntact(draft)) {
      throw createDamagedCopyError();
    }
    return store(draft, 'daily', options);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces all backups by one of the current content, so that none contains deleted rows; does nothing without
 * backups. They stay when the new one is corrupt, which is thrown.
 */
export function renewBackups(database: DatabaseSync, options: BackupOptions): void {
  const old = listBackups(options.folder);
  if (old.length === 0) {
    return;
  }
  const draft = prepareDraft(options.folder);
  database.prepare('vacuum into ?').run(draft);
  if (!isDatabaseIntact(draft)) {
    rmSync(draft, { force: true });
    throw createDamagedCopyError();
  }
  const made = store(draft, 'daily', options);
  for (const { path } of old) {
    if (path !== made) {
      rmSync(path, { force: true });
    }
  }
}

function prepareDraft(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweepDrafts(folder);
  return join(folder, DRAFT);
}

function store(draft: string, kind: string, { folder, clock }: BackupOptions): string {
  const target = join(folder, `guise-${kind}-${clock.nowMs()}.db`);
  publishFile(draft, target);
  const isDaily = kind === 'daily';
  const same = listByKind(folder).filter((other) => (other.kind === 'daily') === isDaily);
  for (const { path } of same.slice(MAX_BACKUPS)) {
    rmSync(path, { force: true });
  }
  return target;
}

/** Gives a whole file its name once its bytes are on the disk. */
export function publishFile(draft: string, target: string): void {
  const descriptor = openSync(draft, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, target);
}

function createDamagedCopyError(): AppError {
  return new AppError(
    'storage_failed',
    'The copy of the database is damaged, as the database may be. The copies of before stay.',
  );
}
