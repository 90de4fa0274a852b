import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { toMicros } from '../../../src/base/money.ts';
import { openSqlite, type Store } from '../../../src/service/store/open.ts';
import { audit } from '../../service/store/audit.ts';
import type { JobAttack } from './job-attack.ts';
import type { SiegeAccount } from './siege-service-host.ts';
import type { AttackLog } from '../attack-log.ts';

/** Inspects the folder of the stopped service, and returns all violations. */
export async function judgeSiege(
  folder: string,
  {
    log,
    accounts,
    attacks,
  }: {
    readonly log: AttackLog;
    readonly accounts: readonly SiegeAccount[];
    readonly attacks: readonly JobAttack[];
  },
): Promise<void> {
  const store = await openSqlite({ folder });
  try {
    (await audit(store)).forEach((line) => log.wrong(`ledger: ${line}`));
    await checkAccounts(store, accounts, log);
    await checkJobs(store, attacks, log);
    await checkRest(store, log);
    await checkBlobs(store, folder, log);
  } finally {
    await store.close();
  }
}

async function checkAccounts(
  { db }: Store,
  accounts: readonly SiegeAccount[],
  log: AttackLog,
): Promise<void> {
  for (const { accountId, toppedUpUsd } of accounts) {
    const row = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const { balance_micros: balance, held_micros: held, spent_micros: spent } = row;
    if (balance + held !== toMicros(toppedUpUsd * 1_000_000) - spent) {
      log.wrong(`an account: ${balance} + ${held} is not ${toppedUpUsd} USD - ${spent}`);
    }
    log.count('accounts whose money is exact');
  }
}

async function checkJobs(
  { db }: Store,
  attacks: readonly JobAttack[],
  log: AttackLog,
): Promise<void> {
  const rows = await db.selectFrom('jobs').select(['id', 'status']).execute();
  const known = new Set(rows.map(({ id }) => id));
  for (const id of attacks.flatMap(({ answered }) => [...answered.values()])) {
    if (!known.has(id)) {
      log.wrong(`the job ${id} was answered and is lost`);
    }
  }
}

/** Checks that a service without calls has no running work. */
async function checkRest({ db }: Store, log: AttackLog): Promise<void> {
  const questions: Readonly<Record<string, string>> = {
    'open holds': `select count(*) as count from holds where state = 'open'`,
    'jobs that have not ended': `select count(*) as count from jobs where queue_state <> 'done'`,
    'live sessions that have not ended': `select count(*) as count from live_sessions where status <> 'ended'`,
    'webhooks that were never tried': `select count(*) as count from webhook_deliveries
      where state = 'pending' and attempt = 0 and url like '%/good'`,
  };
  for (const [what, query] of Object.entries(questions)) {
    const { rows } = await sql.raw<{ count: number }>(query).execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) {
      log.wrong(`${what}: ${count}`);
    }
  }
}

async function checkBlobs({ db }: Store, folder: string, log: AttackLog): Promise<void> {
  const rows = await db.selectFrom('blobs').selectAll().execute();
  const bytes = await listBlobs(join(folder, 'blobs'));
  for (const { hash, refcount, size_bytes: sizeBytes } of rows) {
    const found = bytes.get(hash);
    if (refcount === 0) {
      log.wrong('bytes that nothing names were not removed');
    } else if (found !== sizeBytes) {
      log.wrong(`a row of ${sizeBytes} bytes has ${found ?? 'none'}`);
    }
    bytes.delete(hash);
  }
  if (bytes.size > 0) {
    log.wrong(`${bytes.size} blobs without a row`);
  }
  for (const name of ['incoming', 'work', 'blobs/staging']) {
    const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      log.wrong(`left in ${name}: ${entry.name}`);
    }
  }
}

/** Sizes by hash. */
async function listBlobs(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Map<string, number>();
  for (const { name, parentPath } of entries) {
    if (/^[0-9a-f]{64}$/.test(name)) {
      found.set(name, (await stat(join(parentPath, name))).size);
    }
  }
  return found;
}
