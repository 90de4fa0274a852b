import type { LibraryKind, LibraryQuery } from '../../contract/ipc/library.ts';
import type { JobEntry } from '../jobs/job-store.ts';
import { type LibraryEntry, toJobEntry, toRecordEntry, toWords } from './library-entry.ts';
import type { LibraryRecord } from './library-records.ts';

/** All rows of a query, newest first, with their totals. */
export interface LibrarySelection {
  readonly entries: readonly LibraryEntry[];
  readonly spentUsd: number;
  readonly counts: Record<LibraryKind, number>;
  readonly isEmpty: boolean;
  readonly profileIds: readonly string[];
}

interface JobEntries {
  readonly of: readonly JobEntry[];
  readonly entries: readonly LibraryEntry[];
  readonly byId: ReadonlyMap<string, LibraryEntry>;
}

/**
 * Answers queries over a hundred thousand items: entries are made once per record, and a selection is kept until
 * something changes, so that scrolling only cuts pages from it.
 */
export class LibraryIndex {
  readonly #listJobs: () => readonly JobEntry[];
  /** Oldest first, so that new ones are appended. */
  #records: LibraryEntry[] = [];
  #hidden: ReadonlySet<string> = new Set();
  readonly #recordsById = new Map<string, LibraryEntry>();
  #jobs: JobEntries = { of: [], entries: [], byId: new Map() };
  /** Cache of job entries: few of thousands change at a time. */
  readonly #made = new WeakMap<JobEntry, LibraryEntry>();
  #kept: { readonly key: string; readonly selection: LibrarySelection } | null = null;

  constructor(listJobs: () => readonly JobEntry[]) {
    this.#listJobs = listJobs;
  }

  /** Replaces all records. */
  fill(records: Iterable<LibraryRecord>): void {
    this.#records = Array.from(records, toRecordEntry).toSorted(
      (one, other) => one.atMs - other.atMs,
    );
    this.#recordsById.clear();
    for (const entry of this.#records) {
      this.#recordsById.set(entry.id, entry);
    }
    this.#kept = null;
  }

  /** Adds a record, or puts it in place of the one of its id. */
  put(record: LibraryRecord): void {
    const entry = toRecordEntry(record);
    const known = this.#recordsById.get(record.id);
    if (known !== undefined) {
      this.#records.splice(this.#records.lastIndexOf(known), 1);
    }
    this.#recordsById.set(record.id, entry);
    const before = this.#records.findLastIndex(({ atMs }) => atMs <= entry.atMs);
    this.#records.splice(before + 1, 0, entry);
    this.#kept = null;
  }

  remove(ids: ReadonlySet<string>): void {
    this.#records = this.#records.filter(({ id }) => !ids.has(id));
    for (const id of ids) {
      this.#recordsById.delete(id);
    }
    this.#kept = null;
  }

  /** Leaves items out of every answer. */
  hide(ids: ReadonlySet<string>): void {
    this.#hidden = ids;
    this.#kept = null;
  }

  /** Null when it is not in the list. */
  find(id: string): LibraryEntry | null {
    return this.#jobEntries().byId.get(id) ?? this.#recordsById.get(id) ?? null;
  }

  select(query: LibraryQuery): LibrarySelection {
    const jobs = this.#jobEntries().entries;
    const key = JSON.stringify(query);
    if (this.#kept?.key !== key) {
      this.#kept = { key, selection: this.#filter(query, jobs) };
    }
    return this.#kept.selection;
  }

  #jobEntries(): JobEntries {
    const list = this.#listJobs();
    if (list !== this.#jobs.of) {
      const entries = list
        .map((job) => this.#entryOf(job))
        .toSorted((one, other) => other.atMs - one.atMs);
      this.#jobs = { of: list, entries, byId: new Map(entries.map((entry) => [entry.id, entry])) };
      this.#kept = null;
    }
    return this.#jobs;
  }

  #entryOf(job: JobEntry): LibraryEntry {
    const entry = this.#made.get(job) ?? toJobEntry(job);
    this.#made.set(job, entry);
    return entry;
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

/** Filter without the kind: the counts of kinds use all other criteria. */
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
