import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { LiveFeature } from '../../../contract/api/features.ts';
import { rateTiers } from '../../../contract/api/limits.ts';
import type { ServiceContext } from '../../service-context.ts';
import { findAccountRow } from '../../store/statements/account-statements.ts';
import { countLive } from '../../store/statements/live-statements.ts';
import type { Tx } from '../../store/db.ts';
import type { LiveStatus } from '../../store/schema.ts';
import { isOverfull, sumSlotsByNode } from './live-slots.ts';
import { hasFreeSlot } from './place-session.ts';

/** States with a connection: each session may have a room and a worker, whether it streams or not. */
const connected: readonly LiveStatus[] = ['joined', 'streaming'];
const unended: readonly LiveStatus[] = ['created', ...connected];

/** Throws `at_capacity` when no node that can run the feature has a slot for it, or the account has as many sessions as it may have. */
export async function requireFreeSlot(
  context: ServiceContext,
  tx: Tx,
  { accountId, feature }: { readonly accountId: string; readonly feature: LiveFeature },
): Promise<void> {
  if (!(await hasFreeSlot(context, tx, feature))) {
    throw createStreamsFullError();
  }
  await requireAccountSlot(context, tx, { accountId, inUse: 0 });
}

/** Throws `at_capacity` when the session that just joined exceeds the slots of this node or of its account. */
export async function requireOwnSlot(
  context: ServiceContext,
  tx: Tx,
  accountId: string,
): Promise<void> {
  const taken = await sumSlotsByNode(tx);
  if (isOverfull(taken(context.nodeId), context.policy.maxStreams)) {
    throw createStreamsFullError();
  }
  await requireAccountSlot(context, tx, { accountId, inUse: 1 });
}

function createStreamsFullError(): AppError {
  return new AppError('at_capacity', 'All live streams of the service are taken. Try again soon.', {
    details: faultDetails('streams_full'),
  });
}

/** `inUse`: how many of those counted are the caller's own. */
async function requireAccountSlot(
  context: ServiceContext,
  tx: Tx,
  { accountId, inUse }: { readonly accountId: string; readonly inUse: number },
): Promise<void> {
  const { accountStreams } = context.policy;
  const max = accountStreams ?? (await readTierStreams(tx, accountId));
  if ((await countLive(tx, accountId, connected)) - inUse >= max) {
    throw new AppError(
      'at_capacity',
      `${max} live sessions of this account are connected, which is the most. End one first.`,
      { details: faultDetails('sessions_full', { count: max }) },
    );
  }
}

/** Throws `at_capacity` when as many sessions wait or run as the service, or the account, may have. */
export async function requireSessionSlot(
  context: ServiceContext,
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
