/** Requests to end this process, one after the other. */
export interface StopSignals {
  /** Resolves with the next signal. A signal without a waiter ends the process immediately. */
  next(): Promise<NodeJS.Signals>;
}

/** Listens for requests to end from now on. */
export function listenForStop(): StopSignals {
  let waiting: ((signal: NodeJS.Signals) => void) | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (waiting === null) {
      process.exit(1);
    }
    waiting(signal);
    waiting = null;
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  return {
    next: () =>
      new Promise((resolve) => {
        waiting = resolve;
      }),
  };
}
