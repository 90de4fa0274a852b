import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { reapJobs } from '../../../src/service/jobs/queue.ts';
import { audit } from './audit.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt, type StoreLocation } from './place.ts';
import { createWorld, usd, type World } from './world.ts';

const service = fileURLToPath(new URL('crash-service.ts', import.meta.url));
const ROUNDS = {
  sqlite: Number(process.env['GUISE_CRASH_ROUNDS'] ?? 6),
  postgres: Number(process.env['GUISE_CRASH_ROUNDS'] ?? 3),
};

/** Replies of the killed services, all rounds together. */
interface Told {
  readonly submitted: Map<string, string>;
  readonly ended: Map<string, readonly [string, number]>;
  readonly paid: Set<string>;
  readonly unanswered: Set<string>;
  readonly unansweredPayments: Set<string>;
  readonly broken: string[];
}

/** Lets a service work for a moment, kills it, and answers its complete lines. */
async function runAndKill(place: StoreLocation, accountId: string): Promise<string[]> {
  const child = spawn(process.execPath, [service, JSON.stringify(place), accountId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const ended = once(child.stdout, 'end');
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('ready\n')) {
        resolve();
      }
    });
    child.once('exit', () => {
      reject(new Error('The service ended before it was ready.'));
    });
  });
  // Only the time of the kill is random here; no duration is expected of it.
  await sleep(50 + Math.random() * 700);
  child.kill('SIGKILL');
  await ended;
  return said.slice(0, said.lastIndexOf('\n')).split('\n');
}

function listen(lines: readonly string[], told: Told): void {
  for (const line of lines) {
    const [what = '', first = '', second = '', third = ''] = line.split(' ');
    if (what === 'try-submit') {
      told.unanswered.add(first);
    } else if (what === 'submitted') {
      told.unanswered.delete(first);
      told.submitted.set(first, second);
    } else if (what === 'ended') {
      expect(told.ended.has(first), `${first} ended twice`).toBe(false);
      told.ended.set(first, [second, Number(third)]);
    } else if (what === 'try-pay') {
      told.unansweredPayments.add(first);
    } else if (what === 'paid') {
      told.unansweredPayments.delete(first);
      told.paid.add(first);
    } else if (what === 'broken') {
      told.broken.push(line);
    }
  }
}

/** Checks that every acknowledged change is stored as it was acknowledged. */
async function verify(world: World, accountId: string, told: Told): Promise<void> {
  const { store, core } = world;
  expect(await audit(store)).toEqual([]);
  const rows = await store.db
    .selectFrom('jobs')
    .select(['id', 'status', 'charged_micros'])
    .where('account_id', '=', accountId)
    .execute();
  const jobs = new Map(rows.map((row) => [row.id, row]));
  for (const [key, jobId] of told.submitted) {
    expect(jobs.has(jobId), `the job of ${key} is lost`).toBe(true);
  }
  for (const [jobId, [status, charged]] of told.ended) {
    expect(jobs.get(jobId)).toMatchObject({ status, charged_micros: charged });
  }
  const lines = await store.db
    .selectFrom('ledger_lines')
    .select('entry')
    .where('account_id', '=', accountId)
    .where('book', '=', 'external')
    .execute();
  const payments = new Set(lines.map(({ entry }) => entry.split(':').at(-1)));
  for (const reference of told.paid) {
    expect(payments.has(reference), `the payment ${reference} is lost`).toBe(true);
  }
  const { toppedUpMicros } = await core.readAccount(accountId);
  expect(toppedUpMicros).toBe(usd(30) * payments.size);
}

/** Repeats unanswered requests with the same keys, as a client does. */
async function askAgain(world: World, accountId: string, told: Told): Promise<[number, number]> {
  const { core, store } = world;
  const before = await store.db.selectFrom('idempotency').select('key').execute();
  const known = new Set(before.map(({ key }) => key));
  let replays = 0;
  for (const reference of told.unansweredPayments) {
    await core.topUp({ accountId, amountMicros: usd(30), reference });
  }
  for (const key of told.unanswered) {
    const request = {
      accountId,
      feature: 'text_to_speech',
      input: { script: 'aaaaaaaa', voice_id: 'v' },
      callbackUrl: 'https://example.com/hook',
      idempotencyKey: key,
    } as const;
    await core.topUp({ accountId, amountMicros: usd(30) });
    const answers = [await core.submitJob(request), await core.submitJob(request)];
    expect(answers.map(({ isReplay }) => isReplay)).toEqual([known.has(key), true]);
    expect(answers[0]?.job.id).toBe(answers[1]?.job.id);
    told.submitted.set(key, answers[0]?.job.id ?? '');
    replays += known.has(key) ? 1 : 0;
  }
  const count = told.unanswered.size;
  told.unanswered.clear();
  told.unansweredPayments.clear();
  return [count, replays];
}

describeEngines('a service that is killed under load', (engine) => {
  const rounds = ROUNDS[engine.engine];

  it(`loses nothing it acknowledged and charges nothing twice, ${rounds} times`, async () => {
    const place = await engine.createPlace();
    const first = await openStoreAt(place);
    const { id: accountId } = (await createWorld(first)).account;
    await first.close();
    const told: Told = {
      submitted: new Map(),
      ended: new Map(),
      paid: new Set(),
      unanswered: new Set(),
      unansweredPayments: new Set(),
      broken: [],
    };
    let [unknown, replayed] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      listen(await runAndKill(place, accountId), told);
      const store = await openStoreAt(place);
      const world = await createWorld(store, { policy: { accountQueueLength: 1_000_000 } });
      await verify(world, accountId, told);
      const [asked, replays] = await askAgain(world, accountId, told);
      unknown += asked;
      replayed += replays;
      world.clock.set(Date.now() + 60_000);
      await reapJobs(world.core.context);
      await world.core.reapLiveSessions();
      expect(await audit(store)).toEqual([]);
      await store.close();
    }
    expect(told.broken).toEqual([]);
    expect(told.ended.size, 'something was done').toBeGreaterThan(0);
    console.log(
      `Killed ${rounds} times on ${engine.engine}: ${told.submitted.size} submits, ${told.ended.size} ends and ` +
        `${told.paid.size} payments acknowledged, 0 lost; ${unknown} submits without an answer, ${replayed} of them had been taken in.`,
    );
  }, 240_000);
});
