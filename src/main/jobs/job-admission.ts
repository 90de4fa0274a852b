import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { personOf, roleOf } from '../../contract/persons.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import { type ChosenFiles, identifyFile } from './chosen-files.ts';
import type { Consents } from './consents.ts';
import type { JobStore, JobEntry } from './job-store.ts';
import type { JobProofs } from './job-proofs.ts';
import type { JobRunner } from './job-runner.ts';
import type { SentFiles } from './sent-files.ts';
import { checkJob } from './submits.ts';

/** What the admission of jobs works with. */
export interface JobAdmissionOptions {
  readonly store: JobStore;
  readonly runner: Pick<JobRunner, 'run'>;
  readonly chosen: Pick<ChosenFiles, 'require'>;
  readonly consents: Pick<Consents, 'has' | 'add'>;
  readonly sent: Pick<SentFiles, 'findKey'>;
  /** Server of a profile, see the store of profiles. */
  readonly findOrigin: (profileId: string) => string | null;
  readonly proofs: JobProofs;
  readonly view: (entry: JobEntry) => LocalJob;
  readonly activeProfileId: () => string;
  readonly emit: Emit<Ipc>;
  readonly nowMs: () => number;
}

type JobSubmission = Parameters<AreaHandlers<'jobs'>['jobs.submit']>[0];
type Wanted = Pick<JobEntry, 'feature' | 'inputs' | 'options' | 'holdUsd' | 'expectedMs'>;

/** Puts jobs on the list and lets them be sent: new ones, those done again, and those the user confirms. */
export class JobAdmission {
  readonly #options: JobAdmissionOptions;

  constructor(options: JobAdmissionOptions) {
    this.#options = options;
  }

  /** Begins a job with chosen files. Throws `invalid_input` for a missing consent, and for what its service would refuse. */
  async submit(submission: JobSubmission): Promise<LocalJob> {
    const { feature, inputs, options, holdUsd, expectedMs } = submission;
    const { chosen, sent, activeProfileId } = this.#options;
    const admitted = inputs.map(({ field, fileId }) => {
      const file = chosen.require(fileId);
      const { path, kind, sha256, sizeBytes } = file;
      const fileKey = sent.findKey(activeProfileId(), file);
      return { field, path, kind, sha256, sizeBytes, fileKey };
    });
    return this.#begin({ feature, options, holdUsd, expectedMs, inputs: admitted }, 'sending');
  }

  /** Begins a job with what another one began with. */
  async retry(id: string): Promise<LocalJob> {
    const { store, proofs } = this.#options;
    const before = store.require(id);
    const { feature, inputs, options, holdUsd, expectedMs } = before;
    const unsent = inputs.map((input) => ({ ...input, fileKey: null }));
    // The list may have been replaced: what this app did not write is asked for again.
    const state = (await proofs.isProven(before)) ? 'sending' : 'unconfirmed';
    return this.#begin({ feature, options, holdUsd, expectedMs, inputs: unsent }, state);
  }

  /** Sends a job that waits for the user's word, with its files as they are now. */
  async confirm(id: string): Promise<LocalJob> {
    const { store, consents, findOrigin, nowMs } = this.#options;
    const before = store.require(id);
    const origin = findOrigin(before.profileId);
    if (before.state !== 'unconfirmed' || origin === null) {
      throw new AppError(
        'invalid_input',
        'Only a job that waits to be confirmed, for a service that is still there, can be sent.',
      );
    }
    const inputs = await Promise.all(
      before.inputs.map(async ({ field, path }) => {
        const { kind, sha256, sizeBytes, path: realPath } = await identifyFile(path);
        if (personOf(before.feature, field) !== null) {
          consents.add(sha256);
        }
        return { field, path: realPath, kind, sha256, sizeBytes, fileKey: null };
      }),
    );
    const createdAtMs = nowMs();
    const entry: JobEntry = { ...before, origin, inputs, createdAtMs, state: 'sending' };
    this.#requireConsents(entry);
    checkJob(entry);
    const proof = await this.#options.proofs.sign(entry);
    const shown = this.#show(store.change(id, { ...entry, proof }) ?? entry);
    this.#options.runner.run(id);
    return shown;
  }

  async #begin(wanted: Wanted, state: 'sending' | 'unconfirmed'): Promise<LocalJob> {
    const { store, proofs, runner } = this.#options;
    const entry = this.#createEntry(wanted, state);
    if (state === 'sending') {
      this.#requireConsents(entry);
      checkJob(entry);
    }
    const proof = state === 'sending' ? await proofs.sign(entry) : null;
    store.add({ ...entry, proof });
    const shown = this.#show(entry);
    if (state === 'sending') {
      runner.run(entry.id);
    }
    return shown;
  }

  #createEntry(wanted: Wanted, state: JobEntry['state']): JobEntry {
    const profileId = this.#options.activeProfileId();
    return {
      ...wanted,
      id: createId(),
      profileId,
      origin: this.#options.findOrigin(profileId),
      state,
      createdAtMs: this.#options.nowMs(),
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
  }

  /** The consent is for the content, and only this content is sent. */
  #requireConsents({ feature, inputs }: JobEntry): void {
    for (const { field, sha256 } of inputs) {
      if (roleOf(feature, field) === null) {
        throw new AppError('invalid_input', `${feature} takes no file as ${field}.`);
      }
      const person = personOf(feature, field);
      if (person !== null && (sha256 === null || !this.#options.consents.has(sha256))) {
        throw new AppError('invalid_input', `The consent for this ${person} is missing.`);
      }
    }
  }

  #show(entry: JobEntry): LocalJob {
    const shown = this.#options.view(entry);
    this.#options.emit('jobs.changed', shown);
    return shown;
  }
}
