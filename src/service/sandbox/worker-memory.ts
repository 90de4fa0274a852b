import { totalmem } from 'node:os';

const GIGABYTE = 1_073_741_824;

/** A job of the largest accepted video with what it loads, in a machine that has that. */
const wantedBytes = 4 * GIGABYTE;
/** Below it nothing renders; the kernel ends a worker first when even that is not there. */
const leastBytes = 2 * GIGABYTE;

/**
 * Memory that each of so many workers may write to. Together they leave a quarter of the machine to the service, the
 * app and others, as far as each has {@link wantedBytes} all the same.
 */
export function workerMemoryLimit(workers: number, totalBytes = totalmem()): number {
  const usableBytes = 0.75 * totalBytes;
  const fairBytes = Math.max(wantedBytes, usableBytes / workers);
  return Math.floor(Math.max(leastBytes, Math.min(usableBytes, fairBytes)));
}

/** Limit of a process beside the jobs: one that swaps live, speaks, or runs models of the user. */
export const workerMemoryBytes = workerMemoryLimit(2);
