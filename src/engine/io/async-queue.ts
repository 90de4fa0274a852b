/** Items on their way from one loop to another, first in, first out. Their number is bounded by who puts them in. */
export interface AsyncQueue<Item> {
  put(item: Item): void;
  /** The next item; null after the end. Throws what `fail` was given once the items before it are taken. */
  dequeue(): Promise<Item | null>;
  end(): void;
  fail(error: unknown): void;
}

/** A handoff for one taker at a time. */
export function createAsyncQueue<Item>(items: readonly Item[] = []): AsyncQueue<Item> {
  const waiting = [...items];
  let consumer: PromiseWithResolvers<Item | null> | null = null;
  let outcome: { readonly error: unknown } | 'ended' | null = null;

  function finish(how: { readonly error: unknown } | 'ended'): void {
    outcome ??= how;
    if (consumer !== null) {
      if (how === 'ended') {
        consumer.resolve(null);
      } else {
        consumer.reject(how.error);
      }
      consumer = null;
    }
  }

  return {
    put(item) {
      if (consumer === null) {
        waiting.push(item);
      } else {
        consumer.resolve(item);
        consumer = null;
      }
    },
    async dequeue() {
      const next = waiting.shift();
      if (next !== undefined) {
        return next;
      }
      if (outcome === 'ended') {
        return null;
      }
      if (outcome !== null) {
        throw outcome.error;
      }
      consumer = Promise.withResolvers<Item | null>();
      return consumer.promise;
    },
    end: () => finish('ended'),
    fail: (error) => finish({ error }),
  };
}
