import { AppError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { rateTiers } from '../../contract/api/limits.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';

/** Dependencies of finding out how many jobs a service works on. */
export interface JobSlotsOptions {
  readonly openClient: (profileId: string) => Promise<Pick<ApiClient, 'readAccount'>>;
  /** Slots of the local service; null while it does not run. */
  readonly readEmbeddedSlots: () => number | null;
  /** A service answered otherwise than before. */
  readonly onChange: () => void;
  readonly nowMs: () => number;
}

/** A plan may change while the app runs. */
const maxAgeMs = 300_000;
const retryMs = 30_000;

interface Known {
  readonly slots: number;
  readonly untilMs: number;
}

/** Concurrency limits of services: from their accounts, and from the configuration of the local one. */
export class JobSlots {
  readonly #options: JobSlotsOptions;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Set<string>();

  constructor(options: JobSlotsOptions) {
    this.#options = options;
  }

  /** Returns the known limit, and refreshes it when it is old. One until the first reply. */
  find(profileId: string): number {
    const known = this.#known.get(profileId);
    const leftMs = (known?.untilMs ?? 0) - this.#options.nowMs();
    if (profileId !== embeddedProfileId && (leftMs <= 0 || leftMs > maxAgeMs)) {
      void this.#ask(profileId);
    }
    return this.findKnown(profileId);
  }

  /** Returns the known limit without a request. */
  findKnown(profileId: string): number {
    return profileId === embeddedProfileId
      ? (this.#options.readEmbeddedSlots() ?? 1)
      : (this.#known.get(profileId)?.slots ?? 1);
  }

  /** Clears the cached limits, for example when a profile changes its service. */
  clear(): void {
    this.#known.clear();
  }

  async #ask(profileId: string): Promise<void> {
    if (this.#asking.has(profileId)) {
      return;
    }
    this.#asking.add(profileId);
    const before = this.#known.get(profileId)?.slots;
    const slots = await this.#read(profileId);
    this.#asking.delete(profileId);
    const ageMs = slots === null ? retryMs : maxAgeMs;
    const next = slots ?? before ?? rateTiers.default.processingJobs;
    this.#known.set(profileId, { slots: next, untilMs: this.#options.nowMs() + ageMs });
    if (next !== before) {
      this.#options.onChange();
    }
  }

  /** Null when the account cannot be read, for any reason. */
  async #read(profileId: string): Promise<number | null> {
    try {
      const client = await this.#options.openClient(profileId);
      return Math.max(1, (await client.readAccount()).max_concurrent_jobs);
    } catch (error) {
      if (error instanceof AppError) {
        return null;
      }
      throw error;
    }
  }
}
