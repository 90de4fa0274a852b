import type { Db } from '../store/db.ts';
import type { DeliverySlots } from './delivery-slots.ts';

/** A delivery that this process owns until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly accountId: string;
  readonly jobId: string;
  readonly url: string;
  readonly body: Uint8Array;
  /** Number of the attempt to make now, from 1. */
  readonly attemptNo: number;
  readonly leaseUntilMs: number;
}

/** Due deliveries are read page by page while slots are free. */
const scanPage = 200;
const scanPages = 20;
/** Number of skipped deliveries after which an account waits for the next round. */
const passLimit = 100;

/**
 * Claims due deliveries while `slots` has free ones; each claimed delivery occupies its slot. The others stay
 * for the next round. An account that has used its quota, or whose receivers are mostly busy, is excluded from
 * the following pages, so that its backlog does not hide the due deliveries of others.
 */
export async function claimDue(
  db: Db,
  options: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly slots: DeliverySlots;
  },
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  try {
    await claimInto(claimed, db, options);
  } catch (error) {
    // Their leases end by themselves; their slots would not.
    claimed.forEach((delivery) => options.slots.release(delivery));
    throw error;
  }
  return claimed;
}

async function claimInto(
  claimed: ClaimedDelivery[],
  db: Db,
  { nowMs, leaseMs, slots }: Parameters<typeof claimDue>[1],
): Promise<void> {
  const passed = new Map<string, number>();
  let last: { readonly nextAtMs: number; readonly id: string } | null = null;
  for (let page = 0; page < scanPages && slots.free > 0; page += 1) {
    const busy = [...passed].filter(([, count]) => count >= passLimit).map(([id]) => id);
    const due = await readDue(db, { nowMs, last, without: [...slots.fullAccounts(), ...busy] });
    for (const candidate of due) {
      if (slots.acquire(candidate)) {
        const leased = await lease(db, { id: candidate.id, nowMs, leaseUntilMs: nowMs + leaseMs });
        if (leased === null) {
          slots.release(candidate);
        } else {
          claimed.push(leased);
        }
      } else {
        passed.set(candidate.accountId, (passed.get(candidate.accountId) ?? 0) + 1);
      }
    }
    last = due.at(-1) ?? null;
    if (due.length < scanPage) {
      return;
    }
  }
}

/** Reads a page of due deliveries, the longest due first, after the last one read. */
async function readDue(
  db: Db,
  {
    nowMs,
    last,
    without,
  }: {
    readonly nowMs: number;
    readonly last: { readonly nextAtMs: number; readonly id: string } | null;
    readonly without: readonly string[];
  },
) {
  let query = selectDueDeliveries(db, nowMs)
    .select(['id', 'url', 'account_id as accountId', 'next_at_ms as nextAtMs'])
    .orderBy('next_at_ms')
    .orderBy('id')
    .limit(scanPage);
  if (without.length > 0) {
    query = query.where('account_id', 'not in', without);
  }
  if (last !== null) {
    const { nextAtMs, id } = last;
    query = query.where((eb) =>
      eb.or([
        eb('next_at_ms', '>', nextAtMs),
        eb.and([eb('next_at_ms', '=', nextAtMs), eb('id', '>', id)]),
      ]),
    );
  }
  return query.execute();
}

function selectDueDeliveries(db: Db, nowMs: number) {
  return db
    .selectFrom('webhook_deliveries')
    .where('state', '=', 'pending')
    .where('next_at_ms', '<=', nowMs)
    .where((eb) => eb.or([eb('lease_until_ms', 'is', null), eb('lease_until_ms', '<=', nowMs)]));
}

/** Null when another sender was faster. */
async function lease(
  db: Db,
  wanted: { readonly id: string; readonly nowMs: number; readonly leaseUntilMs: number },
): Promise<ClaimedDelivery | null> {
  const { id, nowMs, leaseUntilMs } = wanted;
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ lease_until_ms: leaseUntilMs })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('lease_until_ms', 'is', null), eb('lease_until_ms', '<=', nowMs)]))
    .returning(['account_id', 'job_id', 'url', 'body', 'attempt'])
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { account_id: accountId, job_id: jobId, url, body, attempt } = row;
  return { id, accountId, jobId, url, body, attemptNo: attempt + 1, leaseUntilMs };
}
