/** Token bucket: unused amounts accumulate up to a bound. */
export interface Budget {
  /** Consumes an amount if it is within the budget, and returns whether it was; `nowMs` is monotonic. */
  consume(amount: number, nowMs: number): boolean;
}

/** Messages per second, with a burst of twice as many. */
export function createMessageBudget(perSecond: number): Budget {
  return createBudget(perSecond, perSecond * 2);
}

/** Bytes per second, with a burst of one more message of the largest size. */
export function createByteBudget(perSecond: number, maxMessageBytes: number): Budget {
  return createBudget(perSecond, perSecond + maxMessageBytes);
}

function createBudget(perSecond: number, max: number): Budget {
  let left = max;
  let lastMs: number | null = null;
  return {
    consume(amount, nowMs) {
      left = Math.min(max, left + ((lastMs === null ? 0 : nowMs - lastMs) / 1000) * perSecond);
      lastMs = nowMs;
      if (amount > left) {
        return false;
      }
      left -= amount;
      return true;
    },
  };
}
