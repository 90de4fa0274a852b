import { type Micros, toMicros } from '../../../src/base/money.ts';
import type { LiveFeature } from '../../../src/contract/api/features.ts';
import type { Core } from '../../../src/service/start/core.ts';
import type { LiveStatus } from '../../../src/service/store/schema.ts';
import type { Policy } from '../../../src/service/start/policy.ts';
import type { TestClock } from '../store/world.ts';
import { expectSame, sum, toCode } from '../support/expect-same.ts';
import type { SessionStep } from './session-steps.ts';

/** Capacity that histories reach. */
export const sessionPolicy = {
  maxStreams: 2,
  accountStreams: 3,
  maxLiveSessions: 6,
  accountLiveSessions: 4,
  liveExpiryMs: 600_000,
  liveWaitMs: 3_600_000,
  liveSilenceMs: 60_000,
} as const satisfies Partial<Policy>;

/** Price of a second and least charge, in micros, which are no round numbers on purpose. */
export const sessionPrices = { priceMicros: 33_333, minimumMicros: 70_001 } as const;

/** Slots of the node that a session uses. */
const slots: Readonly<Record<LiveFeature, number>> = {
  real_time_swap_full: 1,
  voice_changer: 1 / 8,
};

interface ModelSession {
  readonly id: string;
  readonly accountId: string;
  readonly feature: LiveFeature;
  readonly minutes: number;
  readonly parameters: string;
  readonly createdAtMs: number;
  token: string;
  isReady: boolean;
  status: LiveStatus;
  expiresAtMs: number;
  seenAtMs: number;
  streamedMs: number;
  hasStreamed: boolean;
  chargedMicros: number;
  endReason: string | null;
  /** Runs in this process. */
  stopRunning: (() => void) | null;
  isDeleted: boolean;
}

/** Money of an account that is not in a session's hold. */
interface ModelAccount {
  readonly id: string;
  toppedUpMicros: number;
  /** Held by jobs that never end in these histories. */
  jobHoldsMicros: number;
}

/**
 * A second, simple implementation of live sessions and their money, run in parallel with the real one. After every step
 * each session and each account must match the model.
 */
export class SessionModel {
  readonly #core: Core;
  readonly #clock: TestClock;
  readonly #accounts: readonly ModelAccount[];
  readonly #sessions: ModelSession[] = [];
  readonly #oldTokens: string[] = [];
  /** `seenAtMs` of each connected session without a run, at the previous sweep. */
  #missed = new Map<ModelSession, number>();

  constructor(core: Core, clock: TestClock, accountIds: readonly string[]) {
    this.#core = core;
    this.#clock = clock;
    this.#accounts = accountIds.map((id) => ({ id, toppedUpMicros: 0, jobHoldsMicros: 0 }));
  }

  /** Does one step in the model and in the store, and compares everything. */
  async apply(step: SessionStep): Promise<void> {
    await this.#do(step);
    await this.compare();
  }

  async #do(step: SessionStep): Promise<void> {
    switch (step.kind) {
      case 'open':
        return this.#open(step);
      case 'openTogether':
        return this.#openTogether(step);
      case 'join':
        return this.#join(step);
      case 'leave':
        return this.#withSession(step, (session) => this.#leave(session));
      case 'start':
        return this.#withSession(step, (session) => this.#start(session));
      case 'tick':
        return this.#withSession(step, (session) => this.#tick(session, step));
      case 'end':
        return this.#withSession(step, (session) => this.#end(session, step));
      case 'cancel':
        return this.#withSession(step, (session) => this.#cancel(session));
      case 'keep':
        return this.#withSession(step, (session) => this.#keep(session, step));
      case 'wait':
        this.#clock.advance(step.ms);
        return undefined;
      case 'reap':
        return this.#reap();
      case 'recover':
        return this.#recover();
      case 'run':
        return this.#withSession(step, (session) => this.#run(session));
      case 'pay':
        return this.#pay(step);
      case 'spend':
        return this.#spend(step);
      case 'delete':
        return this.#withSession(step, (session) => this.#delete(session));
    }
  }

  /** Every session and all money against the model. */
  async compare(): Promise<void> {
    for (const session of this.#sessions) {
      const real = await this.#core.readLiveSession(session.accountId, session.id);
      for (const field of [
        'status',
        'expiresAtMs',
        'streamedMs',
        'chargedMicros',
        'endReason',
      ] as const) {
        expectSame(`${field} of ${session.id}`, real[field], session[field]);
      }
      expectSame('most', real.maxCostMicros, toMostMicros(session.minutes));
      const job = await this.#core.readJob(session.accountId, session.id).catch(toCode);
      const status = typeof job === 'string' ? job : job.status;
      expectSame(`job of ${session.id}`, status, toJobStatus(session));
    }
    for (const account of this.#accounts) {
      const balance = await this.#core.readBalance(account.id);
      expectSame('balance', balance.balanceMicros, this.#balanceOf(account));
      expectSame('held', balance.heldMicros, this.#heldOf(account));
      expectSame('spent', balance.totalSpentMicros, this.#spentOf(account));
    }
  }

  /** Ends everything; afterwards no money is held for a session. */
  async finish(): Promise<void> {
    for (const session of this.#sessions) {
      session.stopRunning?.();
      session.stopRunning = null;
    }
    this.#clock.advance(sessionPolicy.liveWaitMs + 1);
    await this.#reap();
    await this.compare();
    expectSame(
      'ended',
      this.#sessions.every(({ status }) => status === 'ended'),
      true,
    );
  }

  #spentOf({ id }: ModelAccount): number {
    return sum(
      this.#sessions.filter((one) => one.accountId === id).map((one) => one.chargedMicros),
    );
  }

  #heldOf({ id, jobHoldsMicros }: ModelAccount): number {
    const streaming = this.#sessions.filter(
      ({ accountId, status }) => accountId === id && status === 'streaming',
    );
    return jobHoldsMicros + sum(streaming.map(({ minutes }) => toMostMicros(minutes)));
  }

  #balanceOf(account: ModelAccount): number {
    return account.toppedUpMicros - this.#spentOf(account) - this.#heldOf(account);
  }

  #account(index: number): ModelAccount {
    return this.#accounts[index % this.#accounts.length]!;
  }

  #count(statuses: readonly LiveStatus[], accountId: string | null): number {
    return this.#sessions.filter(
      (session) =>
        statuses.includes(session.status) &&
        (accountId === null || session.accountId === accountId),
    ).length;
  }

  /** Returns whether a session can connect beside the connected ones. */
  #hasStreamSlot({ accountId, feature }: Pick<ModelSession, 'accountId' | 'feature'>): boolean {
    const connected: readonly LiveStatus[] = ['joined', 'streaming'];
    const taken = this.#sessions.filter(({ status }) => connected.includes(status));
    return (
      sum(taken.map((one) => slots[one.feature])) + slots[feature] <= sessionPolicy.maxStreams &&
      this.#count(connected, accountId) < sessionPolicy.accountStreams
    );
  }

  #toRequest({ pick, choice, flag }: SessionStep) {
    return {
      accountId: this.#account(pick).id,
      // Two swaps reach the slots of the node, three voices those of the account.
      feature: pick % 10 < 4 ? 'voice_changer' : 'real_time_swap_full',
      durationMinutes: 1 + (choice % 3),
      parameters: { voice_id: choice % 2 === 0 ? 'alto' : 'bass' },
      isReady: flag,
    } as const;
  }

  #findStarting(step: SessionStep): ModelSession | undefined {
    const { accountId, feature, durationMinutes, parameters } = this.#toRequest(step);
    return this.#sessions.findLast(
      (session) =>
        session.accountId === accountId &&
        session.feature === feature &&
        session.minutes === durationMinutes &&
        session.parameters === JSON.stringify(parameters) &&
        session.status === 'created' &&
        !session.isReady &&
        session.expiresAtMs > this.#clock.nowMs(),
    );
  }

  #refusalOfOpen(step: SessionStep): string | null {
    const { accountId: id, feature } = this.#toRequest(step);
    const unended = ['created', 'joined', 'streaming'] as const;
    const { maxLiveSessions, accountLiveSessions } = sessionPolicy;
    if (
      this.#count(unended, null) >= maxLiveSessions ||
      this.#count(unended, id) >= accountLiveSessions ||
      !this.#hasStreamSlot({ accountId: id, feature })
    ) {
      return 'at_capacity';
    }
    const { durationMinutes } = this.#toRequest(step);
    return this.#balanceOf(this.#account(step.pick)) < toMostMicros(durationMinutes)
      ? 'insufficient_credits'
      : null;
  }

  async #open(step: SessionStep): Promise<void> {
    const request = this.#toRequest(step);
    const starting = this.#findStarting(step);
    const refusal = this.#refusalOfOpen(step);
    const opened = await this.#core.openLiveSession(request).catch(toCode);
    if (starting !== undefined) {
      expectSame(
        'same session',
        typeof opened === 'string' ? opened : opened.session.id,
        starting.id,
      );
    } else {
      expectSame('open', typeof opened === 'string' ? opened : null, refusal);
    }
    if (typeof opened !== 'string') {
      this.#noteOpened(opened.session.id, opened.token, step, starting);
    }
  }

  #noteOpened(
    id: string,
    token: string,
    step: SessionStep,
    starting: ModelSession | undefined,
  ): void {
    const request = this.#toRequest(step);
    const { accountId, feature, durationMinutes: minutes, parameters, isReady } = request;
    if (starting !== undefined) {
      this.#oldTokens.push(starting.token);
      Object.assign(starting, { token, isReady });
      return;
    }
    const createdAtMs = this.#clock.nowMs();
    this.#sessions.push({
      id,
      accountId,
      feature,
      minutes,
      parameters: JSON.stringify(parameters),
      createdAtMs,
      token,
      isReady,
      status: 'created',
      expiresAtMs: createdAtMs + sessionPolicy.liveExpiryMs,
      seenAtMs: 0,
      streamedMs: 0,
      hasStreamed: false,
      chargedMicros: 0,
      endReason: null,
      stopRunning: null,
      isDeleted: false,
    });
  }

  /** While the engine starts, concurrent repeats get one session, and one token counts. */
  async #openTogether(plain: SessionStep): Promise<void> {
    const step = { ...plain, flag: false };
    const starting = this.#findStarting(step);
    const refusal = this.#refusalOfOpen(step);
    const answers = await Promise.all(
      [1, 2, 3].map(() => this.#core.openLiveSession(this.#toRequest(step)).catch(toCode)),
    );
    const opened = answers.filter((answer) => typeof answer !== 'string');
    const isOpen = starting !== undefined || refusal === null;
    expectSame('opened', opened.length, isOpen ? 3 : 0);
    expectSame('sessions', new Set(opened.map(({ session }) => session.id)).size, isOpen ? 1 : 0);
    const [first] = opened;
    if (first !== undefined) {
      this.#noteOpened(first.session.id, first.token, step, starting);
      const session = this.#sessions.find(({ id }) => id === first.session.id)!;
      await this.#leaveOneToken(
        session,
        opened.map(({ token }) => token),
      );
    }
  }

  /** The store decides which of several tokens was the last: a single repeat creates a known one. */
  async #leaveOneToken(session: ModelSession, tokens: readonly string[]): Promise<void> {
    this.#oldTokens.push(...tokens);
    const { token } = await this.#core.openLiveSession({
      accountId: session.accountId,
      feature: session.feature,
      durationMinutes: session.minutes,
      parameters: JSON.parse(session.parameters) as Record<string, string>,
      isReady: false,
    });
    session.token = token;
  }

  async #join(step: SessionStep): Promise<void> {
    const { pick, choice } = step;
    if (choice === 0) {
      const old = this.#oldTokens[pick % Math.max(1, this.#oldTokens.length)] ?? 'st_none';
      const answer = await this.#core.joinLiveSession('real_time_swap_full', old).catch(toCode);
      expectSame('join with an old token', answer, 'unauthorized');
      return;
    }
    await this.#withSession(step, async (session) => {
      const isTogether = choice === 1;
      const expected = this.#answerOfJoin(session);
      const answers = await Promise.all(
        (isTogether ? [1, 2] : [1]).map(() =>
          this.#core
            .joinLiveSession(session.feature, session.token)
            .then(({ status }) => status, toCode),
        ),
      );
      expectSame('join', answers.includes(expected), true);
      const joined = answers.filter((answer) => answer === 'joined').length;
      expectSame('connections', joined, expected === 'joined' ? 1 : 0);
      if (expected === 'joined') {
        session.status = 'joined';
      }
    });
  }

  #answerOfJoin(session: ModelSession): string {
    const isExpired = session.expiresAtMs <= this.#clock.nowMs();
    if (session.status === 'ended' || (isExpired && session.status !== 'streaming')) {
      return 'unauthorized';
    }
    if (session.status !== 'created') {
      return 'forbidden';
    }
    return this.#hasStreamSlot(session) ? 'joined' : 'at_capacity';
  }

  async #leave(session: ModelSession): Promise<void> {
    await this.#core.leaveLiveSession(session.id);
    if (session.status === 'joined') {
      session.status = 'created';
    }
  }

  async #start(session: ModelSession): Promise<void> {
    const account = this.#accounts.find(({ id }) => id === session.accountId)!;
    const isPaid = this.#balanceOf(account) >= toMostMicros(session.minutes);
    const answers = await Promise.all(
      [1, 2].map(() => this.#core.startLiveStream(session.id).then(({ status }) => status, toCode)),
    );
    const refusal = isPaid ? 'streaming' : 'insufficient_credits';
    const expected = session.status === 'joined' ? refusal : 'invalid_input';
    expectSame('start', answers.includes(expected), true);
    const isStarted = expected === 'streaming';
    const started = answers.filter((answer) => answer === 'streaming').length;
    expectSame('holds', started, isStarted ? 1 : 0);
    if (isStarted) {
      session.status = 'streaming';
      session.hasStreamed = true;
      session.seenAtMs = this.#clock.nowMs();
    }
  }

  async #tick(session: ModelSession, { ms, choice }: SessionStep): Promise<void> {
    // A report may be late: the streamed time never decreases.
    const streamedMs = choice % 4 === 0 ? ms / 3 : session.streamedMs + ms / 3;
    const state = await this.#core.reportStreamed(session.id, streamedMs);
    const isRunning = session.status === 'streaming';
    expectSame('runs', state.isRunning, isRunning);
    expectSame('reason', state.endReason, isRunning ? null : session.endReason);
    if (isRunning) {
      session.streamedMs = Math.max(session.streamedMs, Math.round(streamedMs));
      session.seenAtMs = this.#clock.nowMs();
    }
  }

  async #end(session: ModelSession, { ms, choice }: SessionStep): Promise<void> {
    const reasons = choice % 2 === 0 ? ['client_closed'] : ['client_closed', 'time_used_up'];
    const ends = await Promise.all(
      reasons.map((reason) => this.#core.endLiveSession(session.id, { streamedMs: ms, reason })),
    );
    const wasOver = session.status === 'ended';
    this.#settle(session, ends[0]?.endReason ?? '', ms);
    for (const end of ends) {
      expectSame('all ends see one', end.endReason, session.endReason);
      expectSame('charge', end.chargedMicros, session.chargedMicros);
    }
    const isKnown = wasOver || reasons.includes(session.endReason ?? '');
    expectSame('reason of an end', isKnown, true);
  }

  #settle(session: ModelSession, reason: string, streamedMs: number): void {
    if (session.status === 'ended') {
      return;
    }
    if (session.status === 'streaming') {
      session.streamedMs = Math.max(session.streamedMs, Math.round(streamedMs));
      session.chargedMicros = toCharge(session);
    }
    session.status = 'ended';
    session.endReason = reason;
  }

  async #cancel(session: ModelSession): Promise<void> {
    const answer = await this.#core
      .cancelJob(session.accountId, session.id)
      .then(({ status }) => status, toCode);
    const before = toJobStatus(session);
    if (before === 'not_found' || before === 'succeeded') {
      expectSame('cancel', answer, before === 'succeeded' ? 'invalid_input' : before);
      return;
    }
    this.#settle(session, 'canceled', 0);
    expectSame('cancel', answer, toJobStatus(session));
  }

  async #keep(session: ModelSession, { flag }: SessionStep): Promise<void> {
    const { liveExpiryMs, liveWaitMs } = sessionPolicy;
    const nowMs = this.#clock.nowMs();
    const state = await this.#core.extendLiveSession(session.id, { isActive: flag });
    if (session.status === 'joined') {
      const maxMs = Math.min(nowMs + liveExpiryMs, session.createdAtMs + liveWaitMs);
      const untilMs = flag ? Math.max(session.expiresAtMs, maxMs) : session.expiresAtMs;
      if (untilMs <= nowMs) {
        this.#settle(session, 'expired', 0);
      } else if (untilMs - session.expiresAtMs >= liveExpiryMs / 10) {
        session.expiresAtMs = untilMs;
      }
    }
    expectSame('kept', state.isRunning, session.status !== 'ended');
    expectSame('reason', state.endReason, session.endReason);
    const isInTime = session.expiresAtMs <= session.createdAtMs + liveWaitMs;
    expectSame('an hour at most', isInTime, true);
  }

  async #reap(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const overdue = this.#sessions.filter(
      ({ status, expiresAtMs, seenAtMs, stopRunning }) =>
        stopRunning === null &&
        (status === 'streaming'
          ? seenAtMs < nowMs - sessionPolicy.liveSilenceMs
          : status !== 'ended' && expiresAtMs < nowMs),
    );
    const before = overdue.map(({ status }) => status);
    overdue.forEach((session, index) => {
      this.#settle(session, before[index] === 'streaming' ? 'connection_lost' : 'expired', 0);
    });
    const released = this.#releaseAbandoned();
    expectSame('reaped', await this.#core.reapLiveSessions(), overdue.length + released);
  }

  /** Taken sessions without a run here at two sweeps, and not seen between them. */
  #releaseAbandoned(): number {
    const taken = this.#sessions.filter(
      ({ status, stopRunning }) =>
        (status === 'joined' || status === 'streaming') && stopRunning === null,
    );
    const abandoned = taken.filter((session) => this.#missed.get(session) === session.seenAtMs);
    this.#missed = new Map(taken.map((session) => [session, session.seenAtMs]));
    this.#letGo(abandoned);
    return abandoned.length;
  }

  #letGo(sessions: readonly ModelSession[]): void {
    for (const session of sessions) {
      if (session.status === 'streaming') {
        this.#settle(session, 'connection_lost', 0);
      } else if (session.status === 'joined') {
        session.status = 'created';
      }
    }
  }

  /** The process dies and another begins: nothing runs, streams are settled, the others can be joined again. */
  async #recover(): Promise<void> {
    for (const session of this.#sessions) {
      session.stopRunning?.();
      session.stopRunning = null;
    }
    this.#letGo(this.#sessions);
    await this.#core.recoverLiveSessions();
  }

  async #run(session: ModelSession): Promise<void> {
    if (session.stopRunning !== null) {
      session.stopRunning();
      session.stopRunning = null;
    } else if (session.status === 'joined' || session.status === 'streaming') {
      session.stopRunning = this.#core.context.liveRuns.add(session.id, {
        end: () => Promise.resolve(),
      });
    }
  }

  async #pay({ pick, ms }: SessionStep): Promise<void> {
    const account = this.#account(pick);
    const amountMicros = toMicros(1 + ms * 50);
    await this.#core.topUp({ accountId: account.id, amountMicros });
    account.toppedUpMicros += amountMicros;
  }

  /** A job spends money on which a waiting session may have counted. */
  async #spend({ pick }: SessionStep): Promise<void> {
    const account = this.#account(pick);
    const holdMicros = 3 * sessionPrices.priceMicros;
    const isPaid = this.#balanceOf(account) >= holdMicros;
    const answer = await this.#core
      .submitJob({
        accountId: account.id,
        feature: 'text_to_speech',
        input: { script: 'aaaaaaaa', voice_id: 'v' },
        callbackUrl: null,
        idempotencyKey: null,
      })
      .then(({ job }) => job.status, toCode);
    expectSame('spend', answer, isPaid ? 'queued' : 'insufficient_credits');
    account.jobHoldsMicros += isPaid ? holdMicros : 0;
  }

  async #delete(session: ModelSession): Promise<void> {
    const { accountId, id } = session;
    const answer = await this.#core.deleteJob(accountId, id).then(() => 'gone', toCode);
    expectSame('delete', answer, session.isDeleted ? 'not_found' : 'gone');
    this.#settle(session, 'canceled', 0);
    session.isDeleted = true;
  }

  async #withSession(
    step: SessionStep,
    act: (session: ModelSession) => Promise<void>,
  ): Promise<void> {
    const session = this.#sessions.at(-1 - (step.pick % Math.max(1, this.#sessions.length)));
    await (session && act(session));
  }
}

/** Returns the cost of the whole duration: seconds at their price, or the minimum charge. */
function toMostMicros(minutes: number): number {
  return Math.max(minutes * 60 * sessionPrices.priceMicros, sessionPrices.minimumMicros);
}

/** Tenths of a second that were begun, up to the funded length, rounded up to a whole micro-dollar. */
function toCharge({ streamedMs, minutes }: ModelSession): Micros {
  const tenths = Math.ceil(Math.min(streamedMs, minutes * 60_000) / 100);
  const cost = Math.ceil((tenths * sessionPrices.priceMicros) / 10);
  return toMicros(tenths === 0 ? 0 : Math.max(cost, sessionPrices.minimumMicros));
}

function toJobStatus({ status, hasStreamed, isDeleted }: ModelSession): string {
  if (isDeleted) {
    return 'not_found';
  }
  if (status === 'ended') {
    return hasStreamed ? 'succeeded' : 'canceled';
  }
  return status === 'streaming' ? 'processing' : 'queued';
}
