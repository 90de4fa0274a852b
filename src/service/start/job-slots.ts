import { availableParallelism } from 'node:os';

/** Jobs that run at once: a render uses more than one processor; half of them leaves room for the service and its user. */
export function countJobSlots(slots: number | undefined): number {
  return slots ?? Math.max(1, Math.floor(availableParallelism() / 2));
}
