import { describe, expect, it } from 'vitest';
import { noStages } from '../../contract/ipc/jobs.ts';
import { libraryQuerySchema, type LibraryQuery } from '../../contract/ipc/library.ts';
import type { JobEntry } from '../jobs/job-store.ts';
import { LibraryIndex } from './library-index.ts';
import { type LibraryRecord, libraryRecordSchema } from './library-records.ts';

const toJob = (job: Partial<JobEntry>): JobEntry => ({
  id: 'job',
  profileId: 'this-computer',
  origin: null,
  feature: 'face_swap',
  state: 'succeeded',
  createdAtMs: 0,
  startedAtMs: null,
  endedAtMs: null,
  submittedAtMs: null,
  remote: null,
  fetchedFrom: null,
  errorBefore: null,
  isQuiet: false,
  isLeftAtService: false,
  isCanceling: false,
  retryAtMs: null,
  isCleared: true,
  ...noStages,
  skipsFrame: false,
  inputs: [],
  options: {},
  idempotencyKey: 'key',
  jobId: null,
  holdUsd: null,
  expectedMs: null,
  costUsd: null,
  error: null,
  result: null,
  report: null,
  notes: [],
  hasThumbnail: false,
  proof: null,
  ...job,
});

const toRecord = (record: Partial<LibraryRecord>): LibraryRecord =>
  libraryRecordSchema.parse({
    id: 'record',
    kind: 'recording',
    name: '',
    atMs: 0,
    durationMs: null,
    ...record,
  });

const toInput = (path: string): JobEntry['inputs'][number] => ({
  field: 'video_key',
  path,
  kind: 'video',
  sha256: null,
  sizeBytes: null,
  fileKey: null,
  sentAtMs: null,
});

const anything: LibraryQuery = { kind: null, state: null, profileId: null, words: [] };
const ask = (query: Partial<LibraryQuery>): LibraryQuery =>
  libraryQuerySchema.parse({ ...anything, ...query });
const word = (text: string, more: Partial<LibraryQuery['words'][number]> = {}) => ({
  text,
  features: [],
  voiceIds: [],
  ...more,
});

function openIndex(jobs: readonly JobEntry[], records: readonly LibraryRecord[]) {
  const list = { jobs };
  const index = new LibraryIndex(() => list.jobs);
  index.fill(records);
  const idsOf = (query: Partial<LibraryQuery>): string[] =>
    index.select(ask(query)).entries.map(({ id }) => id);
  return { index, list, idsOf };
}

describe('a query', () => {
  it('has the jobs of every service among everything else, newest first', () => {
    const { index, idsOf } = openIndex(
      [
        toJob({ id: 'new', createdAtMs: 40, profileId: 'studio' }),
        toJob({ id: 'old', createdAtMs: 20 }),
      ],
      [
        toRecord({ id: 'first', atMs: 10 }),
        toRecord({ id: 'last', atMs: 50, kind: 'snapshot' }),
        toRecord({ id: 'middle', atMs: 30, kind: 'session' }),
      ],
    );
    expect(idsOf({})).toEqual(['last', 'new', 'middle', 'old', 'first']);
    expect(idsOf({ profileId: 'studio' })).toEqual(['new']);
    expect(index.select(anything).profileIds).toEqual(['studio', 'this-computer']);
  });

  it('counts every kind independent of the shown one, and adds up the shown items', () => {
    const { index } = openIndex(
      [toJob({ id: 'one', costUsd: 0.25 }), toJob({ id: 'two', costUsd: 1, state: 'failed' })],
      [toRecord({ kind: 'session', costUsd: 3 })],
    );
    const { counts, spentUsd } = index.select(ask({ kind: 'job' }));
    expect(counts).toMatchObject({ job: 2, session: 1, recording: 0 });
    expect(spentUsd).toBe(1.25);
    expect(index.select(ask({ state: 'failed' })).spentUsd).toBe(1);
  });

  it('finds names without their accents, scripts, voices, characters and capabilities', () => {
    const { idsOf } = openIndex(
      [
        toJob({ id: 'video', createdAtMs: 9, inputs: [toInput('/films/Été à Paris.mp4')] }),
        toJob({
          id: 'speech',
          createdAtMs: 8,
          feature: 'text_to_speech',
          options: { script: 'Guten Morgen', voice_id: 'de-bruno' },
        }),
      ],
      [toRecord({ id: 'live', kind: 'session', character: 'Mona Lisa' })],
    );
    expect(idsOf({ words: [word('ete')] })).toEqual(['video']);
    expect(idsOf({ words: [word('MORGEN')] })).toEqual(['speech']);
    expect(idsOf({ words: [word('mona')] })).toEqual(['live']);
    expect(idsOf({ words: [word('deep', { voiceIds: ['de-bruno'] })] })).toEqual(['speech']);
    expect(idsOf({ words: [word('swap', { features: ['face_swap'] })] })).toEqual(['video']);
    expect(idsOf({ words: [word('guten'), word('paris')] })).toEqual([]);
  });

  it('follows jobs and records that change, and omits hidden ones', () => {
    const { index, list, idsOf } = openIndex([toJob({ id: 'job', createdAtMs: 1 })], []);
    expect(idsOf({ state: 'running' })).toEqual([]);
    list.jobs = [toJob({ id: 'job', createdAtMs: 1, state: 'processing' })];
    expect(idsOf({ state: 'running' })).toEqual(['job']);
    index.put(toRecord({ id: 'record', atMs: 2, name: 'before' }));
    index.put(toRecord({ id: 'record', atMs: 2, name: 'after' }));
    expect(idsOf({})).toEqual(['record', 'job']);
    expect(idsOf({ words: [word('after')] })).toEqual(['record']);
    index.hide(new Set(['record']));
    expect(idsOf({})).toEqual(['job']);
    index.hide(new Set());
    index.remove(new Set(['record']));
    expect(idsOf({})).toEqual(['job']);
    index.hide(new Set(['job']));
    expect(index.select(anything).isEmpty).toBe(true);
  });
});
