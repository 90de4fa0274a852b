import { AppError } from '../../../base/errors.ts';
import type { ServiceContext } from '../../service-context.ts';
import { findJobRow } from '../../store/statements/job-statements.ts';
import { endLiveSession } from './end-session.ts';
import { decideCancel } from '../../jobs/machine.ts';

/**
 * Ends a live session on its owner's request, with its run, worker and room: `canceled` and free before it
 * streams, afterwards `succeeded` and charged for the streamed time. The first end counts. A canceled session
 * stays unchanged. Throws `not_found`, and `invalid_input` (400) for a session that has ended otherwise.
 */
export async function cancelLiveSession(
  context: ServiceContext,
  accountId: string,
  id: string,
): Promise<void> {
  const { store, liveRuns } = context;
  const before = await findJobRow(store.db, accountId, id);
  if (before?.kind !== 'live') {
    throw new AppError('not_found', 'There is no such session.');
  }
  if (decideCancel(before.status) === 'unchanged') {
    return;
  }
  // A local run knows the exact streamed time; sessions that it did not end, or that another process runs, end below.
  await liveRuns.end(id, 'canceled');
  await endLiveSession(context, id, { streamedMs: 0, reason: 'canceled' });
}
