/** Interval of the pings to a process. */
const PING_MS = 5_000;
/** Questions without an answer after which it is taken as hung: 20 s. */
const MAX_MISSED = 4;

/** Watches one process. */
export interface Watchdog {
  /** Starts the pings. Called once. */
  start(): void;
  /** Reports any message of the process. */
  answered(): void;
  stop(): void;
}

/**
 * Pings a process and calls `onHung` once when it does not respond. Unanswered pings are counted, not time:
 * both sides sleep with the computer.
 */
export function createWatchdog(options: {
  readonly ping: () => void;
  readonly onHung: () => void;
  readonly intervalMs?: number | undefined;
}): Watchdog {
  const { ping, onHung, intervalMs = PING_MS } = options;
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    start: () => {
      timer = setInterval(() => {
        if (missed >= MAX_MISSED) {
          clearInterval(timer);
          onHung();
          return;
        }
        missed += 1;
        ping();
      }, intervalMs);
    },
    answered: () => {
      missed = 0;
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}
