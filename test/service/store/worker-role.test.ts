import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openMasterKey } from '../../../src/service/accounts/master-key.ts';
import type { Core } from '../../../src/service/start/core.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { grantWorker } from '../../../src/service/store/statements/worker-grants.ts';
import { type ChildServer, openChildServer } from '../../bench/child-server.ts';
import {
  createRichAccounts,
  masterKey,
  openBenchCore,
  submitSpeech,
} from '../../bench/scale/bench-core.ts';
import { describeUnless } from '../../support/describe-unless.ts';
import { audit } from './audit.ts';
import {
  findServerPrograms,
  startPostgres,
  type TestPostgres,
  findPostgresProblem,
} from './postgres.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } });

const role = 'guise worker';
const entry = join(import.meta.dirname, '../../../src/service/console/index.ts');
const processors = join(import.meta.dirname, '../jobs/test-processors.ts');

describeUnless(findPostgresProblem(), 'a role that only renders', () => {
  let server: TestPostgres;
  let store: Store;
  let core: Core;
  let folder: string;
  let accountId: string;
  let worker: Client;
  let node: ChildServer | null = null;
  let url: (user: string) => string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guise-worker-role-'));
    server = await startPostgres(findServerPrograms() ?? '');
    const config = await server.createDatabase();
    const { host = '', database = '' } = config;
    url = (user) =>
      `postgres://${encodeURIComponent(user)}@localhost/${database}?host=${encodeURIComponent(host)}`;
    ({ store, core } = await openBenchCore(url('guise'), 4));
    // A node of the API does this first.
    await openMasterKey(store, folder, masterKey);
    [accountId = ''] = await createRichAccounts(core, 1);
    const owner = new Client(config);
    await owner.connect();
    await owner.query(`create role "${role}" login`);
    await owner.end();
    await grantWorker(store.db, role);
    // Again, as after an upgrade.
    await grantWorker(store.db, role);
    worker = new Client({ ...config, user: role });
    await worker.connect();
  });
  afterAll(async () => {
    await node?.close();
    expect(await audit(store)).toEqual([]);
    await worker.end();
    await store.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it('claims, renders, fails and settles as a node', async () => {
    const startNode = (): Promise<ChildServer> =>
      openChildServer(
        [entry, 'serve', '--json', '--port', '0', '--data', folder, '--roles', 'jobs'].concat([
          '--public-url',
          'https://studio.example',
          '--workers',
          '1',
          '--processors',
          processors,
          '--unsigned',
        ]),
        {
          GUISE_DATABASE_URL: url(role),
          GUISE_MASTER_KEY: Buffer.from(masterKey).toString('base64'),
        },
      );
    const ids = await Promise.all(
      ['Good morning.', 'faceless', 'sleep 4000', 'parts 3 10', 'parts 3 10 useless 1'].map(
        (script) => submitSpeech(core, accountId, script),
      ),
    );
    node = await startNode();
    const read = (id = '') => core.readJob(accountId, id);
    await expect.poll(() => read(ids[0])).toMatchObject({ status: 'succeeded' });
    await expect.poll(() => read(ids[1])).toMatchObject({ status: 'failed' });
    // Longer than the interval at which leases are extended.
    await expect.poll(() => read(ids[2])).toMatchObject({ status: 'succeeded' });
    await expect.poll(() => read(ids[3])).toMatchObject({ status: 'succeeded' });
    await expect.poll(() => read(ids[4])).toMatchObject({ status: 'succeeded' });
    expect((await read(ids[0])).chargedMicros).toBe(1_300_000);
  });

  it.each([
    ['keys', 'select * from api_keys'],
    ['sealed secrets', 'select * from webhook_secrets'],
    ['bodies of webhooks', 'select * from webhook_deliveries'],
    ['live sessions', 'select * from live_sessions'],
    ['a new account', `insert into accounts select 'x', 'x', 'pro', 0, 0, 0, 0, 0`],
    ['more money', 'update accounts set topped_up_micros = 1, balance_micros = 1'],
    ['a better tier', `update accounts set tier = 'pro'`],
    ['a new job', 'insert into jobs select * from jobs limit 1'],
    ['another price', `update jobs set price = '{}'`],
    ['another customer', 'update jobs set account_id = account_id'],
    ['another order', `update jobs set input = '{}'`],
    ['a job that is gone', 'delete from jobs'],
    ['another hold', 'update holds set amount_micros = 1'],
    ['the ledger', 'select * from ledger_lines'],
    ['another ledger', 'update ledger_lines set amount_micros = 1'],
    ['files that are gone', 'delete from files'],
    ['another schema', 'create table mine(id text)'],
    ['no tables', 'drop table jobs'],
    ['another key', `insert into meta values ('a', 'b')`],
    ['the rules', 'alter table jobs disable row level security'],
  ])('cannot have %s', async (_, statement) => {
    await expect(worker.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['a payment', `'topup:x', $1, 'balance', 1, 0`],
    ['money from outside', `'end:x', $1, 'external', 1, 0`],
  ])('cannot write %s into the ledger', async (_, values) => {
    const insert = `insert into ledger_lines(entry, account_id, book, amount_micros, at_ms)`;
    await expect(worker.query(`${insert} select ${values}`, [accountId])).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('can never have more money than was paid in', async () => {
    const more = 'update accounts set balance_micros = balance_micros + 1';
    await expect(worker.query(more)).rejects.toMatchObject({ code: '23514' });
  });
});
