import type { LiveFeature } from '../../../contract/api/features.ts';
import type { Micros } from '../../../base/money.ts';
import type { LiveStatus } from '../../store/schema.ts';
import type { JsonObject } from '../../../base/json.ts';

/**
 * A live session.
 *
 *   created ── join ──▶ joined ── start: hold is taken ──▶ streaming ── end: hold settles ──▶ ended
 *      │ ▲── leave ────────┘                                                                   ▲
 *      └── expires 10 min after the last sign of its client, cancel: nothing was charged ───────┘
 *
 * Joined and streaming sessions occupy a slot, or a part of one (`live-slots.ts`): they are limited per account and node.
 * Cancelling a stream ends and settles it. The job row beside it is queued, processing from `streaming`, then
 * succeeded; canceled when it never streamed.
 */
export interface LiveSession {
  readonly id: string;
  readonly accountId: string;
  readonly feature: LiveFeature;
  readonly status: LiveStatus;
  /** Parameters of the request: prompt, voice and so on. */
  readonly parameters: JsonObject;
  readonly maxDurationSec: number;
  /** Cost of the whole length, which is the maximum. */
  readonly maxCostMicros: Micros;
  readonly streamedMs: number;
  readonly chargedMicros: Micros;
  readonly createdAtMs: number;
  /** A session that does not stream ends then; it moves on while its client is active. */
  readonly expiresAtMs: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly endReason: string | null;
}

/** A session and the token for its socket, which is shown this once and stored as a hash. */
export interface OpenedSession {
  readonly session: LiveSession;
  readonly token: string;
}
