import { v7, validate } from 'uuid';

/**
 * A new UUIDv7 in lower case. Ids of one process sort in the order they were made, also within one
 * millisecond and across a system clock that jumps back.
 */
export function createId(): string {
  return v7();
}

/** Returns whether a text has the form of a UUID, of any version; the id need not exist. */
export function isUuid(text: string): boolean {
  return validate(text);
}
