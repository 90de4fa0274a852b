/** How much of something may be used; what is not used is saved up to a bound. */
export interface Budget {
  /** Whether so much is within the budget, which it is then taken from; `nowMs` never goes back. */
  consume(amount: number, nowMs: number): boolean;
}

/** So many messages a second, and twice as many at once. */
export function createMessageBudget(perSecond: number): Budget {
  return createBudget(perSecond, perSecond * 2);
}

/** So many bytes a second, and one message of the largest size more at once. */
export function createByteBudget(perSecond: number, maxMessageBytes: number): Budget {
  return createBudget(perSecond, perSecond + maxMessageBytes);
}

function createBudget(perSecond: number, most: number): Budget {
  let left = most;
  let lastMs: number | null = null;
  return {
    consume(amount, nowMs) {
      left = Math.min(most, left + ((lastMs === null ? 0 : nowMs - lastMs) / 1000) * perSecond);
      lastMs = nowMs;
      if (amount > left) {
        return false;
      }
      left -= amount;
      return true;
    },
  };
}
