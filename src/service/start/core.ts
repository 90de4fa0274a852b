import { systemClock } from '../../base/clock.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import {
  createAccount,
  listAccounts,
  readAccount,
  readAccountLimits,
  setTier,
} from '../accounts/accounts.ts';
import { authenticate, createKey, listKeys, revokeKey, rotateKey } from '../accounts/keys.ts';
import { readWebhookSecrets, rotateWebhookSecret } from '../accounts/webhook-secret.ts';
import { readBalance, readUsage, readUsageSummary, topUp } from '../billing/balance.ts';
import { embeddedPrices } from '../billing/prices.ts';
import type { ServiceContext } from '../service-context.ts';
import { advanceJob } from '../jobs/advance.ts';
import { deleteContent } from '../jobs/delete-content.ts';
import { deleteJob, deleteUpload } from '../jobs/delete.ts';
import { readJobDetails } from '../jobs/details.ts';
import { cancelJob } from '../jobs/end.ts';
import { cancelLiveSession } from '../live/session/cancel-session.ts';
import {
  endLiveSession,
  leaveLiveSession,
  reapLiveSessions,
  recoverLiveSessions,
} from '../live/session/end-session.ts';
import { openLiveSession } from '../live/session/open-session.ts';
import { findLiveNode, listLiveNodes, noteNodeGone } from '../live/session/place-session.ts';
import { readLiveSession } from '../live/session/read-session.ts';
import { createLiveRuns } from '../live/session/live-runs.ts';
import {
  joinLiveSession,
  extendLiveSession,
  reportStreamed,
  startLiveStream,
} from '../live/session/stream-session.ts';
import { listJobs, readJob, readShownJob } from '../jobs/read.ts';
import { createRunningJobs } from '../jobs/running-jobs.ts';
import { findSubmitted, submitJob } from '../jobs/submit.ts';
import { createHintedJobs } from '../jobs/hinted-jobs.ts';
import { createCurrentPacks } from '../packs/pack-setup.ts';
import { defaultPolicy, type Policy } from './policy.ts';

/** Dependencies of a {@link Core}; those with a default are optional. */
export type CoreOptions = Omit<
  ServiceContext,
  | 'nodeId'
  | 'clock'
  | 'policy'
  | 'prices'
  | 'running'
  | 'liveRuns'
  | 'cancelLiveSession'
  | 'packs'
  | 'hinted'
  | 'isRunHere'
> &
  Partial<Pick<ServiceContext, 'clock' | 'prices'>> & {
    /** Absent for a process that is alone with its store, or does not run the jobs that it writes. */
    readonly nodeId?: string | undefined;
    readonly policy?: Partial<Policy> | undefined;
    readonly packSetup?: PackSetup | null | undefined;
    /** Every feature that is installed when left out. */
    readonly isRunHere?: ServiceContext['isRunHere'] | undefined;
  };

const SOLE_NODE = 'sole';

/**
 * Operations of the service behind its entrances (HTTP, sockets, command line): they take validated input,
 * return domain objects, and throw `AppError` with the codes of the API. The work itself is done by a
 * `WorkerPool` on the same context.
 */
export type Core = ReturnType<typeof createCore>;

/** Binds the service's functions to a store. The caller closes the store. */
export function createCore(options: CoreOptions) {
  const context: ServiceContext = {
    ...options,
    nodeId: options.nodeId ?? SOLE_NODE,
    clock: options.clock ?? systemClock,
    prices: options.prices ?? embeddedPrices,
    policy: { ...defaultPolicy, ...options.policy },
    running: createRunningJobs(),
    liveRuns: createLiveRuns(),
    cancelLiveSession: (accountId, id) => cancelLiveSession(context, accountId, id),
    hinted: createHintedJobs(),
    isRunHere: options.isRunHere ?? options.isInstalled,
    packs: createCurrentPacks(options.packSetup ?? null),
  };
  const bind =
    <A extends readonly unknown[], R>(act: (context: ServiceContext, ...args: A) => R) =>
    (...args: A): R =>
      act(context, ...args);
  return {
    context,

    authenticate: bind(authenticate),
    createAccount: bind(createAccount),
    readAccount: bind(readAccount),
    listAccounts: bind(listAccounts),
    setTier: bind(setTier),
    readAccountLimits: bind(readAccountLimits),
    createKey: bind(createKey),
    listKeys: bind(listKeys),
    rotateKey: bind(rotateKey),
    revokeKey: bind(revokeKey),
    readWebhookSecrets: bind(readWebhookSecrets),
    rotateWebhookSecret: bind(rotateWebhookSecret),

    topUp: bind(topUp),
    readBalance: bind(readBalance),
    readUsage: bind(readUsage),
    readUsageSummary: bind(readUsageSummary),

    findSubmitted: bind(findSubmitted),
    submitJob: bind(submitJob),
    readJob: bind(readJob),
    readShownJob: bind(readShownJob),
    readJobDetails: bind(readJobDetails),
    listJobs: bind(listJobs),
    cancelJob: bind(cancelJob),
    deleteJob: bind(deleteJob),
    deleteUpload: bind(deleteUpload),
    deleteContent: bind(deleteContent),
    advanceJob: bind(advanceJob),

    openLiveSession: bind(openLiveSession),
    readLiveSession: bind(readLiveSession),
    findLiveNode: bind(findLiveNode),
    listLiveNodes: bind(listLiveNodes),
    noteNodeGone: bind(noteNodeGone),
    joinLiveSession: bind(joinLiveSession),
    extendLiveSession: bind(extendLiveSession),
    leaveLiveSession: bind(leaveLiveSession),
    startLiveStream: bind(startLiveStream),
    reportStreamed: bind(reportStreamed),
    endLiveSession: bind(endLiveSession),

    reapLiveSessions: bind(reapLiveSessions),
    recoverLiveSessions: bind(recoverLiveSessions),
  };
}
