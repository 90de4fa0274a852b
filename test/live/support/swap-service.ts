import { readdir, readFile } from 'node:fs/promises';
import type { SwapSession } from '../../../src/contract/api/resources/session.ts';
import { operations } from '../../../src/contract/api/operations.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import type { ServiceOptions } from '../../../src/service/start/service-options.ts';
import { callOperation } from '../../contract/support/http-call.ts';
import { type Customer, openWorld, type World } from '../../contract/support/world.ts';
import { openBuiltModels } from '../../media/support/models.ts';
import { joinFromNode, type NodeClient } from './node-client.ts';
import { openSwapClient, type SwapClient } from './swap-client.ts';

/** A service with its media rooms and live workers, and a customer who has money. */
export interface SwapService extends World {
  readonly customer: Customer;
  /** Opens a session over REST. */
  openSession(minutes?: number): Promise<SwapSession>;
  /** Opens a session with a shorter duration than a caller may request. */
  openShort(seconds: number): Promise<{ readonly id: string; readonly token: string }>;
  connect(token: string): Promise<SwapClient>;
  /** Reads the rows of a session that the customer sees in `GET /usage` and `GET /jobs`. */
  readRows(id: string): Promise<{ readonly usage: unknown; readonly job: unknown }>;
}

/** Opens a service on a folder of its own. */
export async function openSwapService(options: Partial<ServiceOptions> = {}): Promise<SwapService> {
  await openBuiltModels();
  const world = await openWorld({ requestsPerMinute: () => 100_000, ...options });
  const customer = await world.newAccount();
  const { service } = world;
  const streamUrl = `${service.baseUrl.replace('http', 'ws')}/real-time-swap/stream`;
  const call = async (
    operation: Parameters<typeof callOperation>[1],
    body?: object,
  ): Promise<unknown> => {
    const key = customer.secret;
    const reply = await callOperation(service.baseUrl, operation, { key, ...(body && { body }) });
    if (reply.status !== 200) {
      throw new Error(JSON.stringify(reply));
    }
    return reply.body;
  };
  return {
    ...world,
    customer,
    openSession: async (minutes = 1) =>
      (await call(operations.openSwapSession, { duration_minutes: minutes })) as SwapSession,
    async openShort(seconds) {
      const { session, token } = await service.core.openLiveSession({
        accountId: customer.accountId,
        feature: 'real_time_swap_full',
        durationMinutes: seconds / 60,
        parameters: {},
        isReady: true,
      });
      return { id: session.id, token };
    },
    connect: (token) => openSwapClient(streamUrl, token),
    async readRows(id) {
      const usage = (await call(operations.listUsage)) as { id: string }[];
      const { jobs } = (await call(operations.listJobs)) as { jobs: { id: string }[] };
      const of = <T extends { id: string }>(rows: T[]): T | undefined =>
        rows.find((row) => row.id === id);
      return { usage: of(usage), job: of(jobs) };
    },
  };
}

/** Joins the room of a session from Node and publishes a video without a face. */
export async function publishPlain(client: SwapClient): Promise<NodeClient> {
  const node = await joinRoom(client);
  await node.publishVideo({ luma: 120 });
  return node;
}

/** Joins the room of a session from Node and publishes a still of even size, whose planes have no gaps. */
export async function publishStill(client: SwapClient, still: I420Frame): Promise<NodeClient> {
  const node = await joinRoom(client);
  const { width, height, y, u, v } = still;
  await node.publishVideo({ width, height, image: Buffer.concat([y, u, v]) });
  return node;
}

async function joinRoom(client: SwapClient): Promise<NodeClient> {
  const { livekit_url: url, token } = await client.next('room_info');
  const target = { url, apiKey: '', apiSecret: '', server: null, close: () => Promise.resolve() };
  return joinFromNode(target, '', '', { token });
}

/** Process ids of the live workers of a process, this one by default (Linux). */
export async function listLiveWorkers(parent: number | 'self' = 'self'): Promise<number[]> {
  const pids: number[] = [];
  for (const task of await readdir(`/proc/${parent}/task`)) {
    const path = `/proc/${parent}/task/${task}/children`;
    const children = await readFile(path, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter((text) => text !== '')) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('live-worker-entry')) {
        pids.push(Number(child));
      }
    }
  }
  return pids;
}
