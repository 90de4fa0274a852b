import type { Micros } from '../../base/money.ts';
import type { Scope } from '../../contract/api/kit.ts';
import type { RateTier } from '../../contract/api/limits.ts';

/** An account with its money at one instant: `balance + held = topped up − spent`. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly tier: RateTier;
  readonly balanceMicros: Micros;
  readonly heldMicros: Micros;
  readonly spentMicros: Micros;
  readonly toppedUpMicros: Micros;
  readonly createdAtMs: number;
}

/** Displayable part of a key; the secret is not stored. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** `guise_` and four more characters. */
  readonly prefix: string;
  readonly last4: string;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
}

/** A key and its secret, which is shown this once. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** Authenticated sender of a request. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly tier: RateTier;
  readonly scopes: readonly Scope[];
}

/** The account's limits and money for `GET /account`. */
export interface AccountLimits {
  readonly account: Account;
  readonly requestsPerMinute: number;
  readonly maxConcurrentJobs: number;
  /** Whole minutes the balance pays for; a year of minutes where the price is zero. */
  readonly maxRealtimeMinutes: number;
  readonly maxVoiceMinutes: number;
}
