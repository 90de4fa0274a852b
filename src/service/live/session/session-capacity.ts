import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { rateTiers } from '../../../contract/api/limits.ts';
import type { Context } from '../../context.ts';
import { findAccountRow } from '../../store/account-statements.ts';
import { countLive } from '../../store/live-statements.ts';
import type { Tx } from '../../store/db.ts';
import type { LiveStatus } from '../../store/schema.ts';

/** Sessions with a connection: each may have a room and a worker, whether it streams or not. */
const connected: readonly LiveStatus[] = ['joined', 'streaming'];
const unended: readonly LiveStatus[] = ['created', ...connected];

/**
 * Throws `at_capacity` when as many sessions of the service or of the account are connected as may be. `inUse`: how
 * many of those counted are the caller's own.
 */
export async function requireConnectionSlot(
  context: Context,
  tx: Tx,
  { accountId, inUse }: { readonly accountId: string; readonly inUse: number },
): Promise<void> {
  const { maxStreams, accountStreams } = context.policy;
  if ((await countLive(tx, null, connected)) - inUse >= maxStreams) {
    throw new AppError(
      'at_capacity',
      'All live streams of the service are taken. Try again soon.',
      { details: faultDetails('streams_full') },
    );
  }
  const most = accountStreams ?? (await readTierStreams(tx, accountId));
  if ((await countLive(tx, accountId, connected)) - inUse >= most) {
    throw new AppError(
      'at_capacity',
      `${most} live sessions of this account are connected, which is the most. End one first.`,
      { details: faultDetails('sessions_full', { count: most }) },
    );
  }
}

/** Throws `at_capacity` when as many sessions wait or run as the service, or the account, may have. */
export async function requireSessionSlot(
  context: Context,
  tx: Tx,
  accountId: string,
): Promise<void> {
  const { maxLiveSessions, accountLiveSessions } = context.policy;
  if ((await countLive(tx, null, unended)) >= maxLiveSessions) {
    throw new AppError(
      'at_capacity',
      'Too many live sessions wait at the service. Try again soon.',
      { details: faultDetails('streams_full') },
    );
  }
  if ((await countLive(tx, accountId, unended)) >= accountLiveSessions) {
    throw new AppError(
      'at_capacity',
      `${accountLiveSessions} live sessions of this account have not ended, which is the most. ` +
        'Cancel one, or wait until one expires.',
      { details: faultDetails('sessions_full', { count: accountLiveSessions }) },
    );
  }
}

async function readTierStreams(tx: Tx, accountId: string): Promise<number> {
  const account = await findAccountRow(tx, accountId);
  return rateTiers[account?.tier ?? 'default'].processingJobs;
}
