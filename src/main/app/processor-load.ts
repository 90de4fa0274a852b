import { cpus } from 'node:os';

/** Time of all cores since the system started, in milliseconds. */
interface CoreTimes {
  readonly busyMs: number;
  readonly allMs: number;
}

/**
 * Minimum interval of a measurement, which restarts with each call; calls may come from several windows at
 * once.
 */
const minMs = 500;

/**
 * Creates a function that returns the CPU load since its previous call, 0..1; null while too little time has
 * passed.
 */
export function createLoadProbe(read: () => CoreTimes = readCores): () => number | null {
  let before = read();
  let newest: number | null = null;
  return () => {
    const now = read();
    const allMs = now.allMs - before.allMs;
    if (allMs >= minMs) {
      newest = Math.min(1, Math.max(0, (now.busyMs - before.busyMs) / allMs));
      before = now;
    }
    return newest;
  };
}

function readCores(): CoreTimes {
  let idleMs = 0;
  let allMs = 0;
  for (const { times } of cpus()) {
    idleMs += times.idle;
    allMs += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { busyMs: allMs - idleMs, allMs };
}
