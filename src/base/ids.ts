import { v7 } from 'uuid';

/**
 * A new UUIDv7 in lower case. Ids of one process sort in the order they were made, also within one
 * millisecond and across a system clock that jumps back.
 */
export function createId(): string {
  return v7();
}
