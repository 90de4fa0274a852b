import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  createSessionPool,
  type SessionPool,
} from '../../../src/engine/models/pool/session-pool.ts';
import type { CanonicalFace } from '../../../src/engine/track/canonical-face.ts';
import { openBuiltModels } from '../support/models.ts';

/** Shared resources with which the tests of a file open packs. Read while a test runs. */
export interface PackWork<Packs> {
  readonly canonicalFace: CanonicalFace;
  /** One thread shared by all tests. */
  readonly pool: SessionPool;
  /** Empty at the beginning of each test. */
  readonly folder: string;
  /** Packs that are closed after the test. */
  opened: Packs | null;
}

/** Prepares all of it for the tests of the file that calls this, and removes it after them. */
export function preparePackWork<Packs extends { close(): void }>(): PackWork<Packs> {
  let canonicalFace: CanonicalFace;
  let pool: SessionPool;
  let folder = '';
  const work: PackWork<Packs> = {
    get canonicalFace() {
      return canonicalFace;
    },
    get pool() {
      return pool;
    },
    get folder() {
      return folder;
    },
    opened: null,
  };

  beforeAll(async () => {
    canonicalFace = await (await openBuiltModels()).readCanonicalFace();
    pool = createSessionPool({ threads: 1 });
  }, 120_000);

  afterAll(() => pool.close());

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guise-packs-'));
  });

  afterEach(async () => {
    work.opened?.close();
    work.opened = null;
    await rm(folder, { recursive: true, force: true });
  });

  return work;
}

/** Writes models into a folder, by the names of their files. */
export async function putModels(
  folder: string,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(join(folder, name), bytes);
  }
}
