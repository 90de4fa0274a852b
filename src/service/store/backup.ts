import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../base/clock.ts';

const KEPT_BACKUPS = 3;
const NAME = /^guise-schema\d+-\d+\.db$/;

/** Where a copy goes and how it is named. */
export interface BackupOptions {
  /** Made when missing. */
  readonly folder: string;
  readonly schemaVersion: number;
  readonly clock: Clock;
}

/**
 * Writes a whole, compact copy of an open database and returns its path. The copy appears under its
 * name only when it is safely on the disk; the newest three are kept.
 */
export async function backUp(database: DatabaseSync, options: BackupOptions): Promise<string> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const name = `guise-schema${options.schemaVersion}-${options.clock.nowMs()}.db`;
  const target = join(options.folder, name);
  const draft = `${target}.part`;
  rmSync(draft, { force: true });
  database.prepare('vacuum into ?').run(draft);
  syncToDisk(draft);
  renameSync(draft, target);
  const kept = readdirSync(options.folder)
    .filter((entry) => NAME.test(entry))
    .toSorted((a, b) => writtenAt(b) - writtenAt(a));
  for (const old of kept.slice(KEPT_BACKUPS)) {
    rmSync(join(options.folder, old), { force: true });
  }
  return target;
}

function syncToDisk(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writtenAt(name: string): number {
  return Number(name.slice(name.lastIndexOf('-') + 1, -'.db'.length));
}
