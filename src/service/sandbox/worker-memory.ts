import { totalmem } from 'node:os';

const GIGABYTE = 1_073_741_824;

/** Memory for a job with the largest accepted video and its models, on a machine that has it. */
const wantedBytes = 4 * GIGABYTE;
/** Below it nothing renders; the kernel ends a worker first when even that is not there. */
const minBytes = 2 * GIGABYTE;

/**
 * Memory that each worker may write to. Together the workers leave a quarter of the machine to the service, the
 * app and others, as long as each has {@link wantedBytes} anyway.
 */
export function workerMemoryLimit(workers: number, totalBytes = totalmem()): number {
  const usableBytes = 0.75 * totalBytes;
  const fairBytes = Math.max(wantedBytes, usableBytes / workers);
  return Math.floor(Math.max(minBytes, Math.min(usableBytes, fairBytes)));
}

/**
 * Limit of a process beside the jobs: one that runs a live swap, synthesises speech, or runs models of the
 * user.
 */
export const workerMemoryBytes = workerMemoryLimit(2);
