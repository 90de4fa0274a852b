import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFirstAccount } from '../../../src/service/accounts/first-account.ts';
import { openMasterKey } from '../../../src/service/accounts/master-key.ts';
import { createCore } from '../../../src/service/start/core.ts';
import { openDatabaseClock } from '../../../src/service/store/database-clock.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';

const openCore = (store: Store) =>
  createCore({
    store,
    masterKey: keyOf(1),
    isInstalled: () => true,
    describeJob: () => {
      throw new Error('There are no jobs.');
    },
  });
const keyOf = (fill: number) => new Uint8Array(32).fill(fill);

describeEngines('services that share a database', (engine) => {
  let stores: Store[];
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guise-agree-'));
    const place = await engine.createPlace();
    // A folder of SQLite can have only one service.
    stores = [
      await openStoreAt(place),
      ...(engine.engine === 'postgres' ? [await openStoreAt(place)] : []),
    ];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('create one first account, however many start at once', async () => {
    const cores = stores.map(openCore);
    const accounts = await Promise.all(cores.map((core) => openFirstAccount(core, 'default')));
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
    expect(await cores[0]!.listAccounts()).toHaveLength(1);
  });

  it('have one master key', async () => {
    const [first] = stores as [Store];
    const second = stores.at(-1)!;
    expect(await openMasterKey(first, folder, keyOf(1))).toEqual(keyOf(1));
    expect(await openMasterKey(second, folder, keyOf(1))).toEqual(keyOf(1));
    if (engine.engine === 'sqlite') {
      expect(await openMasterKey(second, folder, null)).toHaveLength(32);
      return;
    }
    await expect(openMasterKey(second, folder, keyOf(2))).rejects.toMatchObject({
      code: 'vault_unavailable',
      details: { reason: 'other_master_key' },
    });
    await expect(openMasterKey(second, folder, null)).rejects.toMatchObject({
      code: 'vault_unavailable',
      details: { reason: 'no_master_key' },
    });
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  it('use the time of the database when a machine is an hour late', async () => {
    if (engine.engine === 'sqlite') {
      return;
    }
    const machine = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => machine() - 3_600_000);
    const clock = await openDatabaseClock(stores[0]!.db);
    expect(clock.nowMs() - Date.now()).toBeGreaterThan(3_590_000);
    expect(Math.abs(clock.nowMs() - machine())).toBeLessThan(5000);
    clock.close();
  });
});
