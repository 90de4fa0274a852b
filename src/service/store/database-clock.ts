import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Db } from './db.ts';

/** Clocks of machines drift by milliseconds in this time. */
const REFRESH_MS = 60_000;
/** The quickest answer says most about the time in between. */
const ASKED = 3;

/** Time of the database. */
export interface DatabaseClock extends Clock {
  close(): void;
}

/**
 * Clock of a PostgreSQL server, so that services on several machines agree on the expiry of claims and
 * sessions. It is read at the start and every minute; in between, the machine's clock advances it. The error is
 * half a round trip. While the server does not answer, the last reading holds.
 */
export async function openDatabaseClock(db: Db): Promise<DatabaseClock> {
  let aheadMs = await measureAhead(db);
  const timer = setInterval(() => {
    measureAhead(db).then(
      (measured) => (aheadMs = measured),
      () => undefined,
    );
  }, REFRESH_MS).unref();
  return {
    nowMs: () => Date.now() + aheadMs,
    close() {
      clearInterval(timer);
    },
  };
}

/** Milliseconds that the database is ahead of this machine. */
async function measureAhead(db: Db): Promise<number> {
  let best = { wayMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  for (let count = 0; count < ASKED; count += 1) {
    const requestedAtMs = Date.now();
    const { rows } = await sql<{
      now_ms: number;
    }>`select (extract(epoch from clock_timestamp()) * 1000)::double precision as now_ms`.execute(
      db,
    );
    const wayMs = Date.now() - requestedAtMs;
    if (wayMs < best.wayMs) {
      best = {
        wayMs,
        aheadMs: Math.round((rows[0]?.now_ms ?? requestedAtMs) - requestedAtMs - wayMs / 2),
      };
    }
  }
  return best.aheadMs;
}
