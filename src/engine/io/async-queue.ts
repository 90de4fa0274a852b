/** FIFO queue between two asynchronous loops. The queue has no limit of its own; its producer bounds it. */
export interface AsyncQueue<Item> {
  put(item: Item): void;
  /** Removes the next item; null after `end`. After `fail`, throws the error once the earlier items are consumed. */
  dequeue(): Promise<Item | null>;
  end(): void;
  fail(error: unknown): void;
}

/** Creates a queue for one consumer at a time. */
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
