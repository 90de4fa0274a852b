import { limits } from '../../contract/api/limits.ts';
import type { LiveOffer } from '../../contract/ipc/live.ts';
import type { LiveStoreState } from './live-view.ts';

/** Lets 0.3 go into 0.9 three times. */
const roundingSlack = 1e-6;

/** Price of a minute, where a session costs something; null where it is free or nobody says. */
export function findPricePerMinute(
  offer: Pick<LiveOffer, 'costPerMinuteUsd'> | null,
): number | null {
  const price = offer?.costPerMinuteUsd ?? 0;
  return price > 0 ? price : null;
}

/**
 * Minutes of a session that the balance pays, at most those that were chosen. A balance below the shortest session
 * leaves that one: the service says what is missing.
 */
export function toPayableMinutes(
  minutes: number,
  offer: Pick<LiveOffer, 'costPerMinuteUsd' | 'balanceUsd'> | null,
): number {
  const price = findPricePerMinute(offer);
  if (offer === null || price === null) {
    return minutes;
  }
  const payable = Math.floor(offer.balanceUsd / price + roundingSlack);
  return Math.max(limits.realTimeSwapMinutes.min, Math.min(minutes, payable));
}

/** What the running session has cost so far; null where it is free or nothing was told yet. */
export function toSpentUsd({
  session,
  stats,
}: Pick<LiveStoreState, 'session' | 'stats'>): number | null {
  return session === null || stats === null || session.costPerMinuteUsd === 0
    ? null
    : (stats.secondsBilled / 60) * session.costPerMinuteUsd;
}
