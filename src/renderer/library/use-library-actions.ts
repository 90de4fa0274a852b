import { use } from 'react';
import { type LibraryItem, libraryUndoMs } from '../../contract/ipc/library.ts';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { useJobActions } from '../jobs/use-jobs.ts';
import { toItemName } from './library-words.ts';
import { UseContext } from './use-context.ts';

/** The offer to undo ends a moment before it would be too late, in milliseconds. */
const restoreMs = 500;

/** Actions of an item; a failure becomes a toast. */
export interface LibraryActions {
  readonly cancel: (id: string) => void;
  readonly retry: (id: string) => void;
  /** Fetches the result of a job from its service again. */
  readonly fetch: (id: string) => void;
  readonly reveal: (id: string) => void;
  /** Opens it with the program of the system. */
  readonly open: (id: string) => void;
  /** Puts its file into the form of a job. */
  readonly use: (item: LibraryItem) => void;
  /** Deletes it after a few seconds, in which it can be brought back. */
  readonly remove: (item: LibraryItem) => void;
}

/** See {@link LibraryActions}. */
export function useLibraryActions(): LibraryActions {
  const { bridge, attempt, notify } = useApp();
  const { cancel, retry, fetch } = useJobActions();
  const text = useText();
  return {
    cancel,
    retry,
    fetch,
    reveal: (id) =>
      void attempt(async () => {
        await bridge.call('library.reveal', { id });
      }),
    open: (id) =>
      void attempt(async () => {
        await bridge.call('library.open', { id });
      }),
    use: use(UseContext),
    remove: (item) =>
      void attempt(async () => {
        const ids = [item.id];
        await bridge.call('library.remove', { ids });
        const restore = async (): Promise<void> => {
          await bridge.call('library.restore', { ids });
        };
        const close = notify({
          tone: 'idle',
          title: text.t('library.deleted', { name: toItemName(text, item) }),
          action: { label: text.t('library.undo'), run: () => void attempt(restore) },
        });
        setTimeout(close, libraryUndoMs - restoreMs);
      }),
  };
}
