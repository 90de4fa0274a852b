import { rateTiers } from '../../../src/contract/api/limits.ts';
import type { JobStage, JobStatus } from '../../../src/contract/api/resources/job.ts';
import type { ServiceContext } from '../../../src/service/service-context.ts';
import { failJob, succeedJob } from '../../../src/service/jobs/end.ts';
import {
  clampJobDueTimes,
  type ClaimedJob,
  claimJob,
  parkJob,
  reapJobs,
  retryOrFail,
  returnClaim,
} from '../../../src/service/jobs/queue.ts';
import {
  extendLeases,
  type Lease,
  updateProgress,
} from '../../../src/service/store/statements/queue-statements.ts';
import type { QueueState } from '../../../src/service/store/schema.ts';
import { fakeFile, usd } from '../store/world.ts';
import { expectSame, toCode } from '../support/expect-same.ts';
import { DeliveryModel } from './delivery-model.ts';
import { type Fleet, fleetPolicy } from './fleet.ts';
import type { QueueStep } from './queue-steps.ts';

/** State of a job in the model. */
export interface ModelJob {
  readonly id: string;
  readonly accountId: string;
  readonly isAdvanced: boolean;
  readonly hasHook: boolean;
  status: JobStatus;
  queue: QueueState;
  stage: JobStage | null;
  fence: number;
  attempt: number;
  runAfterMs: number;
  owner: string | null;
  leaseUntilMs: number | null;
  progress: number;
  isDeleted: boolean;
}

/** A claim of a worker, which may be lost since. */
interface ModelClaim {
  readonly job: ModelJob;
  readonly fence: number;
  readonly attempt: number;
  readonly stage: JobStage | null;
}

/** An account of the model; its tier sets how many of its jobs run at once. */
export interface ModelAccount {
  readonly id: string;
  readonly slots: number;
}

const { leaseMs, parkedLimitMs, retryDelayMs, maxAttempts } = fleetPolicy;
const speech = 'text_to_speech';
const swap = 'identity_swap';
const failure = { code: 'processing_failed', message: 'test' } as const;

/** Accounts of a history: two of the default tier, one pro, with enough money. */
export async function createAccounts(fleet: Fleet): Promise<ModelAccount[]> {
  const { core } = fleet.at(0);
  const accounts: ModelAccount[] = [];
  for (const tier of ['default', 'default', 'pro'] as const) {
    const { id } = await core.createAccount({ name: tier });
    await core.setTier(id, tier);
    await core.topUp({ accountId: id, amountMicros: usd(100_000) });
    accounts.push({ id, slots: rateTiers[tier].processingJobs });
  }
  return accounts;
}

/**
 * A second, simple queue, run in parallel with the real one on all services of a fleet. After every step each row must
 * match the model, and no row may have taken a transition that the diagram in `jobs/machine.ts` does not have.
 */
export class QueueModel {
  readonly #fleet: Fleet;
  readonly #accounts: readonly ModelAccount[];
  readonly #jobs: ModelJob[] = [];
  readonly #claims: ModelClaim[] = [];
  readonly #keys = new Map<string, { readonly print: string; readonly job: ModelJob }>();
  readonly #advances = new Set<string>();
  readonly #deliveries: DeliveryModel;
  readonly #edges = new Map<string, string>();

  constructor(fleet: Fleet, accounts: readonly ModelAccount[]) {
    this.#fleet = fleet;
    this.#accounts = accounts;
    this.#deliveries = new DeliveryModel(fleet);
  }

  /** Does one step in the model and in the store, and compares everything. */
  async apply(step: QueueStep): Promise<void> {
    await this.#do(step);
    await this.compare();
  }

  async #do(step: QueueStep): Promise<void> {
    switch (step.kind) {
      case 'submit':
        return this.#submit(step);
      case 'claim':
        return this.#claim(step);
      case 'claimTogether':
        return this.#claimTogether(step);
      case 'heartbeat':
        return this.#heartbeat(step);
      case 'progress':
        return this.#withClaim(step, (claim) => this.#progress(claim, step));
      case 'finish':
        return this.#withClaim(step, (claim) => this.#finish(claim, step));
      case 'fail':
        return this.#withClaim(step, (claim) => this.#fail(claim, step));
      case 'die':
        return this.#withClaim(step, (claim) => this.#die(claim, step));
      case 'loseClaim':
        return this.#withClaim(step, (claim) => this.#loseClaim(claim, step));
      case 'giveBack':
        return this.#withClaim(step, (claim) => this.#giveBack(claim, step));
      case 'cancel':
        return this.#withJob(step, (job) => this.#cancel(job, step));
      case 'cancelInRace':
        return this.#withClaim(step, (claim) => this.#cancelInRace(claim, step));
      case 'delete':
        return this.#withJob(step, (job) => this.#delete(job, step));
      case 'advance':
        return this.#withJob(step, (job) => this.#advance(job, step));
      case 'wait':
        this.#fleet.clock.advance(
          [1, 500, 1000, 4000, leaseMs, leaseMs + 1, 70_000][step.choice % 7] ?? 0,
        );
        return undefined;
      case 'setBack':
        this.#fleet.clock.advance(-[1, 5000, 100_000][step.choice % 3]!);
        return undefined;
      case 'reap':
        return this.#reap(step);
      case 'bringForward':
        return this.#bringForward(step);
      case 'restart':
        return this.#restart(step);
      case 'send':
      case 'sendLate':
      case 'overtake':
      case 'resend':
      case 'settleClock':
        return this.#deliveries.apply(step);
    }
  }

  /** Compares every row of the history with the model, and checks the transitions of the rows. */
  async compare(): Promise<void> {
    const rows = await this.#fleet.sound.db
      .selectFrom('jobs')
      .selectAll()
      .where(
        'account_id',
        'in',
        this.#accounts.map(({ id }) => id),
      )
      .execute();
    expectSame('number of jobs', rows.length, this.#jobs.length);
    for (const row of rows) {
      const job = this.#jobs.find(({ id }) => id === row.id);
      const real = [
        row.status,
        row.queue_state,
        row.stage,
        row.fence,
        row.attempt,
        row.run_after_ms,
        row.lease_owner,
        row.lease_until_ms,
        row.progress,
        row.deleted_at_ms !== null,
      ];
      const expected = job && [
        job.status,
        job.queue,
        job.stage,
        job.fence,
        job.attempt,
        job.runAfterMs,
        job.owner,
        job.leaseUntilMs,
        job.progress,
        job.isDeleted,
      ];
      expectSame(`row of ${row.id}`, JSON.stringify(real), JSON.stringify(expected));
      this.#requireEdge(row.id, `${row.status}/${row.queue_state}`);
    }
    await this.#deliveries.compare();
  }

  /** At the end all pending deliveries are sent, and every end of a job was reported. */
  async finish(): Promise<void> {
    await this.#deliveries.drain();
    for (const job of this.#jobs.filter(({ hasHook, isDeleted }) => hasHook && !isDeleted)) {
      const isOver = job.queue === 'done';
      expectSame(`told of ${job.id}`, this.#deliveries.wasToldOf(job.id), isOver);
    }
  }

  #requireEdge(id: string, to: string): void {
    const from = this.#edges.get(id) ?? 'new';
    if (from !== to && edges[from]?.includes(to) !== true) {
      throw new Error(`A job went from ${from} to ${to}.`);
    }
    this.#edges.set(id, to);
  }

  async #submit({ pick, choice, flag }: QueueStep): Promise<void> {
    const { core } = this.#fleet.at(pick);
    const account = this.#accounts[pick % this.#accounts.length]!;
    const isAdvanced = choice % 3 === 0;
    const key = choice < 4 ? `key-${choice % 2}` : null;
    const request = {
      accountId: account.id,
      feature: isAdvanced ? swap : speech,
      input: isAdvanced ? { mode: 'advanced' } : { script: 'aaaaaaaa', voice_id: 'v' },
      callbackUrl: flag ? 'https://example.com/hook' : null,
      idempotencyKey: key,
    } as const;
    // Submits with a shared key arrive at the same moment, at both services.
    const answers = await Promise.all(
      (key === null ? [core] : [core, this.#fleet.at(pick + 1).core, core]).map((of) =>
        of.submitJob(request).then(({ job, isReplay }) => ({ id: job.id, isReplay }), toCode),
      ),
    );
    const known = this.#keys.get(`${account.id} ${key}`);
    const print = JSON.stringify(request);
    const first = answers.find((answer) => typeof answer !== 'string' && !answer.isReplay);
    const isNew = key === null || known === undefined;
    expectSame('a job is made', first !== undefined, isNew);
    if (first !== undefined && typeof first !== 'string') {
      const job = this.#addJob(first.id, account.id, { isAdvanced, hasHook: flag });
      this.#keys.set(`${account.id} ${key}`, { print, job });
    }
    const made = this.#keys.get(`${account.id} ${key}`);
    for (const answer of answers.filter((one) => one !== first)) {
      const expected =
        made?.print === print ? { id: made.job.id, isReplay: true } : 'invalid_input';
      expectSame('repeat', JSON.stringify(answer), JSON.stringify(expected));
    }
  }

  #addJob(
    id: string,
    accountId: string,
    kind: { readonly isAdvanced: boolean; readonly hasHook: boolean },
  ): ModelJob {
    const job: ModelJob = {
      id,
      accountId,
      ...kind,
      status: 'queued',
      queue: 'ready',
      stage: kind.isAdvanced ? 'extracting' : null,
      fence: 0,
      attempt: 0,
      runAfterMs: this.#fleet.clock.nowMs(),
      owner: null,
      leaseUntilMs: null,
      progress: 0,
      isDeleted: false,
    };
    this.#jobs.push(job);
    return job;
  }

  /**
   * Lists the claimable jobs in the order of claims: accounts with the fewest running jobs first, their oldest first.
   */
  #claimable(features: readonly string[]): ModelJob[] {
    const nowMs = this.#fleet.clock.nowMs();
    return this.#jobs
      .filter(
        (job) =>
          job.queue === 'ready' &&
          job.runAfterMs <= nowMs &&
          features.includes(job.isAdvanced ? swap : speech) &&
          this.#countLeased(job.accountId) < this.#slotsOf(job.accountId),
      )
      .toSorted(
        (a, b) =>
          this.#countLeased(a.accountId) - this.#countLeased(b.accountId) ||
          a.runAfterMs - b.runAfterMs ||
          (a.id < b.id ? -1 : 1),
      );
  }

  #countLeased(accountId: string): number {
    return this.#jobs.filter((job) => job.accountId === accountId && job.queue === 'leased').length;
  }

  #slotsOf(accountId: string): number {
    return this.#accounts.find(({ id }) => id === accountId)?.slots ?? 0;
  }

  async #claim({ pick, choice }: QueueStep): Promise<void> {
    const { core, owner } = this.#fleet.at(pick);
    const features = ([[speech, swap], [speech], [swap]] as const)[choice % 3]!;
    const [expected] = this.#claimable(features);
    const claimed = await claimJob(core.context, owner, features);
    expectSame('claim', claimed?.job.id, expected?.id);
    if (claimed !== null) {
      this.#noteClaim(claimed, owner);
    }
  }

  /** Several workers of all services claim at once: each job goes to one, and no account exceeds its slots. */
  async #claimTogether({ pick }: QueueStep): Promise<void> {
    const asking = [0, 1, 2, 3].map((index) => this.#fleet.at(pick + index));
    const claims = await Promise.all(
      asking.map(({ core, owner }) => claimJob(core.context, owner, [speech, swap])),
    );
    for (const [index, claimed] of claims.entries()) {
      if (claimed !== null) {
        const isFree = this.#claimable([speech, swap]).some(({ id }) => id === claimed.job.id);
        expectSame(`claim of ${claimed.job.id} was open`, isFree, true);
        this.#noteClaim(claimed, asking[index]!.owner);
      }
    }
    if (claims.every((claimed) => claimed === null)) {
      expectSame(
        'nobody claims only when nothing is there',
        this.#claimable([speech, swap])[0],
        undefined,
      );
    }
  }

  #noteClaim(claimed: ClaimedJob, owner: string): void {
    const job = this.#jobs.find(({ id }) => id === claimed.job.id)!;
    job.status = 'processing';
    job.queue = 'leased';
    job.owner = owner;
    job.leaseUntilMs = this.#fleet.clock.nowMs() + leaseMs;
    job.fence += 1;
    job.attempt += 1;
    job.progress = 0;
    expectSame('fence', claimed.fence, job.fence);
    expectSame('attempt', claimed.attempt, job.attempt);
    expectSame('stage at work', claimed.job.stage, job.stage);
    const { fence, attempt, stage } = job;
    this.#claims.push({ job, fence, attempt, stage });
  }

  /** A service extends all its claims of any age, like one that slept: lost claims are not among the results. */
  async #heartbeat({ pick }: QueueStep): Promise<void> {
    const { store, owner } = this.#fleet.at(pick);
    const jobIds = [...new Set(this.#claims.map(({ job }) => job.id))];
    if (jobIds.length === 0) {
      return;
    }
    const leaseUntilMs = this.#fleet.clock.nowMs() + leaseMs;
    const held = await extendLeases(store.db, { owner, jobIds, leaseUntilMs });
    const expected = this.#jobs.filter((job) => job.queue === 'leased' && job.owner === owner);
    for (const job of expected) {
      job.leaseUntilMs = leaseUntilMs;
    }
    const toText = (list: readonly { readonly id: string; readonly fence: number }[]): string =>
      list
        .map(({ id, fence }) => `${id} ${fence}`)
        .toSorted()
        .join();
    expectSame('leases held', toText(held), toText(expected));
  }

  async #progress(claim: ModelClaim, { pick, choice }: QueueStep): Promise<void> {
    const { store } = this.#fleet.at(pick);
    const isCurrent = isHeld(claim);
    const answer = await updateProgress(store.db, toLease(claim), choice / 16);
    expectSame('progress counts', answer, isCurrent);
    if (isCurrent) {
      claim.job.progress = choice / 16;
    }
  }

  async #finish(claim: ModelClaim, { choice }: QueueStep): Promise<void> {
    const { context } = this.#fleet.at(choice).core;
    const isCurrent = isHeld(claim);
    const { job, stage } = claim;
    const next = stage === 'extracting' ? 'frame_ready' : 'swap_ready';
    if (stage === 'extracting' || stage === 'placing_character') {
      const parked = await parkJob(context, toLease(claim), fakeFile(`${job.id} ${next}`));
      expectSame('parked', parked?.stage, isCurrent ? next : undefined);
      if (isCurrent) {
        release(job, 'parked', context.clock.nowMs() + parkedLimitMs);
        Object.assign(job, { stage: next, progress: 1 });
      }
      return;
    }
    const result = { output: fakeFile(job.id), outputUs: choice * 500_000, report: {} };
    const ended = await succeedJob(context, toLease(claim), result);
    expectSame('finished', ended?.status, isCurrent ? 'succeeded' : undefined);
    if (isCurrent) {
      this.#end(job, 'succeeded');
    }
  }

  async #fail(claim: ModelClaim, { choice }: QueueStep): Promise<void> {
    const { context } = this.#fleet.at(choice).core;
    const isCurrent = isHeld(claim);
    const { job, fence } = claim;
    const ended = await failJob(context, { jobId: job.id, holder: { fence } }, failure);
    expectSame('failed', ended?.status, isCurrent ? 'failed' : undefined);
    if (isCurrent) {
      this.#end(job, 'failed');
    }
  }

  async #die(claim: ModelClaim, { choice }: QueueStep): Promise<void> {
    const { context } = this.#fleet.at(choice).core;
    const { attempt } = claim;
    const isCurrent = isHeld(claim);
    await retryOrFail(context, { ...toLease(claim), attempt }, failure);
    if (isCurrent) {
      this.#retryOrFail(claim.job);
    }
  }

  #retryOrFail(job: ModelJob): void {
    if (job.attempt >= maxAttempts) {
      this.#end(job, 'failed');
    } else {
      release(job, 'ready', this.#fleet.clock.nowMs() + retryDelayMs * 2 ** (job.attempt - 1));
    }
  }

  /** A service sleeps beyond its lease; another works on the job when the first comes back with its result. */
  async #loseClaim(claim: ModelClaim, step: QueueStep): Promise<void> {
    const { clock } = this.#fleet;
    clock.advance(leaseMs + 1);
    await this.#reap(step);
    clock.advance(retryDelayMs * 2 ** maxAttempts);
    await this.#claimTogether({ ...step, pick: step.pick + 1 });
    await this.#finish(claim, step);
  }

  async #giveBack(claim: ModelClaim, { choice }: QueueStep): Promise<void> {
    const { context } = this.#fleet.at(choice).core;
    const isCurrent = isHeld(claim);
    expectSame('given back', await returnClaim(context, toLease(claim)), isCurrent);
    if (isCurrent) {
      release(claim.job, 'ready', context.clock.nowMs());
      claim.job.attempt -= 1;
    }
  }

  async #cancel(job: ModelJob, { choice }: QueueStep): Promise<void> {
    const { core } = this.#fleet.at(choice);
    const answer = await core.cancelJob(job.accountId, job.id).then(({ status }) => status, toCode);
    expectSame('cancel', answer, toCancelAnswer(job));
    if (!job.isDeleted && job.queue !== 'done') {
      this.#end(job, 'canceled');
    }
  }

  /** A result, a failure and a cancel at the same moment, through different services: one counts. */
  async #cancelInRace(claim: ModelClaim, { choice }: QueueStep): Promise<void> {
    const { job, fence } = claim;
    const [one, other] = [this.#fleet.at(choice), this.#fleet.at(choice + 1)];
    if (job.isDeleted || job.queue === 'done') {
      return;
    }
    const isCurrent = isHeld(claim);
    const result = { output: fakeFile(job.id), outputUs: 1_000_000, report: {} };
    const [success, failed, canceled] = await Promise.all([
      succeedJob(one.core.context, toLease(claim), result),
      failJob(other.core.context, { jobId: job.id, holder: { fence } }, failure),
      other.core.cancelJob(job.accountId, job.id).then(({ status }) => status, toCode),
    ]);
    const winners = [
      ...(success === null ? [] : ['succeeded']),
      ...(failed === null ? [] : ['failed']),
      ...(canceled === 'canceled' ? ['canceled'] : []),
    ];
    expectSame('winners', winners.length, 1);
    const status = winners[0] as 'succeeded' | 'failed' | 'canceled';
    expectSame('a lost claim wins nothing', isCurrent || status === 'canceled', true);
    this.#end(job, status);
  }

  async #delete(job: ModelJob, { choice }: QueueStep): Promise<void> {
    const { core } = this.#fleet.at(choice);
    const answer = await core.deleteJob(job.accountId, job.id).then(() => 'gone', toCode);
    expectSame('delete', answer, job.isDeleted ? 'not_found' : 'gone');
    if (!job.isDeleted) {
      if (job.queue !== 'done') {
        this.#end(job, 'canceled');
      }
      job.isDeleted = true;
      job.stage = null;
      this.#deliveries.forget(job.id);
    }
    const read = await core.readJob(job.accountId, job.id).then(({ status }) => status, toCode);
    expectSame('read of a deleted job', read, 'not_found');
  }

  async #advance(job: ModelJob, { choice, flag }: QueueStep): Promise<void> {
    const { core } = this.#fleet.at(choice);
    const step = choice % 2 === 0 ? 'swap' : 'motion';
    const key = flag ? `${job.id}-${step}` : null;
    const from = step === 'swap' ? 'frame_ready' : 'swap_ready';
    const to = step === 'swap' ? 'placing_character' : 'rendering_motion';
    const { accountId, id: jobId } = job;
    const answer = await core
      .advanceJob({ accountId, jobId, step, changes: {}, idempotencyKey: key })
      .then(({ stage, status }) => `${stage} ${status}`, toCode);
    if (job.isDeleted) {
      expectSame('advance of a deleted job', answer, 'not_found');
    } else if (key !== null && this.#advances.has(key)) {
      expectSame('advance again', answer, `${job.stage} ${job.status}`);
    } else if (job.queue === 'parked' && job.stage === from) {
      expectSame('advance', answer, `${to} processing`);
      release(job, 'ready', this.#fleet.clock.nowMs());
      Object.assign(job, { stage: to, attempt: 0, progress: 0 });
      this.#advances.add(key ?? '');
    } else {
      expectSame('advance out of turn', answer, 'invalid_input');
    }
  }

  /** Sometimes a service sweeps as the only owner of the store, or as one that runs some of the jobs itself. */
  async #reap({ pick, choice, flag }: QueueStep): Promise<void> {
    const { core, owner, store } = this.#fleet.at(pick);
    const soleOwner = flag && store.engine === 'sqlite' ? owner : null;
    await this.#reapAs(core.context, soleOwner, ({ fence }) => fence % 5 === choice);
  }

  async #reapAs(
    context: ServiceContext,
    soleOwner: string | null,
    isHere: (lease: Lease) => boolean = () => false,
  ): Promise<void> {
    const nowMs = this.#fleet.clock.nowMs();
    const lost = this.#jobs.filter(
      (job) =>
        job.queue === 'leased' &&
        !isHere(toLease({ job, fence: job.fence })) &&
        ((job.leaseUntilMs ?? 0) < nowMs || (soleOwner !== null && job.owner !== soleOwner)),
    );
    const overdue = this.#jobs.filter((job) => job.queue === 'parked' && job.runAfterMs < nowMs);
    const report = await reapJobs(context, { soleOwner, isPresent: isHere });
    expectSame('lost', report.lost, lost.length);
    expectSame('overdue', report.overdue, overdue.length);
    lost.forEach((job) => {
      this.#retryOrFail(job);
    });
    overdue.forEach((job) => {
      this.#end(job, 'failed');
    });
  }

  async #bringForward({ pick }: QueueStep): Promise<void> {
    const nowMs = this.#fleet.clock.nowMs();
    const latestMs = nowMs + retryDelayMs * 2 ** maxAttempts;
    const far = this.#jobs.filter((job) => job.queue === 'ready' && job.runAfterMs > latestMs);
    expectSame('brought', await clampJobDueTimes(this.#fleet.at(pick).core.context), far.length);
    far.forEach((job) => {
      job.runAfterMs = nowMs;
    });
  }

  /** A database with one owner: the first sweep of a new owner releases its predecessor's claims. */
  async #restart({ pick }: QueueStep): Promise<void> {
    await this.#fleet.restart(pick);
    const { core, owner, store } = this.#fleet.at(pick);
    if (store.engine === 'sqlite') {
      await this.#reapAs(core.context, owner);
    }
  }

  #end(job: ModelJob, status: 'succeeded' | 'failed' | 'canceled'): void {
    release(job, 'done', job.runAfterMs);
    job.status = status;
    if (job.hasHook) {
      this.#deliveries.add(job.id, status);
    }
  }

  async #withClaim(step: QueueStep, act: (claim: ModelClaim) => Promise<void>): Promise<void> {
    // The youngest claims are the most interesting, the oldest come up too.
    const claim = this.#claims.at(-1 - (step.pick % Math.max(1, this.#claims.length)));
    await (claim && act(claim));
  }

  async #withJob(step: QueueStep, act: (job: ModelJob) => Promise<void>): Promise<void> {
    const job = this.#jobs[step.pick % Math.max(1, this.#jobs.length)];
    await (job && act(job));
  }
}

/** The diagram of `jobs/machine.ts`: status and queue state, and their transitions in one step. */
const edges: Readonly<Record<string, readonly string[]>> = {
  new: ['queued/ready', 'canceled/done'],
  'queued/ready': ['processing/leased', 'canceled/done', 'failed/done'],
  'processing/ready': ['processing/leased', 'canceled/done', 'failed/done'],
  'processing/leased': [
    'processing/ready',
    'processing/parked',
    'succeeded/done',
    'failed/done',
    'canceled/done',
  ],
  'processing/parked': ['processing/ready', 'failed/done', 'canceled/done'],
};

function isHeld({ job, fence }: ModelClaim): boolean {
  return job.queue === 'leased' && job.fence === fence;
}

function toLease({ job, fence }: Pick<ModelClaim, 'job' | 'fence'>): Lease {
  return { jobId: job.id, fence };
}

function release(job: ModelJob, queue: QueueState, runAfterMs: number): void {
  if (queue === 'ready') {
    job.progress = 0;
  }
  Object.assign(job, { queue, runAfterMs, owner: null, leaseUntilMs: null });
}

function toCancelAnswer(job: ModelJob): string {
  if (job.isDeleted) {
    return 'not_found';
  }
  return job.status === 'succeeded' || job.status === 'failed' ? 'invalid_input' : 'canceled';
}
