import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { ServiceContext } from '../../../src/service/service-context.ts';
import { cancelJob, succeedJob } from '../../../src/service/jobs/end.ts';
import { createClaimHandle } from '../../../src/service/jobs/claim-handle.ts';
import { type ClaimedJob, claimJob, reapJobs } from '../../../src/service/jobs/queue.ts';
import { rateTiers } from '../../../src/contract/api/limits.ts';
import { extendLeases } from '../../../src/service/store/statements/queue-statements.ts';
import { extendSegment } from '../../../src/service/store/statements/segment-claims.ts';
import {
  beginSegments,
  finishSegment,
} from '../../../src/service/store/statements/segment-statements.ts';
import { audit } from '../store/audit.ts';
import { fakeFile, usd } from '../store/world.ts';
import { expectSame } from '../support/expect-same.ts';
import { type Fleet, fleetPolicy } from './fleet.ts';

const steps = {
  submit: 3,
  claim: 8,
  claimTogether: 4,
  finish: 10,
  die: 2,
  giveBack: 2,
  fail: 1,
  giveUp: 1,
  progress: 2,
  heartbeat: 2,
  cancel: 1,
  wait: 3,
  reap: 2,
} as const;

/** One step of a random history of segments. The numbers select among the existing items. */
interface SegmentStep {
  readonly kind: keyof typeof steps;
  readonly pick: number;
}

/** Any {@link SegmentStep}. */
export const anySegmentStep: fc.Arbitrary<SegmentStep> = fc.record({
  kind: fc.oneof(
    ...Object.entries(steps).map(([kind, weight]) => ({
      weight,
      arbitrary: fc.constant(kind as SegmentStep['kind']),
    })),
  ),
  pick: fc.nat(60),
});

const failure = { code: 'processing_failed', message: 'test' } as const;
const speech = 'text_to_speech';

/**
 * Jobs, some of them rendered in segments, on all services of a fleet. The store satisfies `audit`, no account runs
 * more than its tier allows, and a claim counts exactly while it is the current one.
 */
export class SegmentHistory {
  readonly #fleet: Fleet;
  readonly #accounts: string[] = [];
  readonly #jobs: { readonly id: string; readonly accountId: string }[] = [];
  readonly #claims: { readonly claimed: ClaimedJob; readonly owner: string }[] = [];

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async open(): Promise<void> {
    const { core } = this.#fleet.at(0);
    for (const name of ['one', 'two']) {
      const { id } = await core.createAccount({ name });
      await core.topUp({ accountId: id, amountMicros: usd(100_000) });
      this.#accounts.push(id);
    }
  }

  async apply(step: SegmentStep): Promise<void> {
    await this.#do(step);
    if (step.pick % 5 === 0) {
      expectSame('audit', (await audit(this.#fleet.sound)).join('\n'), '');
    }
    for (const accountId of this.#accounts) {
      const running = await this.#countRunning(accountId);
      expectSame('within slots', running <= rateTiers.default.processingJobs, true);
    }
  }

  /** Finishes the remaining work: every job reaches its end. */
  async finish(): Promise<void> {
    expectSame('audit', (await audit(this.#fleet.sound)).join('\n'), '');
    for (;;) {
      this.#fleet.clock.advance(70_000);
      const { core, owner } = this.#fleet.at(0);
      await reapJobs(core.context);
      this.#fleet.clock.advance(70_000);
      const claimed = await claimJob(core.context, owner, [speech]);
      if (claimed === null) {
        break;
      }
      await this.#complete(core.context, claimed);
    }
    const { db } = this.#fleet.sound;
    const open = await db
      .selectFrom('jobs')
      .select('id')
      .where('account_id', 'in', this.#accounts)
      .where('queue_state', '!=', 'done')
      .execute();
    expectSame('jobs that have not ended', open.length, 0);
    const left = await db.selectFrom('segments').select('at').execute();
    expectSame('segments that are left', left.length, 0);
  }

  async #do({ kind, pick }: SegmentStep): Promise<void> {
    const { core, owner, store } = this.#fleet.at(pick);
    const { context } = core;
    const picked = pick % 3 === 0 ? this.#findStale() : this.#findAny(pick);
    switch (kind) {
      case 'submit':
        return this.#submit(pick);
      case 'claim':
        return this.#claim(pick);
      case 'claimTogether':
        await Promise.all([0, 1, 2].map((index) => this.#claim(pick + index)));
        return undefined;
      case 'wait':
        this.#fleet.clock.advance([1, 1000, fleetPolicy.leaseMs + 1][pick % 3]!);
        return undefined;
      case 'reap':
        return this.#reap(pick);
      case 'heartbeat': {
        const leaseUntilMs = this.#fleet.clock.nowMs() + fleetPolicy.leaseMs;
        const ids = this.#jobs.map(({ id }) => id);
        if (ids.length > 0) {
          await extendLeases(store.db, { owner, jobIds: ids, leaseUntilMs });
        }
        return picked && this.#extend(picked.claimed, leaseUntilMs);
      }
      case 'cancel': {
        const job = this.#jobs[pick % Math.max(1, this.#jobs.length)];
        await (job && cancelJob(context, job.accountId, job.id).catch(() => undefined));
        return undefined;
      }
      case 'finish':
      case 'die':
      case 'giveBack':
      case 'fail':
      case 'giveUp':
      case 'progress':
        return picked && this.#end(kind, context, picked.claimed);
    }
  }

  /** Sometimes a service sweeps as the only owner of the store: no other can hold a claim. */
  async #reap(pick: number): Promise<void> {
    const { core, owner, store } = this.#fleet.at(pick);
    const soleOwner = store.engine === 'sqlite' && pick % 4 < 2 ? owner : null;
    await reapJobs(core.context, { soleOwner });
    const nowMs = this.#fleet.clock.nowMs();
    const leased = await this.#fleet.sound.db
      .selectFrom('segments')
      .select(['lease_owner', 'lease_until_ms'])
      .where('state', '=', 'leased')
      .execute();
    for (const { lease_owner: holder, lease_until_ms: untilMs } of leased) {
      expectSame('not lost', (untilMs ?? 0) >= nowMs && holder === (soleOwner ?? holder), true);
    }
  }

  /** The youngest claims are the most interesting. */
  #findAny(pick: number) {
    return this.#claims.at(-1 - (pick % Math.max(1, this.#claims.length)));
  }

  /** A claim that another worker has since replaced. */
  #findStale() {
    const toName = ({ claimed: { job, part } }: { readonly claimed: ClaimedJob }): string =>
      `${job.id} ${typeof part === 'string' ? 'job' : part.at}`;
    const names = this.#claims.map(toName);
    return this.#claims.findLast((claim, at) => names.indexOf(toName(claim), at + 1) > 0);
  }

  async #submit(pick: number): Promise<void> {
    const accountId = this.#accounts[pick % 2]!;
    const { job } = await this.#fleet.at(pick).core.submitJob({
      accountId,
      feature: speech,
      input: { script: 'aaaaaaaa', voice_id: 'v' },
      callbackUrl: null,
      idempotencyKey: null,
    });
    this.#jobs.push({ id: job.id, accountId });
  }

  async #claim(pick: number): Promise<void> {
    const { core, owner } = this.#fleet.at(pick);
    const claimed = await claimJob(core.context, owner, [speech]);
    if (claimed !== null) {
      this.#claims.push({ claimed, owner });
    }
  }

  async #extend(claimed: ClaimedJob, leaseUntilMs: number): Promise<void> {
    const { job, part, fence } = claimed;
    if (typeof part !== 'string') {
      const isCurrent = await this.#isCurrent(claimed);
      const lease = { jobId: job.id, at: part.at, fence };
      const { db } = this.#fleet.sound;
      expectSame('extended', await extendSegment(db, lease, leaseUntilMs), isCurrent);
    }
  }

  async #end(
    kind: 'finish' | 'die' | 'giveBack' | 'fail' | 'giveUp' | 'progress',
    context: ServiceContext,
    claimed: ClaimedJob,
  ): Promise<void> {
    const held = createClaimHandle(context, claimed);
    const isCurrent = await this.#isCurrent(claimed);
    if (kind === 'finish') {
      expectSame('finished', await this.#complete(context, claimed), isCurrent);
    } else if (kind === 'progress') {
      expectSame('progress', await held.writeProgress(0.5), isCurrent);
    } else if (kind === 'fail') {
      expectSame('failed', (await held.fail(failure)) !== null, isCurrent);
    } else if (kind === 'die') {
      await held.retry(failure);
    } else if (kind === 'giveBack') {
      await held.release();
    } else {
      await held.giveUpSegments();
    }
    expectSame('over', kind !== 'progress' && (await this.#isCurrent(claimed)), false);
  }

  /** Delivers the result of a claim; returns whether it counted. Every second job has segments. */
  async #complete(context: ServiceContext, { job, part, fence }: ClaimedJob): Promise<boolean> {
    const { db } = context.store;
    const nowMs = context.clock.nowMs();
    const toBytes = (at: number) => ({
      hash: createHash('sha256').update(`${job.id} ${at}`).digest('hex'),
      sizeBytes: 1,
      facts: '',
      state: null,
      nowMs,
    });
    const count = 2 + (this.#jobs.findIndex(({ id }) => id === job.id) % 4);
    if (typeof part !== 'string') {
      const { at } = part;
      return db
        .transaction()
        .execute((tx) => finishSegment(tx, { jobId: job.id, at, fence }, toBytes(at)));
    }
    if (part === 'begin' && count !== 2) {
      const begun = { count, first: toBytes(0) };
      return db.transaction().execute((tx) => beginSegments(tx, { jobId: job.id, fence }, begun));
    }
    const result = { output: fakeFile(job.id), outputUs: 500_000, report: {} };
    return (await succeedJob(context, { jobId: job.id, fence }, result)) !== null;
  }

  async #isCurrent({ job, part, fence }: ClaimedJob): Promise<boolean> {
    const { db } = this.#fleet.sound;
    const row =
      typeof part === 'string'
        ? db
            .selectFrom('jobs')
            .select('fence')
            .where('id', '=', job.id)
            .where('queue_state', '=', 'leased')
        : db
            .selectFrom('segments')
            .select('fence')
            .where('job_id', '=', job.id)
            .where('at', '=', part.at)
            .where('state', '=', 'leased');
    return (await row.executeTakeFirst())?.fence === fence;
  }

  async #countRunning(accountId: string): Promise<number> {
    const { db } = this.#fleet.sound;
    const [jobs, segments] = await Promise.all([
      db
        .selectFrom('jobs')
        .select('id')
        .where('queue_state', '=', 'leased')
        .where('account_id', '=', accountId)
        .execute(),
      db
        .selectFrom('segments')
        .select('at')
        .where('state', '=', 'leased')
        .where('account_id', '=', accountId)
        .execute(),
    ]);
    return jobs.length + segments.length;
  }
}
