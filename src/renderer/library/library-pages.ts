import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import {
  type LibraryItem,
  type LibraryPage,
  type LibraryQuery,
  maxLibraryRows,
} from '../../contract/ipc/library.ts';

/** Totals of all rows of the query. */
export interface LibrarySummary extends Omit<LibraryPage, 'items'> {
  /** False until the first answer. */
  readonly isLoaded: boolean;
}

/** Cached pages; those furthest from the visible ones are dropped first. */
const maxPages = 40;

const emptySummary: LibrarySummary = {
  isLoaded: false,
  total: 0,
  spentUsd: 0,
  counts: { job: 0, recording: 0, snapshot: 0, conversion: 0, session: 0 },
  isEmpty: false,
  profileIds: [],
};

/**
 * Rows of the library that were visible so far. One page is requested at a time, always a visible one, so that
 * fast scrolling queues nothing. Old rows stay until the new reply arrives.
 */
export class LibraryPages {
  readonly #bridge: Pick<Bridge<Ipc>, 'call'>;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<() => void>();
  #query: LibraryQuery = { kind: null, state: null, profileId: null, words: [] };
  #pages = new Map<number, readonly LibraryItem[]>();
  /** Pages of the previous reply, shown until they are replaced. */
  #old: ReadonlyMap<number, readonly LibraryItem[]> = new Map();
  #shown = { first: 0, last: 0 };
  #generation = 0;
  #isLoading = false;
  #state = { summary: emptySummary, version: 0 };

  constructor(bridge: Pick<Bridge<Ipc>, 'call'>, onError: (error: unknown) => void) {
    this.#bridge = bridge;
    this.#onError = onError;
  }

  /** For `useSyncExternalStore`: returns a new object whenever rows or their summary changed. */
  readonly read = (): { readonly summary: LibrarySummary; readonly version: number } => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Null while it is not known. */
  readonly rowAt = (index: number): LibraryItem | null => {
    const page = Math.floor(index / maxLibraryRows);
    const rows = this.#pages.get(page) ?? this.#old.get(page);
    return rows?.[index % maxLibraryRows] ?? null;
  };

  /** Rows that are in sight now. */
  readonly show = (first: number, last: number): void => {
    this.#shown = { first, last };
    void this.#load();
  };

  ask(query: LibraryQuery): void {
    this.#query = query;
    this.refresh();
  }

  /** Requests the visible rows again, because something changed. */
  refresh(): void {
    this.#generation += 1;
    this.#old = new Map([...this.#old, ...this.#pages]);
    this.#pages = new Map();
    void this.#load();
  }

  /** Adds a thumbnail to its row. */
  setThumbnail(id: string, input: number | null, url: string): void {
    for (const [page, rows] of this.#pages) {
      if (rows.some((row) => row.id === id)) {
        this.#pages.set(
          page,
          rows.map((row) => (row.id === id ? withThumbnail(row, input, url) : row)),
        );
      }
    }
    this.#changed(this.#state.summary);
  }

  async #load(): Promise<void> {
    if (this.#isLoading) {
      return;
    }
    this.#isLoading = true;
    try {
      for (let page = this.#nextPage(); page !== null; page = this.#nextPage()) {
        await this.#loadPage(page);
      }
      this.#old = new Map();
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isLoading = false;
    }
  }

  async #loadPage(page: number): Promise<void> {
    const generation = this.#generation;
    const { items, ...summary } = await this.#bridge.call('library.page', {
      query: this.#query,
      offset: page * maxLibraryRows,
      limit: maxLibraryRows,
    });
    if (generation === this.#generation) {
      this.#pages.set(page, items);
      this.#forgetFar();
      this.#changed({ ...summary, isLoaded: true });
    }
  }

  /** A page in sight that is not there; null when all are. */
  #nextPage(): number | null {
    const { isLoaded, total } = this.#state.summary;
    if (!isLoaded || this.#pages.size === 0) {
      return toPage(this.#shown.first);
    }
    const last = toPage(Math.max(0, Math.min(this.#shown.last, total - 1)));
    for (let page = Math.min(toPage(this.#shown.first), last); page <= last; page += 1) {
      if (!this.#pages.has(page)) {
        return page;
      }
    }
    return null;
  }

  #forgetFar(): void {
    const here = toPage(this.#shown.first);
    const far = [...this.#pages.keys()].toSorted(
      (one, other) => Math.abs(other - here) - Math.abs(one - here),
    );
    for (const page of far.slice(0, Math.max(0, far.length - maxPages))) {
      this.#pages.delete(page);
    }
  }

  #changed(summary: LibrarySummary): void {
    this.#state = { summary, version: this.#state.version + 1 };
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

function toPage(index: number): number {
  return Math.floor(index / maxLibraryRows);
}

function withThumbnail(row: LibraryItem, input: number | null, thumbnailUrl: string): LibraryItem {
  if (input !== null) {
    const inputs = row.inputs.map((one, at) => (at === input ? { ...one, thumbnailUrl } : one));
    return { ...row, inputs };
  }
  return row.file === null ? row : { ...row, file: { ...row.file, thumbnailUrl } };
}
