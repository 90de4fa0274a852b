import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isTerminal } from '../../../src/contract/api/resources/job.ts';
import { audit } from '../store/audit.ts';
import { describeEngines } from '../store/engines.ts';
import { openStoreAt } from '../store/place.ts';
import { usd } from '../store/world.ts';
import { openPoolWorld } from './pool-world.ts';

const service = fileURLToPath(new URL('pool-service.ts', import.meta.url));

describeEngines('a service with workers that is killed', (engine) => {
  it('ends its workers, also hanging ones, and the next service does the work', async () => {
    const place = await engine.createPlace();
    const child = spawn(
      process.execPath,
      [service, JSON.stringify(place), 'sleep 1500', 'hang 1500'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const { accountId, ids, pids, folder } = JSON.parse(line) as {
      accountId: string;
      ids: [string, string];
      pids: number[];
      folder: string;
    };
    expect(pids).toHaveLength(2);
    child.kill('SIGKILL');
    while (pids.some((pid) => existsSync(`/proc/${pid}`))) {
      await sleep(50);
    }
    rmSync(folder, { recursive: true });

    const store = await openStoreAt(place);
    // On PostgreSQL the dead service could be a slow one elsewhere: its leases have to expire.
    await store.db
      .updateTable('jobs')
      .set({ lease_until_ms: 1 })
      .where('queue_state', '=', 'leased')
      .execute();
    const world = await openPoolWorld(store, { policy: { retryDelayMs: 50 } });
    const readJob = () => world.core.readJob(accountId, ids[0]);
    while (!isTerminal((await readJob()).status)) {
      await sleep(50);
    }
    expect(await readJob()).toMatchObject({ status: 'succeeded', chargedMicros: usd(1) });
    await world.core.cancelJob(accountId, ids[1]);
    await world.close();
    expect(await audit(store)).toEqual([]);
    await store.close();
  }, 60_000);
});
