import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/service/store/open.ts';
import { recoverStore } from '../../../src/service/store/sqlite/recover.ts';
import { audit } from './audit.ts';
import { createWorld, TestClock, usd } from './world.ts';

const DAY_MS = 86_400_000;

let folder: string;
let clock: TestClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-damage-'));
  clock = new TestClock();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const database = (): string => join(folder, 'guise.db');
const backups = (): string => join(folder, 'backups');

/** A store with money and files that was copied, and got five dollars more afterwards. */
async function makeStore(): Promise<void> {
  const store = await openSqlite({ folder, clock });
  const world = await createWorld(store);
  await world.topUp(usd(7));
  for (let count = 0; count < 300; count += 1) {
    await world.addUpload('image');
  }
  await store.backUpDaily();
  await world.topUp(usd(5));
  await store.close();
}

/** Overwrites bytes with noise that is the same in every run. */
function overwrite(at: number, count: number): void {
  const bytes = readFileSync(database());
  let seed = at + 1;
  for (let index = at; index < Math.min(at + count, bytes.length); index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
    bytes[index] = seed >> 16;
  }
  writeFileSync(database(), bytes);
}

async function readMoney(): Promise<number[]> {
  const store = await openSqlite({ folder, clock });
  try {
    expect(await audit(store)).toEqual([]);
    const rows = await store.db.selectFrom('accounts').select('topped_up_micros').execute();
    return rows.map((row) => row.topped_up_micros);
  } finally {
    await store.close();
  }
}

const damages: readonly (readonly [string, () => void])[] = [
  ['its header is noise', () => overwrite(0, 4096)],
  ['its second page is noise', () => overwrite(4096, 4096)],
  ['a quarter of it is noise', () => overwrite(32_768, 65_536)],
  ['it is cut in half', () => truncateSync(database(), readFileSync(database()).length / 2)],
  ['it is cut within a page', () => truncateSync(database(), 6000)],
  ['it is empty', () => truncateSync(database(), 0)],
  ['it is gone', () => rmSync(database())],
  ['it is a text', () => writeFileSync(database(), 'no database at all. '.repeat(500))],
];

describe.each(damages)('a database of which %s', (_, damage) => {
  it('is refused with the way out, and restored from its last copy', async () => {
    await makeStore();
    damage();
    const damaged = existsSync(database()) ? readFileSync(database()) : null;
    await expect(openSqlite({ folder, clock })).rejects.toMatchObject({
      code: 'storage_failed',
      details: { reason: 'store_damaged', folder, backup_at_ms: clock.nowMs() },
    });
    const { setAside, restoredFromMs } = recoverStore(folder, 'restore', clock);
    expect(restoredFromMs).toBe(clock.nowMs());
    expect(await readMoney()).toEqual([usd(7)]);
    if (damaged !== null) {
      expect(readFileSync(join(setAside ?? '', 'guise.db')).equals(damaged)).toBe(true);
    }
  });

  it('can be replaced by a new one, and is kept', async () => {
    await makeStore();
    damage();
    const { setAside, restoredFromMs } = recoverStore(folder, 'start_anew', clock);
    expect(restoredFromMs).toBeNull();
    expect(await readMoney()).toEqual([]);
    expect(readdirSync(join(setAside ?? '', 'backups'))).toHaveLength(1);
  });
});

describe('copies of a database', () => {
  it('are made once a day, three are kept, and none of a damaged one', async () => {
    const store = await openSqlite({ folder, clock });
    await (await createWorld(store)).topUp(usd(1));
    for (let day = 0; day < 5; day += 1) {
      await store.backUpDaily();
      await store.backUpDaily();
      clock.advance(DAY_MS);
    }
    await store.close();
    const copies = readdirSync(backups()).filter((name) => name.endsWith('.db'));
    expect(copies).toHaveLength(3);
    expect(copies.every((name) => /^guise-daily-\d+\.db$/.test(name))).toBe(true);
    expect(readdirSync(backups())).toEqual(copies);
  });

  it('leave no drafts of killed upgrades behind', async () => {
    await makeStore();
    for (const name of ['draft.db.part', 'guise-schema1-17.db.part', 'draft.db.part-journal']) {
      writeFileSync(join(backups(), name), 'half of a copy');
    }
    await (await openSqlite({ folder, clock })).close();
    expect(readdirSync(backups()).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('are skipped when they are damaged themselves', async () => {
    await makeStore();
    const good = clock.nowMs();
    clock.advance(DAY_MS);
    writeFileSync(join(backups(), `guise-daily-${clock.nowMs()}.db`), 'damaged as well');
    overwrite(0, 4096);
    await expect(openSqlite({ folder, clock })).rejects.toMatchObject({
      details: { backup_at_ms: good },
    });
    expect(recoverStore(folder, 'restore', clock).restoredFromMs).toBe(good);
  });

  it('are not restored while a service has the folder, and nothing is changed without one', async () => {
    const store = await openSqlite({ folder, clock });
    expect(() => recoverStore(folder, 'restore', clock)).toThrow('is using the data folder');
    await store.close();
    const before = readFileSync(database());
    expect(() => recoverStore(folder, 'restore', clock)).toThrow('no good copy');
    expect(readFileSync(database()).equals(before)).toBe(true);
  });
});

it('loses nothing that was checkpointed when the log of a killed service is missing', async () => {
  await makeStore();
  const store = await openSqlite({ folder, clock });
  await (await createWorld(store)).topUp(usd(3));
  const copy = mkdtempSync(join(tmpdir(), 'guise-damage-'));
  cpSync(database(), join(copy, 'guise.db'));
  await store.close();
  const alone = await openSqlite({ folder: copy, clock });
  expect(await audit(alone)).toEqual([]);
  await alone.close();
  rmSync(copy, { recursive: true });
});
