import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { BYTES_PER_MB } from '../../contract/api/limits.ts';
import type { Db } from '../store/db.ts';

/** Upload limits of one account. */
export interface UploadLimits {
  /** Uploads that are received at one time; more wait for their turn. */
  readonly atOnce: number;
  /** Uploads that wait; more are refused. */
  readonly waiting: number;
  /** Longest wait for a turn: shorter than a socket's idle limit, so that the client gets a reply. */
  readonly waitMs: number;
  /** Bytes of all kept uploads; null without a quota. */
  readonly storedBytes: number | null;
}

const turns = { atOnce: 8, waiting: 64, waitMs: 60_000 };

/** No quota: the machine belongs to the only account. */
export const ownUploadLimits: UploadLimits = { ...turns, storedBytes: null };

/** 50 GB: what holds for every account of a service that others use. */
export const sharedUploadLimits: UploadLimits = {
  ...turns,
  storedBytes: 51_200 * BYTES_PER_MB,
};

/** Remaining quota of an account. */
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

/** Admits uploads per account in order, with limited concurrency and within the quota. */
export class UploadQuota {
  readonly #db: Db;
  readonly #limits: UploadLimits;
  readonly #accounts = new Map<string, AccountUploads>();

  constructor(db: Db, limits: UploadLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /**
   * Runs `receive` with the remaining quota when it is this upload's turn; its body is not read before. Throws
   * `at_capacity` when too many wait or the turn is too far off, `input_too_large` when the quota is used up,
   * and the abort reason of `signal`.
   */
  async admit<T>(
    accountId: string,
    signal: AbortSignal | undefined,
    receive: (left: QuotaLeft | null) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const account = this.#accounts.get(accountId) ?? { receiving: 0, waiting: new Set() };
    this.#accounts.set(accountId, account);
    await this.#awaitTurn(account, signal);
    try {
      return await receive(await this.#findLeft(this.#db, accountId));
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

  /** Throws `input_too_large` when a file of this size exceeds the quota; `db` may be a transaction. */
  async checkRoom(db: Db, accountId: string, sizeBytes: number): Promise<void> {
    const left = await this.#findLeft(db, accountId);
    if (left !== null) {
      checkQuota(sizeBytes, left);
    }
  }

  async #awaitTurn(account: AccountUploads, signal: AbortSignal | undefined): Promise<void> {
    const { atOnce, waiting, waitMs } = this.#limits;
    if (account.receiving < atOnce) {
      account.receiving += 1;
      return;
    }
    if (account.waiting.size >= waiting) {
      throw refuseMore(atOnce + waiting);
    }
    const turn = Promise.withResolvers<void>();
    const giveUp = (reason: unknown): void => {
      if (account.waiting.delete(turn.resolve)) {
        turn.reject(reason);
      }
    };
    const onAbort = (): void => giveUp(signal?.reason);
    const late = setTimeout(() => giveUp(refuseMore(atOnce + account.waiting.size)), waitMs);
    account.waiting.add(turn.resolve);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await turn.promise;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async #findLeft(db: Db, accountId: string): Promise<QuotaLeft | null> {
    const { storedBytes } = this.#limits;
    if (storedBytes === null) {
      return null;
    }
    const left = {
      storedBytes,
      freeBytes: storedBytes - (await readStoredBytes(db, accountId)),
    };
    checkQuota(1, left);
    return left;
  }
}

/** Error that refuses a further upload while `count` are in progress. */
export function refuseMore(count: number): AppError {
  return new AppError(
    'at_capacity',
    `${count} uploads of this account are under way; more are taken when one has ended.`,
    { details: faultDetails('uploads_busy', { count }) },
  );
}

/** Throws `input_too_large` when a file of this size exceeds the remaining quota. */
export function checkQuota(sizeBytes: number, { storedBytes, freeBytes }: QuotaLeft): void {
  if (sizeBytes > freeBytes) {
    const quotaMb = Math.floor(storedBytes / BYTES_PER_MB);
    throw new AppError(
      'input_too_large',
      `The uploads of this account may take ${quotaMb} MB in all. Delete some with DELETE /uploads/{file_key}.`,
      { details: faultDetails('uploads_full', { max_mb: quotaMb }) },
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
