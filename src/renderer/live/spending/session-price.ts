import { limits } from '../../../contract/api/limits.ts';
import type { LiveOffer } from '../../../contract/ipc/live.ts';
import type { LiveStoreState } from '../session/live-view.ts';

/** Rounding slack of amounts in dollars and their quotients: lets 0.3 go into 0.9 three times. */
export const roundingSlack = 1e-6;

/** Price per minute of a paid session; null when it is free or unknown. */
export function findPricePerMinute(
  offer: Pick<LiveOffer, 'costPerMinuteUsd'> | null,
): number | null {
  const price = offer?.costPerMinuteUsd ?? 0;
  return price > 0 ? price : null;
}

/**
 * Minutes of a session that the balance covers, at most the chosen ones. A balance below the shortest session
 * yields that one: the service reports the missing amount.
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

/** Returns whether the balance covers less than a session of these minutes; false where nothing is paid. */
export function isBalanceTooLow(
  minutes: number,
  offer: Pick<LiveOffer, 'costPerMinuteUsd' | 'balanceUsd'>,
): boolean {
  const price = findPricePerMinute(offer);
  return price !== null && offer.balanceUsd / price + roundingSlack < minutes;
}

/** Cost of the running session so far; null when it is free or not reported yet. */
export function toSpentUsd({
  session,
  stats,
}: Pick<LiveStoreState, 'session' | 'stats'>): number | null {
  return session === null || stats === null || session.costPerMinuteUsd === 0
    ? null
    : (stats.secondsBilled / 60) * session.costPerMinuteUsd;
}
