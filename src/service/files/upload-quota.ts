import { AppError } from '../../base/errors.ts';
import { BYTES_PER_MB } from '../../contract/api/limits.ts';
import type { Db } from '../store/open.ts';

/** What the uploads of one account may take. */
export interface UploadLimits {
  /** Uploads that are received at one time. */
  readonly atOnce: number;
  /** Bytes of all kept uploads; null without a quota. */
  readonly storedBytes: number | null;
}

/** No quota: the machine belongs to the only account. */
export const ownUploadLimits: UploadLimits = { atOnce: 8, storedBytes: null };

/** 50 GB: what holds for every account of a service that others use. */
export const sharedUploadLimits: UploadLimits = { atOnce: 8, storedBytes: 51_200 * BYTES_PER_MB };

/** What an account may still store. */
export interface QuotaLeft {
  /** The whole quota. */
  readonly storedBytes: number;
  readonly freeBytes: number;
}

/** Counts the uploads of every account while they are received. */
export class UploadQuota {
  readonly #db: Db;
  readonly #limits: UploadLimits;
  readonly #receiving = new Map<string, number>();

  constructor(db: Db, limits: UploadLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /**
   * Runs `receive` with what is left of the quota. Throws `at_capacity` for more uploads at once
   * than allowed, `input_too_large` when the quota is used up.
   */
  async admit<T>(accountId: string, receive: (left: QuotaLeft | null) => Promise<T>): Promise<T> {
    const count = (this.#receiving.get(accountId) ?? 0) + 1;
    if (count > this.#limits.atOnce) {
      throw new AppError(
        'at_capacity',
        `${this.#limits.atOnce} uploads of this account are being received; more wait until one has ended.`,
      );
    }
    this.#receiving.set(accountId, count);
    try {
      return await receive(await this.#readLeft(accountId));
    } finally {
      const left = (this.#receiving.get(accountId) ?? 1) - 1;
      if (left === 0) {
        this.#receiving.delete(accountId);
      } else {
        this.#receiving.set(accountId, left);
      }
    }
  }

  async #readLeft(accountId: string): Promise<QuotaLeft | null> {
    const { storedBytes } = this.#limits;
    if (storedBytes === null) {
      return null;
    }
    const left = {
      storedBytes,
      freeBytes: storedBytes - (await readStoredBytes(this.#db, accountId)),
    };
    checkQuota(1, left);
    return left;
  }
}

/** Throws `input_too_large` when a file of so many bytes does not fit into what is left. */
export function checkQuota(sizeBytes: number, { storedBytes, freeBytes }: QuotaLeft): void {
  if (sizeBytes > freeBytes) {
    const quotaMb = Math.floor(storedBytes / BYTES_PER_MB);
    throw new AppError(
      'input_too_large',
      `The uploads of this account may take ${quotaMb} MB in all. Delete some with DELETE /uploads/{file_key}.`,
    );
  }
}

async function readStoredBytes(db: Db, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .where('role', '=', 'upload')
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}
