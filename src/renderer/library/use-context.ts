import { createContext } from 'react';
import type { LibraryItem } from '../../contract/ipc/library.ts';

/** Puts the file of an item into the form of a job; the screens know of forms. */
export const UseContext = createContext<(item: LibraryItem) => void>(() => undefined);
