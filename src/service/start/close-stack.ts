/**
 * Resources to close, in reverse order of opening. `AsyncDisposableStack` hides all failures but the last in
 * its `SuppressedError`; a log shows every one of an `AggregateError`.
 */
export interface CloseStack {
  add(close: () => Promise<void>): void;
  /**
   * Closes everything once, continuing after failures; already closed resources are skipped. Throws the only
   * failure, or an `AggregateError` of all, at the end.
   */
  closeAll(): Promise<void>;
}

/** An empty stack. */
export function createCloseStack(): CloseStack {
  const closers: (() => Promise<void>)[] = [];
  return {
    add(close) {
      closers.push(close);
    },
    async closeAll() {
      const failures: unknown[] = [];
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 1) {
        throw new AggregateError(failures, 'Several parts of the service could not be closed.');
      }
      if (failures.length === 1) {
        throw failures[0];
      }
    },
  };
}
