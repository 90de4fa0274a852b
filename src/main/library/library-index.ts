import type { LibraryKind, LibraryQuery } from '../../contract/ipc/library.ts';
import type { JobEntry } from '../jobs/job-store.ts';
import { type LibraryEntry, toJobEntry, toRecordEntry, toWords } from './library-entry.ts';
import type { LibraryRecord } from './library-records.ts';

/** All rows of a query, newest first, and what is true of them. */
export interface LibrarySelection {
  readonly entries: readonly LibraryEntry[];
  readonly spentUsd: number;
  readonly counts: Record<LibraryKind, number>;
  readonly isEmpty: boolean;
  readonly profileIds: readonly string[];
}

/**
 * Answers queries over a hundred thousand items: entries are made once per record, and a selection is kept until
 * something changes, so that scrolling only cuts pages from it.
 */
export class LibraryIndex {
  readonly #listJobs: () => readonly JobEntry[];
  /** Oldest first: what is made now goes to the end. */
  #records: LibraryEntry[] = [];
  #hidden: ReadonlySet<string> = new Set();
  #jobs: { readonly of: readonly JobEntry[]; readonly entries: readonly LibraryEntry[] } = {
    of: [],
    entries: [],
  };
  #kept: { readonly key: string; readonly selection: LibrarySelection } | null = null;

  constructor(listJobs: () => readonly JobEntry[]) {
    this.#listJobs = listJobs;
  }

  /** Replaces all records. */
  fill(records: Iterable<LibraryRecord>): void {
    this.#records = Array.from(records, toRecordEntry).toSorted(
      (one, other) => one.atMs - other.atMs,
    );
    this.#kept = null;
  }

  /** Adds a record, or puts it in place of the one of its id. */
  put(record: LibraryRecord): void {
    const entry = toRecordEntry(record);
    const known = this.#records.findLastIndex(({ id }) => id === record.id);
    if (known >= 0) {
      this.#records.splice(known, 1);
    }
    const before = this.#records.findLastIndex(({ atMs }) => atMs <= entry.atMs);
    this.#records.splice(before + 1, 0, entry);
    this.#kept = null;
  }

  remove(ids: ReadonlySet<string>): void {
    this.#records = this.#records.filter(({ id }) => !ids.has(id));
    this.#kept = null;
  }

  /** Leaves items out of every answer. */
  hide(ids: ReadonlySet<string>): void {
    this.#hidden = ids;
    this.#kept = null;
  }

  /** Null when it is not in the list. */
  find(id: string): LibraryEntry | null {
    return (
      this.#jobEntries().find((entry) => entry.id === id) ??
      this.#records.find((entry) => entry.id === id) ??
      null
    );
  }

  select(query: LibraryQuery): LibrarySelection {
    const jobs = this.#jobEntries();
    const key = JSON.stringify(query);
    if (this.#kept?.key !== key) {
      this.#kept = { key, selection: this.#filter(query, jobs) };
    }
    return this.#kept.selection;
  }

  #jobEntries(): readonly LibraryEntry[] {
    const list = this.#listJobs();
    if (list !== this.#jobs.of) {
      const entries = list.map(toJobEntry).toSorted((one, other) => other.atMs - one.atMs);
      this.#jobs = { of: list, entries };
      this.#kept = null;
    }
    return this.#jobs.entries;
  }

  #filter(query: LibraryQuery, jobs: readonly LibraryEntry[]): LibrarySelection {
    const fits = toFilter(query);
    const entries: LibraryEntry[] = [];
    const counts: Record<LibraryKind, number> = {
      job: 0,
      recording: 0,
      snapshot: 0,
      conversion: 0,
      session: 0,
    };
    const profileIds = new Set<string>();
    let spentUsd = 0;
    let isEmpty = true;
    for (const entry of merged(jobs, this.#records)) {
      if (this.#hidden.has(entry.id)) {
        continue;
      }
      isEmpty = false;
      if (entry.profileId !== null) {
        profileIds.add(entry.profileId);
      }
      if (!fits(entry)) {
        continue;
      }
      counts[entry.kind] += 1;
      if (query.kind === null || query.kind === entry.kind) {
        entries.push(entry);
        spentUsd += entry.costUsd ?? 0;
      }
    }
    return { entries, counts, spentUsd, isEmpty, profileIds: [...profileIds] };
  }
}

/** Everything but the kind, whose counts are those of all others. */
function toFilter({ state, profileId, words }: LibraryQuery): (entry: LibraryEntry) => boolean {
  const wanted = words.map(({ text, features, voiceIds }) => ({
    text: toWords([text]),
    features: new Set<string | null>(features),
    voiceIds: new Set<string | null>(voiceIds),
  }));
  return (entry) =>
    (state === null || state === entry.state) &&
    (profileId === null || profileId === entry.profileId) &&
    wanted.every(
      ({ text, features, voiceIds }) =>
        entry.words.includes(text) ||
        features.has(entry.feature) ||
        (entry.voiceId !== null && voiceIds.has(entry.voiceId)),
    );
}

/** Newest first: of jobs that are so, and of records that are the other way round. */
function* merged(
  jobs: readonly LibraryEntry[],
  records: readonly LibraryEntry[],
): Generator<LibraryEntry> {
  let next = records.length - 1;
  for (const job of jobs) {
    for (
      let record = records[next];
      record !== undefined && record.atMs > job.atMs;
      record = records[next]
    ) {
      yield record;
      next -= 1;
    }
    yield job;
  }
  for (let at = next; at >= 0; at -= 1) {
    const record = records[at];
    if (record !== undefined) {
      yield record;
    }
  }
}
