import type { LibraryQuery } from '../../contract/ipc/library.ts';

/** What of the library is asked for, as it was typed and chosen. */
export interface LibraryChoice extends Omit<LibraryQuery, 'words'> {
  readonly typed: string;
}

/** Everything. */
export const emptyChoice: LibraryChoice = { kind: null, state: null, profileId: null, typed: '' };
