import { chmod, copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import { readUsualMode } from '../../client/private-files.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import { isOver, type LocalJob, type Offer } from '../../contract/ipc/jobs.ts';
import { personOf, roleOf } from '../../contract/persons.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import { type ChosenFiles, readMediaFacts } from './chosen-files.ts';
import type { Consents } from './consents.ts';
import type { ForgetJobs } from './forget-jobs.ts';
import type { JobBook, JobEntry } from './job-book.ts';
import type { JobProofs } from './job-proofs.ts';
import type { JobRunner } from './job-runner.ts';
import type { SentFiles } from './sent-files.ts';
import type { Thumbnails } from './thumbnails.ts';

/** What the calls work with. */
export interface JobCallsOptions {
  readonly book: JobBook;
  readonly runner: JobRunner;
  readonly chosen: ChosenFiles;
  readonly consents: Consents;
  readonly sent: SentFiles;
  readonly forget: ForgetJobs;
  /** Server of a profile, see the store of profiles. */
  readonly findOrigin: (profileId: string) => string | null;
  readonly proofs: JobProofs;
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

  const begin = async (
    what: Pick<JobEntry, 'feature' | 'inputs' | 'options' | 'holdUsd' | 'expectedMs'>,
    state: 'sending' | 'unconfirmed',
  ): Promise<LocalJob> => {
    const profileId = activeProfileId();
    const entry: JobEntry = {
      ...what,
      id: createId(),
      profileId,
      origin: options.findOrigin(profileId),
      state,
      createdAtMs: options.nowMs(),
      endedAtMs: null,
      idempotencyKey: createId(),
      jobId: null,
      costUsd: null,
      error: null,
      result: null,
      report: null,
      notes: [],
      hasThumbnail: false,
      proof: null,
    };
    if (state === 'sending') {
      requireConsents(entry);
    }
    const proof = state === 'sending' ? await options.proofs.sign(entry) : null;
    book.add({ ...entry, proof });
    const shown = view(entry);
    emit('jobs.changed', shown);
    if (state === 'sending') {
      runner.run(entry.id);
    }
    return shown;
  };

  /** The consent is for the content, and only this content is sent. */
  const requireConsents = ({ feature, inputs }: JobEntry): void => {
    for (const { field, sha256 } of inputs) {
      if (roleOf(feature, field) === null) {
        throw new AppError('invalid_input', `${feature} takes no file as ${field}.`);
      }
      const person = personOf(feature, field);
      if (person !== null && (sha256 === null || !options.consents.has(sha256))) {
        throw new AppError('invalid_input', `The consent for this ${person} is missing.`);
      }
    }
  };

  const confirm = async (id: string): Promise<LocalJob> => {
    const before = book.require(id);
    const origin = options.findOrigin(before.profileId);
    if (before.state !== 'unconfirmed' || origin === null) {
      throw new AppError(
        'invalid_input',
        'Only a job that waits to be confirmed, for a service that is still there, can be sent.',
      );
    }
    const inputs = await Promise.all(
      before.inputs.map(async ({ field, path }) => {
        const { kind, sha256, sizeBytes, path: realPath } = await readMediaFacts(path);
        if (personOf(before.feature, field) !== null) {
          options.consents.add(sha256);
        }
        return { field, path: realPath, kind, sha256, sizeBytes, fileKey: null };
      }),
    );
    const createdAtMs = options.nowMs();
    const entry: JobEntry = { ...before, origin, inputs, createdAtMs, state: 'sending' };
    requireConsents(entry);
    const proof = await options.proofs.sign(entry);
    const shown = view(book.change(id, { ...entry, proof }) ?? entry);
    emit('jobs.changed', shown);
    runner.run(id);
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
      begin(
        {
          feature,
          options: settings,
          holdUsd,
          expectedMs,
          inputs: inputs.map(({ field, fileId }) => {
            const file = chosen.require(fileId);
            const { path, kind, sha256, sizeBytes } = file;
            const fileKey = sent.findKey(activeProfileId(), file);
            return { field, path, kind, sha256, sizeBytes, fileKey };
          }),
        },
        'sending',
      ),
    'jobs.confirm': async ({ id }) => confirm(id),
    'jobs.cancel': async ({ id }) => {
      await runner.cancel(id);
      return null;
    },
    'jobs.retry': async ({ id }) => {
      const before = book.require(id);
      const { feature, inputs, options: settings, holdUsd, expectedMs } = before;
      return begin(
        {
          feature,
          options: settings,
          holdUsd,
          expectedMs,
          inputs: inputs.map((input) => ({ ...input, fileKey: null })),
        },
        // The list may have been replaced: what this app did not write is asked for again.
        (await options.proofs.isProven(before)) ? 'sending' : 'unconfirmed',
      );
    },
    'jobs.forget': async ({ id }) => {
      const entry = book.require(id);
      if (!isOver(entry.state)) {
        throw new AppError('invalid_input', 'A job that runs has to be cancelled first.');
      }
      await options.forget([entry]);
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
    // The user hands it out: who may read it is what their folder and their settings say, as with any program.
    await chmod(target, readUsualMode());
  } catch (cause) {
    throw new AppError('storage_failed', `The result could not be copied to ${target}.`, { cause });
  }
}
