import { availableParallelism } from 'node:os';

/**
 * Number of concurrent jobs: a render uses more than one CPU; half of them leaves capacity for the service and
 * its user.
 */
export function countJobSlots(slots: number | undefined): number {
  return slots ?? Math.max(1, Math.floor(availableParallelism() / 2));
}
