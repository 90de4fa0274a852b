import type { Clock } from '../base/clock.ts';
import type { Feature } from '../contract/api/features.ts';
import type { PriceList } from './billing/prices.ts';
import type { Job } from './jobs/job.ts';
import type { HintedJobs } from './jobs/hinted-jobs.ts';
import type { LiveRuns } from './live/session/live-runs.ts';
import type { RunningJobs } from './jobs/running-jobs.ts';
import type { CurrentPacks } from './packs/pack-setup.ts';
import type { Policy } from './start/policy.ts';
import type { Store } from './store/open.ts';

/** Context of the service's functions. */
export interface ServiceContext {
  readonly store: Store;
  /** The node that this process is: it runs the live sessions that are opened here. */
  readonly nodeId: string;
  readonly clock: Clock;
  /** Prices for new requests. */
  readonly prices: PriceList;
  readonly policy: Policy;
  /** Progress of the jobs that run in this process. */
  readonly running: RunningJobs;
  /** Live sessions that run in this process. */
  readonly liveRuns: LiveRuns;
  /** Ends a job of an account that is a live session; see `live/session/cancel-session.ts`. */
  readonly cancelLiveSession: (accountId: string, id: string) => Promise<void>;
  /** Models of the user, for the next runs. */
  readonly packs: CurrentPacks;
  /** Hints of the app for jobs that are about to be submitted. */
  readonly hinted: HintedJobs;
  /** Returns whether this node, or another one of its database, can do the work of a feature. */
  readonly isInstalled: (feature: Feature) => boolean;
  /** Returns whether sessions of a feature can run in this process. */
  readonly isRunHere: (feature: Feature) => boolean;
  /** The job resource as `GET /jobs/{id}` sends it, with signed addresses; becomes the webhook's body. */
  readonly describeJob: (job: Job) => object;
  /** 32 bytes that seal secrets at rest. */
  readonly masterKey: Uint8Array;
}
