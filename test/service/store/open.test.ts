import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../src/service/store/migrations/all.ts';
import type { Migration } from '../../../src/service/store/migrations/migration.ts';
import { openPostgres, openSqlite } from '../../../src/service/store/open.ts';
import { listSegments } from '../../../src/service/store/statements/segment-statements.ts';
import { audit } from './audit.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, usd } from './world.ts';

const holder = fileURLToPath(new URL('hold-store.ts', import.meta.url));

describe('the folder of a store', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'guise-open-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has one owner: a second process is refused until the first is dead', async () => {
    const first = spawn(process.execPath, [holder, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(first.stdout, 'data');
    await expect(openSqlite({ folder })).rejects.toMatchObject({
      code: 'storage_failed',
      details: { reason: 'store_in_use', owner_pid: first.pid },
    });
    first.kill('SIGKILL');
    await once(first, 'exit');
    const store = await openSqlite({ folder });
    expect(await store.db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
    await store.close();
  });

  it('is free again after a failed start', async () => {
    const broken: Migration = { version: 1, up: () => Promise.reject(new Error('no')) };
    await expect(openSqlite({ folder, steps: [broken] })).rejects.toThrow('no');
    const store = await openSqlite({ folder });
    await store.close();
    expect(existsSync(join(folder, 'owner.pid'))).toBe(false);
  });

  it('is copied before an upgrade, and the newest three copies stay', async () => {
    let steps = [...migrations];
    const first = await openSqlite({ folder, steps });
    await (await createWorld(first)).topUp(usd(5));
    await first.close();
    expect(existsSync(join(folder, 'backups'))).toBe(false);
    for (let round = 0; round < 4; round += 1) {
      steps = [...steps, addTable(steps.length + 1)];
      await (await openSqlite({ folder, steps })).close();
    }
    const copies = readdirSync(join(folder, 'backups')).toSorted((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    );
    expect(copies).toHaveLength(3);
    // Named after the schema of the copy: that of the second of four upgrades here.
    expect(copies[0]).toMatch(new RegExp(`^guise-schema${migrations.length + 1}-\\d+\\.db$`));
    const copy = new DatabaseSync(join(folder, 'backups', copies[0] ?? ''), { readOnly: true });
    expect(copy.prepare('select topped_up_micros as sum from accounts').get()).toEqual({
      sum: usd(5),
    });
    copy.close();
  });

  it('restarts jobs whose segments an older version rendered', async () => {
    const before = await openSqlite({ folder, steps: migrations.slice(0, 9) });
    const { account } = await createWorld(before);
    const run = (text: string): Promise<unknown> => sql.raw(text).execute(before.db);
    await run(insertJob(account.id));
    await run(
      `insert into blobs(hash, size_bytes, refcount, created_at_ms) values ('bytes', 1, 2, 0)`,
    );
    await run(
      `insert into segments values ('job', 0, 'bytes', 1, '', null, 0), ('job', 1, 'bytes', 1, '', null, 0)`,
    );
    await before.close();
    const after = await openSqlite({ folder });
    const { db } = after;
    expect(await listSegments(db, 'job')).toEqual([]);
    const read = { refcount: 0, segments: null };
    const blobs = db.selectFrom('blobs').select('refcount');
    const jobs = db.selectFrom('jobs').select('segments');
    expect({ ...(await blobs.executeTakeFirst()), ...(await jobs.executeTakeFirst()) }).toEqual(
      read,
    );
    await after.close();
  });

  it('is left unchanged when a newer version created it', async () => {
    await (
      await openSqlite({ folder, steps: [...migrations, addTable(migrations.length + 1)] })
    ).close();
    await expect(openSqlite({ folder })).rejects.toMatchObject({
      code: 'storage_failed',
      details: { reason: 'store_is_newer' },
    });
  });

  it('stays consistent on a full disk, and continues when space is free again', async ({
    skip,
  }) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=700', 'tmpfs', disk]);
    if (mount.status !== 0) {
      skip('A small file system cannot be mounted here.');
    }
    try {
      const store = await openSqlite({ folder: disk });
      const world = await createWorld(store, { policy: { accountQueueLength: 1_000_000 } });
      await world.topUp(usd(100_000));
      const submit = () =>
        world.core.submitJob({
          accountId: world.account.id,
          feature: 'text_to_speech',
          input: { script: 'a'.repeat(5000), voice_id: 'v' },
          callbackUrl: null,
          idempotencyKey: null,
        });
      let accepted = 0;
      await expect(
        (async () => {
          for (;;) {
            await submit();
            accepted += 1;
          }
        })(),
      ).rejects.toThrow(/full|disk/i);
      expect(accepted).toBeGreaterThan(10);
      expect(await audit(store)).toEqual([]);
      expect(spawnSync('mount', ['-o', 'remount,size=8m', disk]).status).toBe(0);
      await submit();
      const { totalCalls } = await world.core.readUsageSummary(world.account.id);
      expect(totalCalls).toBe(accepted + 1);
      expect(await audit(store)).toEqual([]);
      await store.close();
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

describeEngines('any store', (engine) => {
  it('refuses to change or remove a line of the ledger', async () => {
    const store = await openStoreAt(await engine.createPlace());
    await (await createWorld(store)).topUp(usd(5));
    await expect(sql`update ledger_lines set amount_micros = 1`.execute(store.db)).rejects.toThrow(
      'append-only',
    );
    await expect(sql`delete from ledger_lines`.execute(store.db)).rejects.toThrow('append-only');
    await store.close();
  });

  it('reopens with all its content', async () => {
    const place = await engine.createPlace();
    const first = await openStoreAt(place);
    const { account, core } = await createWorld(first);
    await core.topUp({ accountId: account.id, amountMicros: usd(1) });
    await first.close();
    const second = await openStoreAt(place);
    const world = await createWorld(second);
    expect((await world.core.readAccount(account.id)).balanceMicros).toBe(usd(1));
    await second.close();
  });

  it('opens for services that start at the same moment', async ({ skip }) => {
    const place = await engine.createPlace();
    if (place.engine === 'sqlite') {
      return skip('One service owns a folder.');
    }
    const { connection } = place;
    const stores = await Promise.all([1, 2, 3].map(() => openPostgres({ connection })));
    const [sender, ...listeners] = stores;
    const heard = listeners.map(
      ({ signals }) =>
        new Promise((resolve) => {
          signals.listen(resolve);
        }),
    );
    sender?.signals.send({ kind: 'ended', jobId: 'job-1' });
    expect(await Promise.all(heard)).toEqual([
      { kind: 'ended', jobId: 'job-1' },
      { kind: 'ended', jobId: 'job-1' },
    ]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('drops segments that an older version stores while it is upgraded', async ({ skip }) => {
    const place = await engine.createPlace();
    if (place.engine === 'sqlite') {
      return skip('One service owns a folder.');
    }
    const { connection } = place;
    const before = await openPostgres({ connection, steps: migrations.slice(0, 10) });
    const { db } = before;
    const { account } = await createWorld(before);
    await sql.raw(insertJob(account.id)).execute(db);
    let opening: ReturnType<typeof openPostgres> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql
        .raw(
          `insert into blobs(hash, size_bytes, refcount, created_at_ms) values ('bytes', 1, 1, 0)`,
        )
        .execute(tx);
      await sql.raw(`insert into segments values ('job', 0, 'bytes', 1, '', null, 0)`).execute(tx);
      opening = openPostgres({ connection });
      const waiting = sql`select 1 from pg_locks where not granted`;
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
    });
    const after = await opening;
    expect(await db.selectFrom('blobs').select('refcount').execute()).toEqual([{ refcount: 0 }]);
    await after?.close();
    await before.close();
  });
});

/** Inserts a running job as an older version does. */
function insertJob(accountId: string): string {
  return `insert into jobs(id, account_id, kind, feature, endpoint, status, queue_state, input, run_after_ms, fence,
    attempt, progress, charged_micros, price, created_at_ms) values ('job', '${accountId}', 'render', 'face_swap',
    '/face-swap', 'processing', 'ready', '{}', 0, 1, 1, 0, 0, '{}', 0)`;
}

function addTable(version: number): Migration {
  return {
    version,
    up: async (db) => {
      await sql.raw(`create table later_${version}(id text)`).execute(db);
    },
  };
}
