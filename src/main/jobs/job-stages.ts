import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, InvariantError, toWireError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import { download } from '../../client/download.ts';
import { makePrivateFolder } from '../../client/private-files.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import { operations } from '../../contract/api/operations.ts';
import { parseJsonBody } from '../../contract/api/parse.ts';
import { jobStages, type ReceivedJob } from '../../contract/api/resources/job.ts';
import {
  isParkedStage,
  type JobOptions,
  type ParkedStage,
  parkedStages,
} from '../../contract/ipc/jobs.ts';
import type { ApiClient } from '../../client/client.ts';
import type { JobEntry, JobStore } from './job-store.ts';
import type { JobUploads } from './job-uploads.ts';
import type { JobWatch } from './job-watch.ts';
import { detectFileMedia } from './media-kind.ts';
import { isTransientError } from './resend.ts';

/** Corrections of a job before its next stage. */
export interface Corrections {
  /** Settings to change. */
  readonly options: JobOptions;
  /** A file that takes the place of another one, agreed to; null where all stay. */
  readonly input: JobEntry['inputs'][number] | null;
}

/** Applies corrections to a job. */
export function withCorrections(entry: JobEntry, { options, input }: Corrections): JobEntry {
  const inputs = entry.inputs.map((before) => (before.field === input?.field ? input : before));
  const { joints, ...others } = entry.options;
  // Joints set by hand belong to the image in which they were set.
  const kept = joints === undefined || input !== null ? others : { ...others, joints };
  return { ...entry, inputs, options: { ...kept, ...options } };
}

/** Returns whether a job stops between its stages. */
export function hasStages({ feature, options }: Pick<JobEntry, 'feature' | 'options'>): boolean {
  return feature === 'identity_swap' && options['mode'] === 'advanced';
}

/** Dependencies of the stages. */
export interface JobStagesOptions {
  readonly store: JobStore;
  /** Address of a profile's service as it runs now. */
  readonly readBaseUrl: (profileId: string) => Promise<string>;
  /** A client of a profile's service as it runs now. */
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  /** The proof of an entry, see `job-entry-macs.ts`. */
  readonly sign: (entry: JobEntry) => Promise<string | null>;
  /** Path of the still of a stage. */
  readonly stillPathOf: (id: string, stage: ParkedStage) => string;
  readonly uploads: JobUploads;
  readonly watch: JobWatch;
  readonly nowMs: () => number;
}

/** Changes an entry. Throws `cancelled` when the job is no longer in the list. */
type ChangeEntry = (id: string, patch: Partial<JobEntry>) => JobEntry;

/** A still for the user's review. */
interface Parking {
  readonly stage: ParkedStage;
  readonly previewUrl: string | null;
  readonly signal: AbortSignal;
}

const noCorrections: Corrections = { options: {}, input: null };
const advances = {
  frame_ready: { step: 'swap', to: 'placing_character' },
  swap_ready: { step: 'motion', to: 'rendering_motion' },
} as const;
const maxStillBytes = limits.imageUploadMb * BYTES_PER_MB;
const longestUploadMs = 300_000;

/**
 * Stages of identity swaps in advanced mode, as reported by their service.
 *
 *   extracting ──▶ frame_ready ── advance ──▶ placing_character ──▶ swap_ready ── advance ──▶ rendering_motion
 *                   (parked)                                         (parked)
 *
 * A job is parked here once its still is stored on this computer. Stages only advance: a late reply with an
 * earlier stage is ignored.
 */
export class JobStages {
  readonly #options: JobStagesOptions;
  readonly #change: ChangeEntry;
  /** Jobs that are about to be parked. */
  readonly #parking = new Set<string>();

  constructor(options: JobStagesOptions, change: ChangeEntry) {
    this.#options = options;
    this.#change = change;
  }

  /** Records the reported stage of a job that its service processes or has parked. */
  see(
    id: string,
    { stage: said, preview_url: previewUrl }: ReceivedJob,
    signal: AbortSignal,
  ): void {
    const entry = this.#options.store.require(id);
    const stage = jobStages.find((known) => known === said) ?? 'extracting';
    if (jobStages.indexOf(stage) < toStageIndex(entry.stage)) {
      return;
    }
    if (!isParkedStage(stage)) {
      if (stage !== entry.stage || entry.state !== 'processing') {
        this.#change(id, { state: 'processing', stage, ...this.#resumed(entry) });
      }
      return;
    }
    const isParked = entry.state === 'parked' && entry.stage === stage;
    if (!isParked && !this.#parking.has(id)) {
      this.#parking.add(id);
      void this.#park(id, { stage, previewUrl, signal }).finally(() => this.#parking.delete(id));
    }
  }

  /**
   * Advances a parked job to its next stage. Throws `invalid_input` when it is not parked, and refusals of its
   * service, which leave it unchanged.
   */
  async advance(id: string, corrections: Corrections): Promise<void> {
    const entry = this.#options.store.require(id);
    if (entry.state !== 'parked' || !isParkedStage(entry.stage)) {
      throw new AppError('invalid_input', 'Only a job that waits between two stages can go on.');
    }
    await this.#advance(entry, entry.stage, corrections);
  }

  /** Removes the stills of a finished job. */
  async removeStills({ id, stills }: Pick<JobEntry, 'id' | 'stills'>): Promise<void> {
    for (const stage of stills) {
      await rm(this.#options.stillPathOf(id, stage), { force: true });
    }
  }

  async #advance(
    entry: JobEntry,
    from: ParkedStage,
    { options, input: unsent }: Corrections,
  ): Promise<void> {
    const { id, profileId, jobId } = entry;
    const { openClient, sign, store, watch } = this.#options;
    if (jobId === null) {
      throw new InvariantError('A job without an id at its service has no stages.');
    }
    const input = unsent === null ? null : await this.#send(entry, unsent);
    const body = parseJsonBody(operations.advanceIdentitySwap.body, {
      stage: advances[from].step,
      ...options,
      ...(input === null ? {} : { [input.field]: input.fileKey }),
    });
    const client = await openClient(profileId);
    await client.advanceIdentitySwap({ params: { id: jobId }, body, idempotencyKey: createId() });
    const corrected = withCorrections(store.require(id), { options, input });
    const proof = await sign(corrected);
    const now = store.require(id);
    const stage = advances[from].to;
    this.#change(id, {
      inputs: corrected.inputs,
      options: corrected.options,
      proof,
      // The next answer of the service may have come before this one.
      ...(toStageIndex(now.stage) < toStageIndex(stage)
        ? { state: 'processing', stage, ...this.#resumed(now) }
        : {}),
    });
    watch.wake(profileId);
  }

  async #send(entry: JobEntry, input: JobEntry['inputs'][number]): Promise<typeof input> {
    const { fileKey, sentAtMs } = await this.#options.uploads.send(entry, input, {
      signal: AbortSignal.timeout(longestUploadMs),
      onProgress: () => undefined,
      isSentAnew: true,
    });
    return { ...input, fileKey, sentAtMs };
  }

  /**
   * Downloads the still, then parks the job for the user. Transient failures are retried with the next reply.
   */
  async #park(id: string, { stage, previewUrl, signal }: Parking): Promise<void> {
    try {
      const isHere = await this.#fetchStill(id, { stage, previewUrl, signal });
      const entry = this.#options.store.require(id);
      const stills = parkedStages.filter(
        (one) => entry.stills.includes(one) || (one === stage && isHere),
      );
      const parkedAtMs = entry.parkedAtMs ?? this.#options.nowMs();
      if (entry.skipsFrame && stage === 'frame_ready') {
        // Tried once: if it fails, the user continues manually.
        const noted = this.#change(id, { stills, stage, skipsFrame: false });
        await this.#advance(noted, stage, noCorrections);
      } else {
        this.#change(id, { state: 'parked', stage, stills, parkedAtMs });
      }
    } catch (error) {
      if (!signal.aborted && this.#options.store.find(id) !== null) {
        this.#change(id, { error: toWireError(error) });
      }
    }
  }

  /** Downloads a still. Returns false when the service has none; throws transient failures. */
  async #fetchStill(id: string, { stage, previewUrl, signal }: Parking): Promise<boolean> {
    const { store, readBaseUrl, stillPathOf } = this.#options;
    const toPath = stillPathOf(id, stage);
    if (previewUrl === null) {
      return false;
    }
    makePrivateFolder(dirname(toPath));
    try {
      const baseUrl = await readBaseUrl(store.require(id).profileId);
      await download({ url: previewUrl, baseUrl, maxBytes: maxStillBytes, toPath, signal });
    } catch (error) {
      if (signal.aborted || isTransientError(error)) {
        throw error;
      }
      return false;
    }
    const isPicture = (await detectFileMedia(toPath))?.kind === 'image';
    if (!isPicture) {
      await rm(toPath, { force: true });
    }
    return isPicture;
  }

  #resumed({ parkedAtMs, waitedMs }: JobEntry): Pick<JobEntry, 'parkedAtMs' | 'waitedMs'> {
    const moreMs = parkedAtMs === null ? 0 : Math.max(0, this.#options.nowMs() - parkedAtMs);
    return { parkedAtMs: null, waitedMs: waitedMs + moreMs };
  }
}

/** Index among the stages; -1 when unknown. */
function toStageIndex(stage: JobEntry['stage']): number {
  return stage === null ? -1 : jobStages.indexOf(stage);
}
