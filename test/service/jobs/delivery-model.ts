import { toDelayMs } from '../../../src/service/webhooks/backoff.ts';
import { claimDue, type ClaimedDelivery } from '../../../src/service/webhooks/claim-deliveries.ts';
import { resendDelivery } from '../../../src/service/webhooks/delivery-log.ts';
import { DeliverySlots } from '../../../src/service/webhooks/delivery-slots.ts';
import {
  clampDeliveryDueTimes,
  findNextDueMs,
  finishAttempt,
  releaseDelivery,
} from '../../../src/service/webhooks/outbox.ts';
import { expectSame } from '../support/expect-same.ts';
import type { Fleet } from './fleet.ts';
import type { QueueStep } from './queue-steps.ts';

/** State of a job's webhook in the model. */
interface ModelDelivery {
  readonly jobId: string;
  readonly status: string;
  state: 'pending' | 'delivered' | 'given_up';
  attempt: number;
  nextAtMs: number;
  leaseUntilMs: number | null;
  /** Attempts that reached the receiver, with any result. */
  sent: number;
}

const senderLeaseMs = 20_000;
const longestWaitMs = 60_000_000;
const slots = { total: 3, perAccount: 3, perHost: 3 };

/** The outbox, compared with a plain list of pending deliveries. `apply` names its steps. */
export class DeliveryModel {
  readonly #fleet: Fleet;
  readonly #all = new Map<string, ModelDelivery>();
  /** Attempts whose sender has not reported yet. */
  readonly #underway: { readonly claimed: ClaimedDelivery; readonly delivery: ModelDelivery }[] =
    [];

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /** A job ended: its webhook is due at once. */
  add(jobId: string, status: string): void {
    const nextAtMs = this.#fleet.clock.nowMs();
    const delivery = { jobId, status, attempt: 0, nextAtMs, leaseUntilMs: null, sent: 0 };
    this.#all.set(jobId, { ...delivery, state: 'pending' });
  }

  /** The job was deleted, and its webhook with it. */
  forget(jobId: string): void {
    this.#all.delete(jobId);
  }

  /** Returns whether the end of a job was sent to its receiver at least once. */
  wasToldOf(jobId: string): boolean {
    return (this.#all.get(jobId)?.sent ?? 0) > 0;
  }

  async apply(step: QueueStep): Promise<void> {
    if (step.kind === 'send') {
      await this.#send(step);
    } else if (step.kind === 'sendLate') {
      await this.#sendLate(step);
    } else if (step.kind === 'overtake') {
      await this.#overtake(step);
    } else if (step.kind === 'resend') {
      await this.#resend(step);
    } else {
      await this.#settleClock(step);
    }
  }

  /** Every row against the model. */
  async compare(): Promise<void> {
    const rows = await this.#fleet.sound.db
      .selectFrom('webhook_deliveries')
      .innerJoin('jobs', 'jobs.id', 'webhook_deliveries.job_id')
      .selectAll('webhook_deliveries')
      .where('job_id', 'in', ['', ...this.#all.keys()])
      .execute();
    expectSame('deliveries', rows.length, this.#all.size);
    for (const row of rows) {
      const expected = this.#all.get(row.job_id);
      const real = [row.state, row.attempt, row.next_at_ms, row.lease_until_ms];
      const model = expected && [
        expected.state,
        expected.attempt,
        expected.nextAtMs,
        expected.leaseUntilMs,
      ];
      expectSame(`delivery of ${row.job_id}`, JSON.stringify(real), JSON.stringify(model));
    }
  }

  /** Lets all leases end and sends whatever is due, until nothing is pending. */
  async drain(): Promise<void> {
    this.#underway.length = 0;
    while (this.#pending().length > 0) {
      const dueMs = await findNextDueMs(this.#fleet.at(0).store.db);
      expectSame('something is due', dueMs !== null, true);
      const nowMs = this.#fleet.clock.nowMs();
      this.#fleet.clock.set(Math.max(nowMs + senderLeaseMs, dueMs ?? 0));
      await this.#send({ kind: 'send', pick: 0, choice: 0, flag: true });
      await this.compare();
    }
  }

  #pending(): ModelDelivery[] {
    return [...this.#all.values()].filter(({ state }) => state === 'pending');
  }

  #due(): ModelDelivery[] {
    const nowMs = this.#fleet.clock.nowMs();
    return this.#pending().filter(
      ({ nextAtMs, leaseUntilMs }) =>
        nextAtMs <= nowMs && (leaseUntilMs === null || leaseUntilMs <= nowMs),
    );
  }

  /** Both services claim at the same time; each delivery has one sender, and the longest due go first. */
  async #send({ pick, choice }: QueueStep): Promise<void> {
    const due = this.#due();
    const nowMs = this.#fleet.clock.nowMs();
    const claims = await Promise.all(
      [0, 1].map(async (index) =>
        claimDue(this.#fleet.at(pick + index).store.db, {
          nowMs,
          leaseMs: senderLeaseMs,
          slots: new DeliverySlots(slots),
        }),
      ),
    );
    const claimed = claims.flat();
    const max = Math.min(due.length, 2 * slots.total);
    expectSame('claimed at least', claimed.length >= Math.min(due.length, slots.total), true);
    expectSame('claimed at most', claimed.length <= max, true);
    for (const one of claimed) {
      const { id, status } = JSON.parse(Buffer.from(one.body).toString()) as Record<string, string>;
      const delivery = due.find(({ jobId }) => jobId === id);
      if (delivery === undefined) {
        throw new Error(`The webhook of ${id} was sent though it was not due.`);
      }
      due.splice(due.indexOf(delivery), 1);
      expectSame('webhook says', status, delivery.status);
      expectSame('number of the attempt', one.attemptNo, delivery.attempt + 1);
      delivery.leaseUntilMs = nowMs + senderLeaseMs;
      delivery.sent += 1;
      await this.#outcome(one, delivery, choice);
    }
  }

  async #outcome(claimed: ClaimedDelivery, delivery: ModelDelivery, choice: number): Promise<void> {
    const { db } = this.#fleet.at(choice).store;
    if (choice % 5 === 4) {
      await releaseDelivery(db, claimed);
      delivery.leaseUntilMs = null;
    } else if (choice % 5 === 3) {
      this.#underway.push({ claimed, delivery });
    } else {
      await this.#finish(claimed, delivery, choice % 5 === 0);
    }
  }

  async #finish(
    claimed: ClaimedDelivery,
    delivery: ModelDelivery,
    isDelivered: boolean,
  ): Promise<void> {
    const nowMs = this.#fleet.clock.nowMs();
    const delayMs = isDelivered ? null : toDelayMs(claimed.attemptNo + 1, 0.5);
    const nextAtMs = delayMs === null ? null : nowMs + delayMs;
    const isCurrent =
      this.#all.get(delivery.jobId) === delivery &&
      delivery.state === 'pending' &&
      delivery.leaseUntilMs === claimed.leaseUntilMs;
    const status = isDelivered ? 204 : 500;
    const outcome = { isDelivered, status, problem: null, durationMs: 1, nowMs, nextAtMs };
    const isWritten = await finishAttempt(this.#fleet.at(0).store.db, claimed, outcome);
    expectSame('an outcome counts', isWritten, isCurrent);
    if (isCurrent) {
      const next = nextAtMs === null ? 'given_up' : 'pending';
      delivery.state = isDelivered ? 'delivered' : next;
      delivery.attempt = claimed.attemptNo;
      delivery.nextAtMs = nextAtMs ?? nowMs;
      delivery.leaseUntilMs = null;
    }
  }

  /** A slow sender reports its attempt, too late when another has the delivery since. */
  async #sendLate({ pick, flag }: QueueStep): Promise<void> {
    const [late] = this.#underway.splice(pick % Math.max(1, this.#underway.length), 1);
    await (late && this.#finish(late.claimed, late.delivery, flag));
  }

  /** Senders are so slow that others repeat their deliveries; then the slow ones report. */
  async #overtake(step: QueueStep): Promise<void> {
    await this.#send({ ...step, choice: 3 });
    this.#fleet.clock.advance(senderLeaseMs);
    await this.#send({ ...step, choice: 1 });
    while (this.#underway.length > 0) {
      await this.#sendLate(step);
    }
  }

  async #resend({ pick }: QueueStep): Promise<void> {
    const delivery = [...this.#all.values()][pick % Math.max(1, this.#all.size)];
    if (delivery === undefined) {
      return;
    }
    const { db } = this.#fleet.at(pick).store;
    const row = await db
      .selectFrom('webhook_deliveries')
      .select(['id', 'account_id'])
      .where('job_id', '=', delivery.jobId)
      .executeTakeFirstOrThrow();
    const nowMs = this.#fleet.clock.nowMs();
    const target = { accountId: row.account_id, deliveryId: row.id, nowMs };
    expectSame('resend', await resendDelivery(db, target), true);
    expectSame('of others', await resendDelivery(db, { ...target, accountId: 'other' }), false);
    delivery.state = 'pending';
    delivery.nextAtMs = nowMs;
  }

  async #settleClock({ pick }: QueueStep): Promise<void> {
    const nowMs = this.#fleet.clock.nowMs();
    const at = { nowMs, leaseMs: senderLeaseMs, longestWaitMs };
    await clampDeliveryDueTimes(this.#fleet.at(pick).store.db, at);
    for (const delivery of this.#pending()) {
      const isFar = delivery.nextAtMs > nowMs + longestWaitMs;
      if (isFar || (delivery.nextAtMs > nowMs && delivery.attempt === 0)) {
        delivery.nextAtMs = nowMs;
      }
      if ((delivery.leaseUntilMs ?? 0) > nowMs + senderLeaseMs) {
        delivery.leaseUntilMs = null;
      }
    }
  }
}
