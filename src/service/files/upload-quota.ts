import { AppError } from '../../base/errors.ts';
import { BYTES_PER_MB } from '../../contract/api/limits.ts';
import type { Db } from '../store/db.ts';

/** What the uploads of one account may take. */
export interface UploadLimits {
  /** Uploads that are received at one time; more wait for their turn. */
  readonly atOnce: number;
  /** Uploads that wait; more are refused. */
  readonly waiting: number;
  /** Bytes of all kept uploads; null without a quota. */
  readonly storedBytes: number | null;
}

/** No quota: the machine belongs to the only account. */
export const ownUploadLimits: UploadLimits = { atOnce: 8, waiting: 64, storedBytes: null };

/** 50 GB: what holds for every account of a service that others use. */
export const sharedUploadLimits: UploadLimits = {
  atOnce: 8,
  waiting: 64,
  storedBytes: 51_200 * BYTES_PER_MB,
};

/** What an account may still store. */
export interface QuotaLeft {
  /** The whole quota. */
  readonly storedBytes: number;
  readonly freeBytes: number;
}

/** Uploads of one account. */
interface AccountUploads {
  receiving: number;
  readonly waiting: Set<() => void>;
}

/** Admits the uploads of every account in their order, so many at a time, while they fit into its quota. */
export class UploadQuota {
  readonly #db: Db;
  readonly #limits: UploadLimits;
  readonly #accounts = new Map<string, AccountUploads>();

  constructor(db: Db, limits: UploadLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /**
   * Runs `receive` with what is left of the quota, when it is this upload's turn; until then nothing of its body
   * is read. Throws `at_capacity` when too many wait, `input_too_large` when the quota is used up, and what
   * `signal` was aborted with.
   */
  async admit<T>(
    accountId: string,
    signal: AbortSignal | undefined,
    receive: (left: QuotaLeft | null) => Promise<T>,
  ): Promise<T> {
    const account = this.#accounts.get(accountId) ?? { receiving: 0, waiting: new Set() };
    this.#accounts.set(accountId, account);
    await this.#awaitTurn(account, signal);
    try {
      return await receive(await this.#readLeft(accountId));
    } finally {
      const [next] = account.waiting;
      if (next !== undefined) {
        account.waiting.delete(next);
        next();
      } else {
        account.receiving -= 1;
        if (account.receiving === 0) {
          this.#accounts.delete(accountId);
        }
      }
    }
  }

  async #awaitTurn(account: AccountUploads, signal: AbortSignal | undefined): Promise<void> {
    const { atOnce, waiting } = this.#limits;
    signal?.throwIfAborted();
    if (account.receiving < atOnce) {
      account.receiving += 1;
      return;
    }
    if (account.waiting.size >= waiting) {
      throw new AppError(
        'at_capacity',
        `${atOnce + waiting} uploads of this account are under way; more are taken when one has ended.`,
      );
    }
    const turn = Promise.withResolvers<void>();
    const giveUp = (): void => {
      if (account.waiting.delete(turn.resolve)) {
        turn.reject(signal?.reason);
      }
    };
    account.waiting.add(turn.resolve);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
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
