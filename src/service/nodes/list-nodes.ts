import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { listNodeRows } from '../store/statements/node-statements.ts';
import type { Store } from '../store/open.ts';
import type { NodeRow, NodeState } from '../store/schema.ts';

/** A node as its operator sees it. */
export interface ListedNode {
  readonly id: string;
  readonly name: string;
  readonly url: string | null;
  readonly roles: readonly string[];
  /** `lost`: it did not report for the length of a lease; its jobs run elsewhere. */
  readonly state: NodeState | 'lost';
  readonly slots: number;
  readonly running: number;
  readonly liveSlots: number;
  readonly startedAtMs: number;
  readonly seenAtMs: number;
}

const listedMs = 3_600_000;
const namesSchema = z.array(z.string());

/** The nodes that share a PostgreSQL database, those of the last hour that are gone included. */
export async function listNodes(
  { db }: Pick<Store, 'db'>,
  clock: Clock,
  leaseMs: number,
): Promise<ListedNode[]> {
  const nowMs = clock.nowMs();
  const rows = await listNodeRows(db, nowMs - listedMs);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    roles: readNames(row.roles),
    state: row.state !== 'stopped' && row.seen_at_ms < nowMs - leaseMs ? 'lost' : row.state,
    slots: row.slots,
    running: row.running,
    liveSlots: row.live_slots,
    startedAtMs: row.started_at_ms,
    seenAtMs: row.seen_at_ms,
  }));
}

/** A column of {@link NodeRow} that lists names. */
export function readNames(column: NodeRow['roles']): string[] {
  return namesSchema.parse(JSON.parse(column));
}
