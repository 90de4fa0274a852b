import * as fc from 'fast-check';
import { toMicros } from '../../../src/base/money.ts';
import { rateTiers } from '../../../src/contract/api/limits.ts';
import { failJob, succeedJob } from '../../../src/service/jobs/end.ts';
import { claimJob, reapJobs, returnClaim } from '../../../src/service/jobs/queue.ts';
import { expectSame, sum, toCode } from '../support/expect-same.ts';
import { audit } from './audit.ts';
import { fakeFile, type World } from './world.ts';

/** One step of a random history. Numbers select among the existing items. */
export type Step =
  | { readonly kind: 'topUp'; readonly micros: number; readonly reference: number }
  | {
      readonly kind: 'submit';
      readonly key: number | null;
      readonly chars: number;
      readonly times: number;
    }
  | { readonly kind: 'claim' }
  | {
      readonly kind: 'succeed';
      readonly pick: number;
      readonly share: number;
      readonly isZombie: boolean;
    }
  | { readonly kind: 'fail'; readonly pick: number }
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'race'; readonly pick: number; readonly share: number }
  | { readonly kind: 'giveBack'; readonly pick: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'reap' }
  | { readonly kind: 'live'; readonly minutes: number; readonly streamedMs: number | null };

const pick = fc.nat(30);
const share = fc.double({ min: 0, max: 1.2, noNaN: true });

/** Any {@link Step}; submits, claims and ends are the most frequent. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('topUp' as const),
      micros: fc.integer({ min: 1, max: 9_000_000 }),
      reference: fc.nat(3),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      key: fc.option(fc.nat(3)),
      chars: fc.constantFrom(8, 8, 8, 40),
      times: fc.constantFrom(1, 1, 4),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('claim' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('succeed' as const),
      pick,
      share,
      isZombie: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('race' as const), pick, share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('giveBack' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 1, max: 40_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reap' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('live' as const),
      minutes: fc.integer({ min: 1, max: 2 }),
      streamedMs: fc.option(fc.integer({ min: 0, max: 200_000 })),
    }),
  },
);

/** State of a job in the model. */
interface ModelJob {
  readonly id: string;
  readonly holdMicros: number;
  status: 'open' | 'succeeded' | 'failed' | 'canceled';
  /** Null while no claim is current. */
  fence: number | null;
  leaseUntilMs: number;
  attempt: number;
  runAfterMs: number;
  /** Outdated claims. */
  readonly oldFences: number[];
}

/** Price of a second and minimum in the model's world, in micros: see `testPrices`. */
const SECOND_MICROS = 1_000_000;
const MINIMUM_MICROS = 500_000;
const FEATURE = 'text_to_speech';

/**
 * A second, simple implementation of the money and job rules, run in parallel with the real one. Every difference is
 * thrown.
 */
export class Model {
  readonly #world: World;
  readonly #jobs: ModelJob[] = [];
  readonly #keys = new Map<number, { chars: number; jobId: string }>();
  /** Amounts by the names of payments. */
  readonly #references = new Map<number, number>();
  #toppedUp = 0;
  #spent = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get #held(): number {
    return this.#jobs
      .filter(({ status }) => status === 'open')
      .reduce((sum, { holdMicros }) => sum + holdMicros, 0);
  }

  get #balance(): number {
    return this.#toppedUp - this.#spent - this.#held;
  }

  /** Does one step in the model and in the store, and compares the results. */
  async apply(step: Step): Promise<void> {
    switch (step.kind) {
      case 'topUp':
        return this.#topUp(step);
      case 'submit':
        return this.#submit(step);
      case 'claim':
        return this.#claim();
      case 'succeed':
        return this.#succeed(step);
      case 'fail':
        return this.#fail(step);
      case 'cancel':
        return this.#cancel(step);
      case 'race':
        return this.#race(step);
      case 'giveBack':
        return this.#giveBack(step);
      case 'wait':
        this.#world.clock.advance(step.ms);
        return undefined;
      case 'reap':
        return this.#reap();
      case 'live':
        return this.#live(step);
    }
  }

  /** Compares the whole state: account, every job, usage in any split, and the store's own audit. */
  async compare(): Promise<void> {
    const { core, account, store } = this.#world;
    const balance = await core.readBalance(account.id);
    expectSame('balance', balance.balanceMicros, this.#balance);
    expectSame('held', balance.heldMicros, this.#held);
    expectSame('spent', balance.totalSpentMicros, this.#spent);
    expectSame('topped up', balance.totalToppedUpMicros, this.#toppedUp);
    for (const job of this.#jobs) {
      const real = await core.readJob(account.id, job.id);
      const status =
        real.status === 'queued' || real.status === 'processing' ? 'open' : real.status;
      expectSame(`status of ${job.id}`, status, job.status);
    }
    const all = await core.readUsageSummary(account.id);
    expectSame('usage sum', all.totalSpentMicros, this.#spent);
    const middleMs = this.#world.clock.nowMs() - 20_000;
    const parts = [
      await core.readUsageSummary(account.id, { toMs: middleMs }),
      await core.readUsageSummary(account.id, { fromMs: middleMs }),
    ];
    expectSame('split calls', sum(parts.map((part) => part.totalCalls)), all.totalCalls);
    expectSame('split spend', sum(parts.map((part) => part.totalSpentMicros)), this.#spent);
    expectSame('features', sum(all.perFeature.map((part) => part.spentMicros)), this.#spent);
    const rows = await core.readUsage(account.id, { limit: 500 });
    expectSame('usage rows', sum(rows.map((row) => row.chargedMicros)), this.#spent);
    const broken = await audit(store);
    if (broken.length > 0) {
      throw new Error(`The books do not hold: ${broken.join('; ')}`);
    }
  }

  /** Ends all remaining work, so that the next history starts with an empty queue. */
  async clear(): Promise<void> {
    for (const job of this.#jobs.filter(({ status }) => status === 'open')) {
      await this.#world.core.cancelJob(this.#world.account.id, job.id);
    }
  }

  async #topUp({ micros, reference }: Step & { kind: 'topUp' }): Promise<void> {
    const { core, account } = this.#world;
    const earlier = this.#references.get(reference);
    const payment = core.topUp({
      accountId: account.id,
      amountMicros: toMicros(micros),
      reference: String(reference),
    });
    const isOther = earlier !== undefined && earlier !== micros;
    const answer = await payment.then(() => 'paid', toCode);
    expectSame('payment', answer, isOther ? 'invalid_input' : 'paid');
    if (earlier === undefined) {
      this.#references.set(reference, micros);
      this.#toppedUp += micros;
    }
  }

  async #submit({ key, chars, times }: Step & { kind: 'submit' }): Promise<void> {
    const { core, account, clock } = this.#world;
    const holdMicros = Math.max(
      MINIMUM_MICROS,
      ((2_000_000 + chars * 125_000) / 1_000_000) * SECOND_MICROS,
    );
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        core
          .submitJob({
            accountId: account.id,
            feature: FEATURE,
            input: { script: 'a'.repeat(chars), voice_id: 'v' },
            callbackUrl: 'https://example.com/hook',
            idempotencyKey: key === null ? null : `key-${key}`,
          })
          .then(
            ({ job, isReplay }) => (isReplay ? `replay ${job.id}` : `new ${job.id}`),
            (error: unknown) => toCode(error),
          ),
      ),
    );
    for (const answer of answers.filter((text) => text.startsWith('new'))) {
      const id = answer.slice('new '.length);
      if (this.#balance < holdMicros) {
        throw new Error('A job was taken in without the money for it.');
      }
      if (key !== null) {
        expectSame('first use of a key', this.#keys.has(key), false);
        this.#keys.set(key, { chars, jobId: id });
      }
      this.#jobs.push({
        id,
        holdMicros,
        status: 'open',
        fence: null,
        leaseUntilMs: 0,
        attempt: 0,
        runAfterMs: clock.nowMs(),
        oldFences: [],
      });
    }
    const used = key === null ? undefined : this.#keys.get(key);
    for (const answer of answers.filter((text) => !text.startsWith('new'))) {
      if (used === undefined) {
        expectSame('refusal', answer, 'insufficient_credits');
        expectSame('money was missing', this.#balance < holdMicros, true);
      } else {
        expectSame(
          'repeat',
          answer,
          used.chars === chars ? `replay ${used.jobId}` : 'invalid_input',
        );
      }
    }
  }

  async #claim(): Promise<void> {
    const { core, clock } = this.#world;
    const nowMs = clock.nowMs();
    const claimed = await claimJob(core.context, 'worker', [FEATURE]);
    const leased = this.#jobs.filter(
      ({ status, fence }) => status === 'open' && fence !== null,
    ).length;
    const ready = this.#jobs
      .filter(
        ({ status, fence, runAfterMs }) =>
          status === 'open' && fence === null && runAfterMs <= nowMs,
      )
      .toSorted((a, b) => a.runAfterMs - b.runAfterMs || (a.id < b.id ? -1 : 1));
    const expected = leased >= rateTiers.default.processingJobs ? undefined : ready[0];
    expectSame('claim', claimed?.job.id, expected?.id);
    if (claimed !== null && expected !== undefined) {
      expectSame('attempt', claimed.attempt, expected.attempt + 1);
      expected.attempt += 1;
      expected.fence = claimed.fence;
      expected.leaseUntilMs = nowMs + core.context.policy.leaseMs;
      expectSame(
        'fence grows',
        expected.oldFences.every((fence) => fence < claimed.fence),
        true,
      );
    }
  }

  async #succeed({ pick, share, isZombie }: Step & { kind: 'succeed' }): Promise<void> {
    const job = this.#pick(pick);
    if (job === null) {
      return;
    }
    const fence = isZombie ? (job.oldFences.at(-1) ?? job.fence) : job.fence;
    const isCurrent = job.status === 'open' && job.fence !== null && fence === job.fence;
    const outputUs = this.#toOutputUs(job, share);
    const ended = await succeedJob(
      this.#world.core.context,
      { jobId: job.id, fence: fence ?? 1 },
      { output: fakeFile(job.id), outputUs, report: {} },
    );
    expectSame('success counts', ended !== null, isCurrent);
    if (ended !== null) {
      this.#settle(job, 'succeeded', outputUs);
    }
  }

  async #fail({ pick }: Step & { kind: 'fail' }): Promise<void> {
    const job = this.#pick(pick);
    if (job !== null) {
      const ended = await failJob(
        this.#world.core.context,
        { jobId: job.id, holder: 'anybody' },
        { code: 'processing_failed', message: 'test' },
      );
      expectSame('failure counts', ended !== null, job.status === 'open');
      if (ended !== null) {
        this.#settle(job, 'failed', 0);
      }
    }
  }

  async #cancel({ pick }: Step & { kind: 'cancel' }): Promise<void> {
    const { core, account } = this.#world;
    const job = this.#pick(pick);
    if (job === null) {
      return;
    }
    const answer = await core.cancelJob(account.id, job.id).then(({ status }) => status, toCode);
    const isFinished = job.status === 'succeeded' || job.status === 'failed';
    expectSame('cancel', answer, isFinished ? 'invalid_input' : 'canceled');
    if (job.status === 'open') {
      this.#settle(job, 'canceled', 0);
    }
  }

  /** Success, failure, cancel and the reaper at the same time: one wins. */
  async #race({ pick, share }: Step & { kind: 'race' }): Promise<void> {
    const { core, account, clock } = this.#world;
    const job = this.#pick(pick);
    if (job === null) {
      return;
    }
    const outputUs = this.#toOutputUs(job, share);
    const lease = { jobId: job.id, fence: job.fence ?? -1 };
    const result = { output: fakeFile(job.id), outputUs, report: {} };
    const hadLease = job.status === 'open' && job.fence !== null;
    const isExpired = hadLease && job.leaseUntilMs < clock.nowMs();
    const answers = await Promise.all([
      succeedJob(core.context, lease, result).then((ended) =>
        ended === null ? null : 'succeeded',
      ),
      failJob(
        core.context,
        { jobId: job.id, holder: { fence: lease.fence } },
        { code: 'render_timeout', message: 'test' },
      ).then((ended) => (ended === null ? null : 'failed')),
      succeedJob(core.context, lease, result).then((ended) =>
        ended === null ? null : 'succeeded',
      ),
      core.cancelJob(account.id, job.id).then(() => 'canceled', toCode),
    ]);
    const { status } = await core.readJob(account.id, job.id);
    const winners = answers.filter((answer) => answer === status);
    if (job.status === 'open') {
      expectSame('one winner', winners.length, 1);
      this.#settle(job, status as 'succeeded', status === 'succeeded' ? outputUs : 0);
    } else {
      expectSame('nothing moves an ended job', status, job.status);
      expectSame(
        'no winner',
        answers.slice(0, 3).every((answer) => answer === null),
        true,
      );
    }
    if (isExpired) {
      await this.#reap();
    }
  }

  async #giveBack({ pick }: Step & { kind: 'giveBack' }): Promise<void> {
    const job = this.#pick(pick);
    if (job === null || job.fence === null) {
      return;
    }
    const isReturned = await returnClaim(this.#world.core.context, {
      jobId: job.id,
      fence: job.fence,
    });
    expectSame('claim given back', isReturned, job.status === 'open');
    if (isReturned) {
      this.#release(job, this.#world.clock.nowMs(), job.attempt - 1);
    }
  }

  async #reap(): Promise<void> {
    const { core, clock } = this.#world;
    const { maxAttempts } = core.context.policy;
    const nowMs = clock.nowMs();
    const lost = this.#jobs.filter(
      ({ status, fence, leaseUntilMs }) =>
        status === 'open' && fence !== null && leaseUntilMs < nowMs,
    );
    const report = await reapJobs(core.context);
    expectSame('lost claims', report.lost, lost.length);
    for (const job of lost) {
      if (job.attempt >= maxAttempts) {
        this.#settle(job, 'failed', 0);
      } else {
        this.#release(job, nowMs + 2000 * 2 ** (job.attempt - 1), job.attempt);
      }
    }
  }

  async #live({ minutes, streamedMs }: Step & { kind: 'live' }): Promise<void> {
    const { core, account } = this.#world;
    const maxMicros = minutes * 60 * SECOND_MICROS;
    const opened = await core
      .openLiveSession({
        accountId: account.id,
        feature: 'voice_changer',
        durationMinutes: minutes,
        parameters: {},
        isReady: true,
      })
      .catch(toCode);
    expectSame(
      'a session needs its whole cost',
      typeof opened !== 'string',
      this.#balance >= maxMicros,
    );
    if (typeof opened === 'string') {
      return;
    }
    const { id } = opened.session;
    if (streamedMs !== null) {
      await core.joinLiveSession('voice_changer', opened.token);
      await core.startLiveStream(id);
      await core.reportStreamed(id, streamedMs / 2);
    }
    const ends = await Promise.all(
      [1, 2].map(() =>
        core.endLiveSession(id, { streamedMs: streamedMs ?? 0, reason: 'client_closed' }),
      ),
    );
    const tenths = Math.ceil(Math.min(streamedMs ?? 0, minutes * 60_000) / 100);
    const charge =
      tenths === 0
        ? 0
        : Math.min(maxMicros, Math.max(MINIMUM_MICROS, tenths * (SECOND_MICROS / 10)));
    for (const { chargedMicros } of ends) {
      expectSame('charge of a stream', chargedMicros, charge);
    }
    this.#spent += charge;
  }

  #settle(job: ModelJob, status: 'succeeded' | 'failed' | 'canceled', outputUs: number): void {
    job.status = status;
    if (job.fence !== null) {
      job.oldFences.push(job.fence);
    }
    if (status === 'succeeded') {
      const cost = Math.max(MINIMUM_MICROS, Math.ceil(outputUs / 100_000) * (SECOND_MICROS / 10));
      this.#spent += Math.min(cost, job.holdMicros);
    }
  }

  #release(job: ModelJob, runAfterMs: number, attempt: number): void {
    if (job.fence !== null) {
      job.oldFences.push(job.fence);
    }
    job.fence = null;
    job.runAfterMs = runAfterMs;
    job.attempt = attempt;
  }

  #toOutputUs(job: ModelJob, share: number): number {
    return Math.floor(((job.holdMicros * share) / SECOND_MICROS) * 1_000_000);
  }

  #pick(index: number): ModelJob | null {
    return this.#jobs[index % Math.max(1, this.#jobs.length)] ?? null;
  }
}
