import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite, type Store } from '../../../src/service/store/open.ts';
import { type Placeholders, prepareRow, prepareRows } from '../../../src/service/store/prepared.ts';

interface Pair {
  readonly key: string;
  readonly value: string;
}

const insertPair = prepareRows((db, pair: Placeholders<Pair>) =>
  db.insertInto('meta').values({ value: pair.value, key: pair.key }),
);
const findValue = prepareRow((db, pair: Placeholders<Pick<Pair, 'key'>>) =>
  db.selectFrom('meta').select('value').where('key', '=', pair.key),
);

describe('a prepared statement', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guise-prepared-'));
  let store: Store;
  beforeAll(async () => {
    store = await openSqlite({ folder });
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('takes its values by name, and runs synchronously', () => {
    expect(insertPair(store.db, { key: 'a', value: 'b' })).toEqual([]);
    expect(findValue(store.db, { key: 'a' })).toEqual({ value: 'b' });
    expect(findValue(store.db, { key: 'b' })).toBeNull();
  });

  it('sees writes of its own transaction, and none of another before the commit', async () => {
    let outside: unknown;
    await store.db.transaction().execute(async (tx) => {
      await insertPair(tx, { key: 'c', value: 'd' });
      expect(await findValue(tx, { key: 'c' })).toEqual({ value: 'd' });
      outside = findValue(store.db, { key: 'c' });
      expect(outside).toBeInstanceOf(Promise);
    });
    expect(await outside).toEqual({ value: 'd' });
  });

  it('is undone with its transaction', async () => {
    const failed = store.db.transaction().execute(async (tx) => {
      await insertPair(tx, { key: 'e', value: 'f' });
      throw new Error('enough');
    });
    await expect(failed).rejects.toThrow('enough');
    expect(findValue(store.db, { key: 'e' })).toBeNull();
  });

  it('counts as a write only when it is one', async () => {
    const before = store.version();
    await findValue(store.db, { key: 'a' });
    expect(store.version()).toBe(before);
    await insertPair(store.db, { key: 'g', value: 'h' });
    expect(store.version()).not.toBe(before);
  });
});

describe('a store in a folder', () => {
  it('allocates its write-ahead log at its full size', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guise-log-'));
    const store = await openSqlite({ folder });
    const log = join(folder, 'guise.db-wal');
    const sizeBytes = statSync(log).size;
    expect(sizeBytes).toBeGreaterThan(16_000_000);
    for (let index = 0; index < 20; index += 1) {
      await insertPair(store.db, { key: `${index}`, value: 'x'.repeat(5000) });
    }
    expect(statSync(log).size).toBe(sizeBytes);
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('writes limits into its statements to avoid a new plan at every run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guise-limit-'));
    const store = await openSqlite({ folder });
    const { sql, parameters } = store.db.selectFrom('meta').selectAll().limit(3).compile();
    expect(sql).toMatch(/limit 3$/);
    expect(parameters).toEqual([]);
    await store.close();
    rmSync(folder, { recursive: true });
  });
});
