import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { LibraryQuery } from '../../contract/ipc/library.ts';
import { useApp } from '../app/app-context.ts';
import { LibraryPages, type LibrarySummary } from './library-pages.ts';
import { RowThumbnails } from './row-thumbnails.ts';

/** Debounce time of typing before a search, in milliseconds. */
const typingMs = 120;

/** Shown library: its rows, and their totals. */
export interface ShownLibrary {
  readonly pages: LibraryPages;
  readonly summary: LibrarySummary;
  readonly onShown: (first: number, last: number) => void;
}

/** Requests the rows of a query, and again whenever something changes. */
export function useLibrary(query: LibraryQuery): ShownLibrary {
  const { bridge, jobs, attempt } = useApp();
  const [{ pages, pictures, onShown }] = useState(() => {
    const onError = (error: unknown): void => {
      void attempt(async () => {
        throw error;
      });
    };
    const newPages = new LibraryPages(bridge, onError);
    const newPictures = new RowThumbnails(bridge, newPages);
    return {
      pages: newPages,
      pictures: newPictures,
      onShown: (first: number, last: number): void => {
        newPages.show(first, last);
        newPictures.show(first, last);
      },
    };
  });
  useEffect(() => {
    const timer = setTimeout(() => pages.ask(query), typingMs);
    return () => clearTimeout(timer);
  }, [pages, query]);
  useEffect(() => {
    const endEvents = bridge.on('library.changed', () => pages.refresh());
    const endJobs = jobs.subscribe((now, before) => {
      if (toQueryKey(now.jobs) !== toQueryKey(before.jobs)) {
        pages.refresh();
      }
    });
    return () => {
      endEvents();
      endJobs();
      pictures.stop();
    };
  }, [bridge, jobs, pages, pictures]);
  const { summary } = useSyncExternalStore(pages.subscribe, pages.read);
  return { pages, summary, onShown };
}

/** State of the jobs as far as a query depends on it, without progress. */
function toQueryKey(jobs: readonly Pick<LocalJob, 'id' | 'state' | 'remote'>[]): string {
  return jobs
    .map(({ id, state, remote }) => `${id} ${state} ${remote?.isGone} ${remote?.expiresAtMs}`)
    .join();
}
