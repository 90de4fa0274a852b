import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { createId } from '../../../src/base/ids.ts';
import { operations } from '../../../src/contract/api/operations.ts';
import { callOperation, type HttpReply } from '../../contract/support/http-call.ts';
import type { AttackLog } from '../attack-log.ts';
import type { Cluster, ClusterAccount } from './cluster.ts';

/** A job as its customer knows it. */
export interface Order {
  readonly account: ClusterAccount;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly script: string;
  /** Null until an answer came. */
  jobId: string | null;
}

/** Account and cluster of a lane. */
export interface Lane {
  readonly cluster: Cluster;
  readonly account: ClusterAccount;
  readonly log: AttackLog;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

const submittedSchema = z.object({ id: z.string() });

/** Submits jobs and cancels some until the signal; returns all of them, with or without a reply. */
export async function orderJobs(lane: Lane): Promise<Order[]> {
  const { account, random, signal, log } = lane;
  const orders: Order[] = [];
  while (!signal.aborted) {
    const order: Order = { account, key: createId(), script: drawScript(random), jobId: null };
    orders.push(order);
    await submit(lane, order);
    const known = orders[Math.floor(random() * orders.length)]?.jobId ?? null;
    if (known !== null && random() < 0.15) {
      const reply = await call(lane, (base) =>
        callOperation(base, operations.cancelJob, {
          key: account.secret,
          path: `/jobs/${known}/cancel`,
        }),
      );
      log.count(`cancel: ${reply?.status ?? 'no answer'}`);
    }
    await pause(150 + random() * 500);
  }
  return orders;
}

/** Submits an order with its key, repeatedly when needed; gives up temporarily after some tries. */
export async function submit(lane: Lane, order: Order): Promise<void> {
  const body = { script: order.script, voice_id: 'en-clara' };
  for (let count = 0; count < 5 && order.jobId === null; count += 1) {
    const reply = await call(lane, (base) =>
      callOperation(base, operations.submitTextToSpeech, {
        key: order.account.secret,
        body,
        headers: { 'idempotency-key': order.key },
      }),
    );
    lane.log.count(`submit: ${reply?.status ?? 'no answer'}`);
    if (reply?.status === 200 || reply?.status === 202) {
      order.jobId = submittedSchema.parse(reply.body).id;
    } else if (reply !== null && reply.status < 500 && reply.status !== 429) {
      lane.log.wrong(`a submit was answered ${reply.status}: ${reply.message}`);
      return;
    } else {
      await pause(500);
    }
  }
}

/** Null when no answer came: the node died, or is not there. */
async function call(
  { cluster, random }: Lane,
  ask: (baseUrl: string) => Promise<HttpReply>,
): Promise<HttpReply | null> {
  const base = cluster.pick(['api', 'live'], random);
  return base === null ? null : ask(base).catch(() => null);
}

function drawScript(random: () => number): string {
  const kind = random();
  const text = 'word '.repeat(1 + Math.floor(random() * 20)).trim();
  if (kind < 0.4) {
    return text;
  }
  if (kind < 0.85) {
    return `sleep ${100 + Math.floor(random() * 3000)}`;
  }
  return kind < 0.95 ? `faceless ${text}` : 'die';
}
