import { hostname } from 'node:os';
import type { LiveFeature } from '../../../contract/api/features.ts';
import { hashSecret } from '../../accounts/keys.ts';
import type { ServiceContext } from '../../service-context.ts';
import { readNames } from '../../nodes/list-nodes.ts';
import type { Db } from '../../store/db.ts';
import { findLiveByToken } from '../../store/statements/live-statements.ts';
import { expireNode, listNodeRows } from '../../store/statements/node-statements.ts';
import type { NodeRow } from '../../store/schema.ts';
import { addSessions, isOverfull, sumSlotsByNode, type TakenSlots } from './live-slots.ts';

/** Address of another node. */
export interface NodeAddress {
  readonly id: string;
  /** Origin, such as `http://10.0.0.7:8787`. */
  readonly url: string;
}

/**
 * Finds the other node that a token's connection belongs to: the one that runs its session, else one with a
 * free slot when this node has none. Null when it belongs here, or nowhere.
 */
export async function findLiveNode(
  context: ServiceContext,
  token: string,
): Promise<NodeAddress | null> {
  const { store, nodeId } = context;
  if (store.engine === 'sqlite') {
    return null;
  }
  const live = await findLiveByToken(store.db, hashSecret(token));
  if (live === null || live.status === 'ended' || live.node_id === nodeId) {
    return null;
  }
  const nodes = await listPresent(context, store.db);
  const owner = nodes.find(({ id }) => id === live.node_id);
  if (owner !== undefined) {
    return toAddress(owner);
  }
  const free = await findFree(context, store.db, { nodes, feature: live.feature });
  return free.hasOwn ? null : free.other;
}

/** Other nodes that run sessions of a feature, those with most free slots first. */
export async function listLiveNodes(
  context: ServiceContext,
  feature: LiveFeature,
): Promise<readonly NodeAddress[]> {
  const { db } = context.store;
  const nodes = await listPresent(context, db);
  const others = listOthers(context, await sumSlotsByNode(db), { nodes, feature });
  return others.flatMap(({ node }) => toAddress(node) ?? []);
}

/** Returns whether some node, this one included, could run one more session of a feature. */
export async function hasFreeSlot(
  context: ServiceContext,
  db: Db,
  feature: LiveFeature,
): Promise<boolean> {
  const nodes = await listPresent(context, db);
  const { hasOwn, other } = await findFree(context, db, { nodes, feature });
  return hasOwn || other !== null;
}

/** Marks a node as lost because nothing listens at its address, until it reports again. */
export async function noteNodeGone(
  { store, clock, policy }: ServiceContext,
  id: string,
): Promise<void> {
  await expireNode(store.db, id, clock.nowMs() - policy.leaseMs - 1);
}

/** Returns whether the node that ran a session is lost, so that another one may take over. */
export async function isLostNode(
  context: ServiceContext,
  id: string,
  db: Db = context.store.db,
): Promise<boolean> {
  return (
    context.store.engine === 'postgres' &&
    !(await listPresent(context, db)).some((node) => node.id === id)
  );
}

/**
 * Finds a free slot here, and the other node with the most free slots, among those that can run the feature.
 */
async function findFree(
  context: ServiceContext,
  db: Db,
  { nodes, feature }: { readonly nodes: readonly NodeRow[]; readonly feature: LiveFeature },
): Promise<{ readonly hasOwn: boolean; readonly other: NodeAddress | null }> {
  const { nodeId, policy, isRunHere } = context;
  const taken = await sumSlotsByNode(db);
  const isDraining = nodes.some(({ id, state }) => id === nodeId && state !== 'active');
  const others = listOthers(context, taken, { nodes, feature });
  const freest = others.find(({ isFull }) => !isFull);
  const isFull = isOverfull(addSessions(taken(nodeId), feature), policy.maxStreams);
  return {
    hasOwn: isRunHere(feature) && !isFull && !(isDraining && freest !== undefined),
    other: freest === undefined ? null : toAddress(freest.node),
  };
}

/** Other nodes that can run a feature and be reached, those with most free slots first. */
function listOthers(
  { nodeId }: ServiceContext,
  taken: (nodeId: string) => TakenSlots,
  { nodes, feature }: { readonly nodes: readonly NodeRow[]; readonly feature: LiveFeature },
): readonly { readonly node: NodeRow; readonly free: number; readonly isFull: boolean }[] {
  return nodes
    .filter(({ id, state }) => id !== nodeId && state === 'active')
    .filter((node) => readNames(node.features).includes(feature) && toAddress(node) !== null)
    .map((node) => ({
      node,
      free: node.live_slots - taken(node.id).slots,
      isFull: isOverfull(addSessions(taken(node.id), feature), node.live_slots),
    }))
    .toSorted((one, two) => two.free - one.free);
}

/** Nodes that reported within a lease. When a newer one uses the same address, the older one is gone. */
async function listPresent({ store, clock, policy }: ServiceContext, db: Db): Promise<NodeRow[]> {
  if (store.engine === 'sqlite') {
    return [];
  }
  const rows = await listNodeRows(db, clock.nowMs() - policy.leaseMs);
  const latest = new Map(rows.map((row) => [`${row.name} ${row.url}`, row.id]));
  return rows.filter(
    ({ id, name, url, state }) =>
      state !== 'stopped' && (url === null || latest.get(`${name} ${url}`) === id),
  );
}

/** Null for a node that listens on the loopback address of another machine. */
function toAddress({ id, name, url }: NodeRow): NodeAddress | null {
  if (url === null) {
    return null;
  }
  const isLoopback = /^(127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname);
  return isLoopback && name !== hostname() ? null : { id, url };
}
