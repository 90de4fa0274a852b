import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import { isOver, type LocalJob, type Offer } from '../../contract/ipc/jobs.ts';
import { personOf } from '../../contract/persons.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { ChosenFiles } from './chosen-files.ts';
import type { JobBook, JobEntry } from './job-book.ts';
import type { JobRunner } from './job-runner.ts';
import type { SentFiles } from './sent-files.ts';
import type { Thumbnails } from './thumbnails.ts';

/** What the calls work with. */
export interface JobCallsOptions {
  readonly book: JobBook;
  readonly runner: JobRunner;
  readonly chosen: ChosenFiles;
  readonly sent: SentFiles;
  readonly thumbnails: Thumbnails;
  readonly view: (entry: JobEntry) => LocalJob;
  readonly readOffer: (profileId: string) => Promise<Offer>;
  readonly activeProfileId: () => string;
  readonly emit: Emit<Ipc>;
  /** Asks the user where to; null when they changed their mind. */
  readonly askPath: (name: string) => Promise<string | null>;
  readonly reveal: (path: string) => void;
  readonly nowMs: () => number;
}

/** The calls about files and jobs. */
export function createJobCalls(options: JobCallsOptions): AreaHandlers<'files' | 'jobs'> {
  const { book, runner, chosen, sent, thumbnails, view, emit, activeProfileId } = options;

  const begin = (
    what: Pick<JobEntry, 'feature' | 'inputs' | 'options' | 'holdUsd' | 'expectedMs'>,
  ): LocalJob => {
    const entry: JobEntry = {
      ...what,
      id: createId(),
      profileId: activeProfileId(),
      state: 'sending',
      createdAtMs: options.nowMs(),
      endedAtMs: null,
      idempotencyKey: createId(),
      jobId: null,
      costUsd: null,
      error: null,
      result: null,
      report: null,
      hasThumbnail: false,
    };
    book.add(entry);
    const shown = view(entry);
    emit('jobs.changed', shown);
    runner.run(entry.id);
    return shown;
  };

  const requireResult = (id: string): NonNullable<JobEntry['result']> => {
    const { result } = book.require(id);
    if (result === null) {
      throw new AppError('not_found', 'This job has no result.');
    }
    return result;
  };

  return {
    'files.agree': async ({ id }) => chosen.agree(id),
    'files.check': async ({ id }) => {
      const isLocal = activeProfileId() === embeddedProfileId;
      if (isLocal) {
        await sent.check(id);
      }
      return { isChecked: isLocal };
    },
    'jobs.offer': async () => options.readOffer(activeProfileId()),
    'jobs.list': async () => book.list().map(view),
    'jobs.submit': async ({ feature, inputs, options: settings, holdUsd, expectedMs }) =>
      begin({
        feature,
        options: settings,
        holdUsd,
        expectedMs,
        inputs: inputs.map(({ field, fileId }) => {
          const file = chosen.require(fileId);
          const person = personOf(field);
          if (person !== null && !chosen.hasConsent(fileId)) {
            throw new AppError('invalid_input', `The consent for this ${person} is missing.`);
          }
          const fileKey = sent.findKey(activeProfileId(), file);
          return { field, path: file.path, kind: file.kind, fileKey };
        }),
      }),
    'jobs.cancel': async ({ id }) => {
      await runner.cancel(id);
      return null;
    },
    'jobs.retry': async ({ id }) => {
      const { feature, inputs, options: settings, holdUsd, expectedMs } = book.require(id);
      return begin({
        feature,
        options: settings,
        holdUsd,
        expectedMs,
        inputs: inputs.map((input) => ({ ...input, fileKey: null })),
      });
    },
    'jobs.forget': async ({ id }) => {
      if (!isOver(book.require(id).state)) {
        throw new AppError('invalid_input', 'A job that runs has to be cancelled first.');
      }
      book.remove(id);
      await thumbnails.remove(id);
      emit('jobs.forgotten', { id });
      return null;
    },
    'jobs.save_as': async ({ id }) => {
      const { path } = requireResult(id);
      const target = await options.askPath(basename(path));
      if (target !== null && target !== path) {
        await copyResult(path, target);
      }
      return { path: target };
    },
    'jobs.reveal': async ({ id }) => {
      options.reveal(requireResult(id).path);
      return null;
    },
    'jobs.keep_thumbnail': async ({ id, bytes }) => {
      book.require(id);
      await thumbnails.write(id, bytes);
      const entry = book.change(id, { hasThumbnail: true });
      if (entry !== null) {
        emit('jobs.changed', view(entry));
      }
      return null;
    },
  };
}

async function copyResult(path: string, target: string): Promise<void> {
  try {
    await copyFile(path, target);
  } catch (cause) {
    throw new AppError('storage_failed', `The result could not be copied to ${target}.`, { cause });
  }
}
