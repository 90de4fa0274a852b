/** Largest binary message between page and main, in bytes; more goes through files or in pieces. */
export const maxChunkBytes = 102_400;
