import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import type { Store } from '../../../src/service/store/open.ts';
import { describeUnless } from '../../support/describe-unless.ts';
import type { StoreLocation } from './place.ts';
import {
  findServerPrograms,
  startPostgres,
  type TestPostgres,
  findPostgresProblem,
} from './postgres.ts';

/** Creates new, empty locations for stores on one engine. */
export interface TestEngine {
  readonly engine: Store['engine'];
  createPlace(): Promise<StoreLocation>;
}

// Every test here commits to a real disk and some start processes: a busy machine needs more than 5 s.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** The same tests on both engines. PostgreSQL is skipped when it is not installed. */
export function describeEngines(name: string, tests: (engine: TestEngine) => void): void {
  describe(`${name} (SQLite)`, () => {
    const folders: string[] = [];
    afterAll(() => {
      folders.forEach((folder) => {
        rmSync(folder, { recursive: true, force: true });
      });
    });
    tests({
      engine: 'sqlite',
      createPlace: () => {
        const folder = mkdtempSync(join(tmpdir(), 'guise-store-'));
        folders.push(folder);
        return Promise.resolve({ engine: 'sqlite', folder });
      },
    });
  });

  describeUnless(findPostgresProblem(), `${name} (PostgreSQL)`, () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres(findServerPrograms() ?? '');
    }, 60_000);
    afterAll(() => server.stop(), 30_000);
    tests({
      engine: 'postgres',
      createPlace: async () => ({ engine: 'postgres', connection: await server.createDatabase() }),
    });
  });
}
