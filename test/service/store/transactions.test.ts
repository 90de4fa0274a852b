import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../src/service/store/db.ts';
import { openSqlite, type Store } from '../../../src/service/store/open.ts';
import { type Placeholders, prepareRow, prepareRows } from '../../../src/service/store/prepared.ts';
import { toSeed } from '../support/seed.ts';

const readPrepared = prepareRow((db, pair: Placeholders<{ readonly key: string }>) =>
  db.selectFrom('meta').select('value').where('key', '=', pair.key),
);
const writePrepared = prepareRows(
  (db, pair: Placeholders<{ readonly key: string; readonly value: string }>) =>
    db.updateTable('meta').set({ value: pair.value }).where('key', '=', pair.key),
);

const counters = ['a', 'b', 'c'] as const;

/** A caller that adds to counters alternately with others, in a transaction or not, and may roll back at its end. */
interface Caller {
  readonly adds: readonly { readonly counter: (typeof counters)[number]; readonly turns: number }[];
  readonly way: 'kysely' | 'prepared' | 'mixed';
  readonly fails: boolean;
}

const anyCaller: fc.Arbitrary<Caller> = fc.record({
  adds: fc.array(
    fc.record({ counter: fc.constantFrom(...counters), turns: fc.integer({ min: 0, max: 3 }) }),
    { minLength: 1, maxLength: 4 },
  ),
  way: fc.constantFrom('kysely', 'prepared', 'mixed'),
  fails: fc.boolean(),
});

class GivenUp extends Error {}

describe('transactions of SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guise-transactions-'));
  let store: Store;
  beforeAll(async () => {
    store = await openSqlite({ folder });
    for (const key of counters) {
      await store.db.insertInto('meta').values({ key, value: '0' }).execute();
    }
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  async function read(db: Db, key: string, isPrepared: boolean): Promise<number> {
    const row = isPrepared
      ? await readPrepared(db, { key })
      : await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
    return Number(row?.value);
  }

  async function write(db: Db, key: string, count: number, isPrepared: boolean): Promise<void> {
    const value = String(count);
    await (isPrepared
      ? writePrepared(db, { key, value })
      : db.updateTable('meta').set({ value }).where('key', '=', key).execute());
  }

  /** Reads, yields to others, and writes the value plus one: loses counts without isolation. */
  async function run({ adds, way, fails }: Caller): Promise<void> {
    await store.db.transaction().execute(async (tx) => {
      for (const [index, { counter, turns }] of adds.entries()) {
        const isPrepared = way === 'prepared' || (way === 'mixed' && index % 2 === 0);
        const count = await read(tx, counter, isPrepared);
        for (let turn = 0; turn < turns; turn += 1) {
          await breathe();
        }
        await write(tx, counter, count + 1, !isPrepared && way === 'mixed');
      }
      if (fails) {
        throw new GivenUp();
      }
    });
  }

  async function readAll(): Promise<number[]> {
    return Promise.all(counters.map((key, index) => read(store.db, key, index % 2 === 0)));
  }

  it('are isolated, and leave nothing of those that were rolled back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCaller, { minLength: 1, maxLength: 8 }), async (callers) => {
        const before = await readAll();
        const ends = await Promise.allSettled(callers.map(run));
        expect(ends.map(({ status }) => status)).toEqual(
          callers.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
        );
        const added = callers.filter(({ fails }) => !fails).flatMap(({ adds }) => adds);
        expect(await readAll()).toEqual(
          counters.map(
            (key, index) =>
              (before[index] ?? 0) + added.filter(({ counter }) => counter === key).length,
          ),
        );
      }),
      { numRuns: 60, seed: toSeed('transactions') },
    );
  });

  it('show others nothing uncommitted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCaller, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(12), fc.boolean()), { minLength: 1, maxLength: 6 }),
        async (callers, looks) => {
          // Every committed caller leaves all counters equal, because it adds to each of them.
          const even = callers.map((caller) => ({
            ...caller,
            adds: counters.map((counter, index) => ({
              counter,
              turns: caller.adds[index]?.turns ?? 1,
            })),
          }));
          for (const key of counters) {
            await write(store.db, key, 0, false);
          }
          const running = Promise.allSettled(even.map(run));
          for (const [turns, isPrepared] of looks) {
            for (let turn = 0; turn < turns; turn += 1) {
              await breathe();
            }
            const rows = await store.db.selectFrom('meta').selectAll().execute();
            const seen = rows.filter(({ key }) => counters.some((name) => name === key));
            expect(new Set(seen.map(({ value }) => value)).size).toBe(1);
            // A single counter never exceeds the committed total at the end.
            const max = even.filter(({ fails }) => !fails).length;
            expect(await read(store.db, 'a', isPrepared)).toBeLessThanOrEqual(max);
          }
          await running;
        },
      ),
      { numRuns: 40, seed: toSeed('readers') },
    );
  });

  it('show a prepared statement outside of them nothing of rolled-back ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCaller, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }),
        async (callers, looks) => {
          const before = await readAll();
          const running = Promise.allSettled(
            callers.map((caller) => run({ ...caller, fails: true })),
          );
          const seen: Promise<number>[] = [];
          for (const turns of looks) {
            for (let turn = 0; turn < turns; turn += 1) {
              await breathe();
            }
            seen.push(...counters.map((key) => read(store.db, key, true)));
          }
          expect(await Promise.all(seen)).toEqual(looks.flatMap(() => before));
          await running;
        },
      ),
      { numRuns: 60, seed: toSeed('prepared readers') },
    );
  });

  it('keep one version exactly while nothing changes', async () => {
    const acts = {
      read: async () => {
        await readAll();
        return false;
      },
      write: async () => {
        await write(store.db, 'a', 1, false);
        return true;
      },
      writePrepared: async () => {
        await write(store.db, 'a', 2, true);
        return true;
      },
      giveUp: async () => {
        await run({ adds: [{ counter: 'b', turns: 0 }], way: 'mixed', fails: true }).catch(
          () => undefined,
        );
        return true;
      },
      look: async () => {
        await store.db.selectFrom('jobs').select('id').execute();
        return false;
      },
    } as const;
    const anyAct = fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]));
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 1, maxLength: 12 }), async (names) => {
        for (const name of names) {
          const before = store.version();
          const mayHaveWritten = await acts[name]();
          expect(store.version() === before).toBe(!mayHaveWritten);
        }
      }),
      { numRuns: 40, seed: toSeed('versions') },
    );
  });

  it('run after one that fails at its beginning, middle or end', async () => {
    const failures = [
      () => store.db.transaction().execute(() => Promise.reject(new GivenUp())),
      () =>
        store.db.transaction().execute(async (tx) => {
          await write(tx, 'c', 99, true);
          await tx.insertInto('meta').values({ key: 'a', value: 'twice' }).execute();
        }),
      () =>
        store.db.transaction().execute(async (tx) => {
          await write(tx, 'c', 99, false);
          throw new GivenUp();
        }),
    ];
    await write(store.db, 'c', 5, false);
    const ends = await Promise.allSettled([
      ...failures.map((fail) => fail()),
      run({ adds: [{ counter: 'c', turns: 2 }], way: 'prepared', fails: false }),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await read(store.db, 'c', true)).toBe(6);
  });
});
