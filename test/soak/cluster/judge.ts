import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../service/store/audit.ts';
import type { AttackLog } from '../attack-log.ts';
import { type Cluster, toCostMicros } from './cluster.ts';
import type { LiveRecord } from './live-lanes.ts';
import type { Order } from './order-jobs.ts';

/** Time after which an ended session is settled: a minute of silence, a run of the housekeeping and a last render. */
const SETTLED_MS = 150_000;
const END_MS = 2000;

/** Waits until nothing runs; reports work that still does. */
export async function untilSettled({ store }: Cluster, log: AttackLog): Promise<void> {
  const untilMs = performance.now() + SETTLED_MS;
  const count = async (): Promise<number> => {
    const jobs = await store.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'render')
      .where('queue_state', '!=', 'done')
      .execute();
    const live = await store.db
      .selectFrom('live_sessions')
      .select('id')
      .where('status', 'in', ['joined', 'streaming'])
      .execute();
    return jobs.length + live.length;
  };
  let left = await count();
  while (left > 0 && performance.now() < untilMs) {
    await pause(500);
    left = await count();
  }
  if (left > 0) {
    log.wrong(`${left} jobs and sessions never came to an end`);
  }
}

/** Compares money, jobs and sessions with the records of their customers. */
export async function judgeCluster(
  cluster: Cluster,
  seen: { readonly orders: readonly Order[]; readonly sessions: readonly LiveRecord[] },
  log: AttackLog,
): Promise<void> {
  (await audit(cluster.store)).forEach((line) => log.wrong(`ledger: ${line}`));
  await judgeJobs(cluster, seen.orders, log);
  await judgeSessions(cluster, seen.sessions, log);
}

async function judgeJobs(
  { store, core }: Cluster,
  orders: readonly Order[],
  log: AttackLog,
): Promise<void> {
  const rows = await store.db.selectFrom('jobs').selectAll().where('kind', '=', 'render').execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = new Set(orders.map(({ jobId }) => jobId));
  if (named.size !== orders.length || rows.length !== orders.length) {
    log.wrong(`${orders.length} orders made ${rows.length} jobs, ${named.size} of them named`);
  }
  for (const { jobId, script } of orders) {
    const row = byId.get(jobId ?? '');
    if (row === undefined) {
      log.wrong('a job that was ordered is not there');
      continue;
    }
    log.count(`job: ${row.status}`);
    if (row.fence > 1) {
      log.count('job: claimed more than once');
    }
    if (row.status === 'succeeded') {
      const costMicros = toCostMicros(script.length * 100_000);
      if (row.charged_micros !== costMicros) {
        log.wrong(
          `a job of ${script.length} letters cost ${row.charged_micros}, not ${costMicros}`,
        );
      }
      const job = await core.readJob(row.account_id, row.id);
      if (job.outputKey === null) {
        log.wrong('a job succeeded without a result');
      }
    } else if (row.status === 'failed' && !/^(die|faceless)/.test(script)) {
      log.wrong(
        `a sound job failed: ${row.error_code}, ${row.error_message}, tries: ${row.attempt}`,
      );
    }
  }
}

async function judgeSessions(
  { store }: Cluster,
  sessions: readonly LiveRecord[],
  log: AttackLog,
): Promise<void> {
  for (const { id, sentMs } of sessions) {
    const live = await store.db
      .selectFrom('live_sessions as l')
      .innerJoin('jobs as j', 'j.id', 'l.id')
      .select(['l.streamed_ms', 'l.started_at_ms', 'l.ended_at_ms', 'j.charged_micros'])
      .select(['l.max_duration_sec', 'l.status', 'l.end_reason'])
      .where('l.id', '=', id)
      .executeTakeFirstOrThrow();
    log.count(`session: ${live.end_reason ?? live.status}`);
    const { started_at_ms: startedMs, streamed_ms: streamedMs } = live;
    const paidMs = Math.min(streamedMs, live.max_duration_sec * 1000);
    const costMicros =
      startedMs === null || live.status !== 'ended' ? 0 : toCostMicros(paidMs * 1000);
    if (live.charged_micros !== costMicros && streamedMs > 0) {
      log.wrong(`a session of ${streamedMs} ms cost ${live.charged_micros}, not ${costMicros}`);
    }
    const openMs = startedMs === null ? 0 : (live.ended_at_ms ?? startedMs) - startedMs;
    const maxMs = sentMs ?? openMs + END_MS;
    if (streamedMs > maxMs) {
      log.wrong(`a session was billed ${streamedMs} ms of ${maxMs} ms`);
    }
  }
}
