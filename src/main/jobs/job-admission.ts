import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { createId } from '../../base/ids.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import { type LocalJob, noStages } from '../../contract/ipc/jobs.ts';
import { findPersonPart, findRole } from '../../contract/persons.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Folders } from '../app/folders.ts';
import { isDrawing } from '../files/drawings.ts';
import { type ChosenFiles, identifyFile } from './chosen-files.ts';
import type { Consents } from './consents.ts';
import { type Corrections, withCorrections } from './job-stages.ts';
import type { JobStore, JobEntry } from './job-store.ts';
import type { JobEntryMacs } from './job-entry-macs.ts';
import type { JobQueue } from './job-queue.ts';
import { checkJob } from './submits.ts';

/** Dependencies of the admission of jobs. */
export interface JobAdmissionOptions {
  readonly store: JobStore;
  readonly queue: Pick<JobQueue, 'wake'>;
  readonly chosen: Pick<ChosenFiles, 'require'>;
  readonly consents: Pick<Consents, 'has' | 'add'>;
  readonly folders: Pick<Folders, 'starters'>;
  /** Server of a profile, see the store of profiles. */
  readonly findOrigin: (profileId: string) => string | null;
  readonly proofs: JobEntryMacs;
  readonly view: (entry: JobEntry) => LocalJob;
  readonly activeProfileId: () => string;
  readonly emit: Emit<Ipc>;
  readonly nowMs: () => number;
}

type JobSubmission = Parameters<AreaHandlers<'jobs'>['jobs.submit']>[0];
type RequestedCorrections = Parameters<AreaHandlers<'jobs'>['jobs.advance']>[0];
type Wanted = Pick<
  JobEntry,
  'feature' | 'inputs' | 'options' | 'holdUsd' | 'expectedMs' | 'profileId' | 'skipsFrame'
>;
/** Time within which a second retry is a double click. */
const DOUBLE_CLICK_MS = 1000;
/** The field whose file may be another one between two stages. */
const correctedField = 'character_key';

/** Admits jobs to the list and the queue: new ones, repeated ones, and those confirmed by the user. */
export class JobAdmission {
  readonly #options: JobAdmissionOptions;
  readonly #retries = new Map<string, Promise<LocalJob>>();

  constructor(options: JobAdmissionOptions) {
    this.#options = options;
  }

  /**
   * Creates a job with chosen files. Throws `invalid_input` for a missing consent, and when its service would
   * refuse the job.
   */
  async submit(submission: JobSubmission): Promise<LocalJob> {
    const { feature, inputs, options, holdUsd, expectedMs } = submission;
    const admitted = inputs.map(({ field, fileId }) => this.#toInput(field, fileId));
    const profileId = this.#options.activeProfileId();
    return this.#begin(
      { feature, options, holdUsd, expectedMs, inputs: admitted, profileId, skipsFrame: false },
      'waiting',
    );
  }

  /**
   * Creates a job with the inputs of another one, at the service in use unless another one is given. A second request
   * soon after the first one gets the same new job, because each one is paid for.
   */
  retry(id: string, profileId = this.#options.activeProfileId()): Promise<LocalJob> {
    const key = `${profileId} ${id}`;
    const running = this.#retries.get(key);
    if (running !== undefined) {
      return running;
    }
    const begun = this.#beginAgain(id, (before) => ({ ...before, profileId, skipsFrame: false }));
    this.#retries.set(key, begun);
    setTimeout(() => this.#retries.delete(key), DOUBLE_CLICK_MS).unref();
    return begun;
  }

  /**
   * Validates corrections of a parked job. Throws `invalid_input` for a missing consent, and when its service
   * would refuse the corrected job.
   */
  correct({ id, options, fileId }: RequestedCorrections): Corrections {
    const before = this.#options.store.require(id);
    if (before.state !== 'parked') {
      throw new AppError('invalid_input', 'Only a job that waits between two stages is corrected.');
    }
    const input = fileId === null ? null : this.#toInput(correctedField, fileId);
    const corrected = withCorrections(before, { options, input });
    this.#requireConsents(corrected);
    checkJob(corrected);
    return { options, input };
  }

  /** Restarts a parked job with corrections, at its service; it stops at the same stage. */
  async placeAgain(requested: RequestedCorrections): Promise<LocalJob> {
    const corrections = this.correct(requested);
    return this.#beginAgain(requested.id, (before) => ({
      ...withCorrections(before, corrections),
      skipsFrame: before.stage === 'swap_ready',
    }));
  }

  /** Sends an unconfirmed job after the user's consent, with the present content of its files. */
  async confirm(id: string): Promise<LocalJob> {
    const { store, consents, proofs, nowMs } = this.#options;
    const inputs = await Promise.all(
      this.#requireUnconfirmed(id).inputs.map(async ({ field, path: chosenPath }) => {
        const { kind, sha256, sizeBytes, path } = await identifyFile(chosenPath);
        return { field, path, kind, sha256, sizeBytes, fileKey: null, sentAtMs: null };
      }),
    );
    const entry: JobEntry = {
      ...this.#requireUnconfirmed(id), // It may have been cancelled or deleted meanwhile.
      inputs,
      createdAtMs: nowMs(),
      state: 'waiting',
      submittedAtMs: null,
      startedAtMs: null,
      isCleared: false,
    };
    for (const { field, sha256 } of inputs) {
      if (findPersonPart(entry.feature, field) !== null) {
        consents.add(sha256);
      }
    }
    this.#requireConsents(entry);
    checkJob(entry);
    const proof = await proofs.sign(entry);
    this.#requireUnconfirmed(id);
    const shown = this.#show(store.change(id, { ...entry, proof }) ?? entry);
    this.#options.queue.wake();
    return shown;
  }

  /** The entry, with the present origin of its service. Throws `invalid_input` for any other. */
  #requireUnconfirmed(id: string): JobEntry & { readonly origin: string } {
    const { store, findOrigin } = this.#options;
    const entry = store.require(id);
    const origin = findOrigin(entry.profileId);
    if (entry.state !== 'unconfirmed' || origin === null) {
      throw new AppError(
        'invalid_input',
        'Only a job that waits to be confirmed, for a service that is still there, can be sent.',
      );
    }
    return { ...entry, origin };
  }

  /** Creates a job from the inputs of another one, possibly changed. */
  async #beginAgain(id: string, toWanted: (before: JobEntry) => JobEntry): Promise<LocalJob> {
    const { store, proofs } = this.#options;
    const before = store.require(id);
    const { feature, inputs, options, holdUsd, expectedMs, profileId, skipsFrame } =
      toWanted(before);
    const unsent = inputs.map((input) => ({ ...input, fileKey: null, sentAtMs: null }));
    // The list may have been replaced: entries that this app did not write need confirmation again.
    const state = (await proofs.isProven(before)) ? 'waiting' : 'unconfirmed';
    const begun = await this.#begin(
      { feature, options, holdUsd, expectedMs, inputs: unsent, profileId, skipsFrame },
      state,
    );
    this.#clear(id);
    return begun;
  }

  async #begin(wanted: Wanted, state: 'waiting' | 'unconfirmed'): Promise<LocalJob> {
    const { store, proofs, queue } = this.#options;
    const entry = this.#createEntry(wanted, state);
    if (state === 'waiting') {
      this.#requireConsents(entry);
      checkJob(entry);
    }
    const proof = state === 'waiting' ? await proofs.sign(entry) : null;
    store.add({ ...entry, proof });
    const shown = this.#show(entry);
    if (state === 'waiting') {
      queue.wake();
    }
    return shown;
  }

  #toInput(field: string, fileId: string): JobEntry['inputs'][number] {
    const { path, kind, sha256, sizeBytes } = this.#options.chosen.require(fileId);
    return { field, path, kind, sha256, sizeBytes, fileKey: null, sentAtMs: null };
  }

  #createEntry(wanted: Wanted, state: JobEntry['state']): JobEntry {
    return {
      ...wanted,
      id: createId(),
      origin: this.#options.findOrigin(wanted.profileId),
      state,
      createdAtMs: this.#options.nowMs(),
      startedAtMs: null,
      endedAtMs: null,
      idempotencyKey: createId(),
      submittedAtMs: null,
      remote: null,
      fetchedFrom: null,
      errorBefore: null,
      isQuiet: false,
      isLeftAtService: false,
      isCanceling: false,
      retryAtMs: null,
      isCleared: false,
      ...noStages,
      jobId: null,
      costUsd: null,
      error: null,
      result: null,
      report: null,
      notes: [],
      hasThumbnail: false,
      proof: null,
    };
  }

  /** The consent is for the content, and only this content is sent. */
  #requireConsents({ feature, inputs }: JobEntry): void {
    const { consents, folders } = this.#options;
    for (const { field, path, sha256 } of inputs) {
      if (findRole(feature, field) === null) {
        throw new AppError('invalid_input', `${feature} takes no file as ${field}.`);
      }
      const person = isDrawing(path, folders) ? null : findPersonPart(feature, field);
      if (person !== null && (sha256 === null || !consents.has(sha256))) {
        throw new AppError('invalid_input', `The consent for this ${person} is missing.`, {
          details: faultDetails('consent_missing'),
        });
      }
    }
  }

  /** Hides a failed job from the queue, because the new one replaces it. */
  #clear(id: string): void {
    const cleared = this.#options.store.change(id, { isCleared: true });
    if (cleared !== null) {
      this.#show(cleared);
    }
  }

  #show(entry: JobEntry): LocalJob {
    const shown = this.#options.view(entry);
    this.#options.emit('jobs.changed', shown);
    return shown;
  }
}
