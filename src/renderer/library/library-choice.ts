import type { LibraryQuery } from '../../contract/ipc/library.ts';

/** Filter of the library, as typed and chosen. */
export interface LibraryChoice extends Omit<LibraryQuery, 'words'> {
  readonly typed: string;
}

/** Choice without any filter. */
export const emptyChoice: LibraryChoice = { kind: null, state: null, profileId: null, typed: '' };
