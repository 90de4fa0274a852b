import { basename } from 'node:path';
import type { JobFeature } from '../../contract/api/features.ts';
import { isTerminalState } from '../../contract/ipc/jobs.ts';
import type { LibraryKind, LibraryState } from '../../contract/ipc/library.ts';
import type { JobEntry } from '../jobs/job-store.ts';
import type { LibraryRecord } from './library-records.ts';

/** An item in the form that is filtered, counted and searched; the row is created from `of`. */
export interface LibraryEntry {
  readonly id: string;
  readonly kind: LibraryKind;
  readonly state: LibraryState;
  readonly atMs: number;
  readonly profileId: string | null;
  readonly costUsd: number | null;
  readonly feature: JobFeature | null;
  readonly voiceId: string | null;
  /** Searched text, in lower case. */
  readonly words: string;
  readonly of: JobEntry | LibraryRecord;
}

/** The entry of a job. */
export function toJobEntry(job: JobEntry): LibraryEntry {
  const { id, profileId, feature, inputs, options, result } = job;
  const names = inputs.map(({ path }) => basename(path));
  const texts = Object.values(options).filter((value) => typeof value === 'string');
  const voiceId = options['voice_id'];
  return {
    id,
    kind: 'job',
    state: toState(job),
    atMs: job.createdAtMs,
    profileId,
    costUsd: job.costUsd,
    feature,
    voiceId: typeof voiceId === 'string' ? voiceId : null,
    words: toWords([...names, ...texts, result === null ? '' : basename(result.path)]),
    of: job,
  };
}

/** The entry of anything else. */
export function toRecordEntry(record: LibraryRecord): LibraryEntry {
  const { id, kind, name, atMs, profileId, costUsd, character, voice, isOpen } = record;
  return {
    id,
    kind,
    state: isOpen ? 'running' : 'done',
    atMs,
    profileId,
    costUsd,
    feature: null,
    voiceId: null,
    words: toWords([name, character ?? '', voice ?? '']),
    of: record,
  };
}

function toState({ state }: JobEntry): LibraryState {
  if (!isTerminalState(state)) {
    return 'running';
  }
  return state === 'succeeded' ? 'done' : 'failed';
}

/** Small letters without accents, so that `francais` finds `Français`. */
export function toWords(texts: readonly string[]): string {
  return texts.join(' ').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
