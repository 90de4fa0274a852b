import { sql } from 'kysely';
import type { Store } from '../../../src/service/store/open.ts';

/**
 * Recomputes everything the store claims about money and jobs from its own lines and rows, with statements independent
 * of the product's. Returns the violations as texts.
 */
export async function audit(store: Store): Promise<string[]> {
  const checks: readonly [string, string][] = [
    [
      'balance + held = topped up − spent',
      'select id from accounts where balance_micros + held_micros <> topped_up_micros - spent_micros',
    ],
    [
      'every entry sums to zero',
      'select entry as id from ledger_lines group by entry having sum(amount_micros) <> 0',
    ],
    ['cached balance = sum of its lines', cachedSum('balance_micros', 'balance', '')],
    ['cached held = sum of its lines', cachedSum('held_micros', 'held', '')],
    ['cached spent = sum of its lines', cachedSum('spent_micros', 'revenue', '')],
    ['cached topped up = sum of its lines', cachedSum('topped_up_micros', 'external', '-')],
    [
      'held = sum of open holds',
      `select a.id from accounts a where a.held_micros <>
        (select coalesce(sum(h.amount_micros), 0) from holds h where h.account_id = a.id and h.state = 'open')`,
    ],
    [
      'nothing is negative',
      'select id from accounts where balance_micros < 0 or held_micros < 0 or spent_micros < 0',
    ],
    ['a cost never exceeds its hold', 'select id from holds where cost_micros > amount_micros'],
    [
      'a hold closes once',
      `select entry as id from ledger_lines where entry like 'end:%' and book = 'held'
        group by entry having count(*) > 1`,
    ],
    [
      'a hold is closed exactly when its job is done',
      `select j.id from jobs j join holds h on h.id = j.id
        where (h.state <> 'open') <> (j.status in ('succeeded', 'failed', 'canceled'))`,
    ],
    [
      'a render job has a hold',
      `select j.id from jobs j where j.kind = 'render' and not exists (select 1 from holds h where h.id = j.id)`,
    ],
    [
      'only success is charged, and what the hold says',
      `select j.id from jobs j left join holds h on h.id = j.id
        where j.charged_micros <> coalesce(h.cost_micros, 0) or (j.charged_micros > 0 and j.status <> 'succeeded')`,
    ],
    [
      'a failed or canceled job gets its hold back',
      `select j.id from jobs j join holds h on h.id = j.id
        where j.status in ('failed', 'canceled') and h.state <> 'voided'`,
    ],
    [
      'a done job with a callback has one delivery, others none',
      `select j.id from jobs j where (select count(*) from webhook_deliveries d where d.job_id = j.id) <>
        (case when j.callback_url is not null and j.queue_state = 'done' then 1 else 0 end)`,
    ],
    [
      'usage sums to what was spent',
      `select a.id from accounts a where a.spent_micros <>
        (select coalesce(sum(j.charged_micros), 0) from jobs j where j.account_id = a.id)`,
    ],
    [
      'one job per idempotency key, and it exists',
      'select i.key as id from idempotency i where not exists (select 1 from jobs j where j.id = i.job_id)',
    ],
    [
      'a leased job has an owner, others none',
      `select id from jobs where (queue_state = 'leased') <> (lease_owner is not null)`,
    ],
    [
      'only jobs that have not ended have segments',
      `select s.job_id as id from segments s join jobs j on j.id = s.job_id where j.queue_state = 'done'`,
    ],
    [
      'a leased segment has an owner, others none',
      `select job_id as id from segments where (state = 'leased') <> (lease_owner is not null)`,
    ],
    [
      'a job has all of its segments, or none',
      `select j.id from jobs j where j.queue_state <> 'done'
        and coalesce(j.segments, 0) <> (select count(*) from segments s where s.job_id = j.id)`,
    ],
    [
      'a job waits in the queue exactly while a segment does, or none is left to be rendered',
      `select j.id from jobs j where j.segments > 0 and j.queue_state <> 'done' and (j.queue_state = 'parked') <>
        (not exists (select 1 from segments s where s.job_id = j.id and s.state = 'ready')
          and exists (select 1 from segments s where s.job_id = j.id and s.state = 'leased'))`,
    ],
    [
      'blobs count what names them',
      `select b.hash as id from blobs b where b.refcount <> (select count(*) from files f where f.blob_hash = b.hash)
        + (select count(*) from segments s where s.blob_hash = b.hash)`,
    ],
    [
      'a session is charged for at most its cap, and nothing when it never streamed',
      `select l.id from live_sessions l join jobs j on j.id = l.id
        where (l.started_at_ms is null and j.charged_micros <> 0)
           or (l.status = 'ended') <> (j.queue_state = 'done')`,
    ],
  ];
  const broken: string[] = [];
  for (const [rule, query] of checks) {
    const { rows } = await sql.raw<{ id: string }>(query).execute(store.db);
    if (rows.length > 0) {
      broken.push(`${rule}: ${rows.map(({ id }) => id).join(', ')}`);
    }
  }
  return broken;
}

function cachedSum(column: string, book: string, sign: '' | '-'): string {
  return `select a.id from accounts a where a.${column} <> ${sign}
    (select coalesce(sum(l.amount_micros), 0) from ledger_lines l where l.account_id = a.id and l.book = '${book}')`;
}
