import { hostname } from 'node:os';
import type { Clock } from '../../base/clock.ts';
import { createId } from '../../base/ids.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { JobFeature, LiveFeature } from '../../contract/api/features.ts';
import { deleteOldNodes, listNodeRows, upsertNode } from '../store/statements/node-statements.ts';
import type { Store } from '../store/open.ts';
import { deleteFullBuckets } from '../store/statements/rate-statements.ts';
import type { NodeState } from '../store/schema.ts';
import { type ListedNode, listNodes, readNames } from './list-nodes.ts';
import type { NodeRole } from './roles.ts';

/** Role of this process among the services of its database. */
export interface NodeOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Time without a report after which a node counts as lost. */
  readonly leaseMs: number;
  readonly roles: readonly NodeRole[];
  /** Features that this node can render; only relevant with the role `jobs`. */
  readonly installed: ReadonlySet<JobFeature>;
  /** Sessions that it can run; counts with the role `live` alone. */
  readonly liveFeatures: readonly LiveFeature[];
  /** Jobs that it runs at once. */
  readonly slots: number;
  /** Live sessions that it runs at once. */
  readonly liveSlots: number;
}

/**
 * Time for which a node's features count after its last report: while a deploy replaces all nodes, jobs are
 * admitted and wait.
 */
const OFFERED_MS = 120_000;
const FORGOTTEN_MS = 86_400_000;

/**
 * This process as a node: it reports its presence and reads the features of the others, at every {@link beat}.
 * On SQLite there are no others, and nothing is written.
 */
export class NodePresence {
  /** Generated at every start; owner of the leases of its jobs. */
  readonly id = createId();
  readonly #options: NodeOptions;
  readonly #own: ReadonlySet<string>;
  readonly #startedAtMs: number;
  /** Serialised: a row that was read before a change must not be written after it. */
  readonly #writes = new SerialQueue();
  #offered: ReadonlySet<string>;
  #url: string | null = null;
  #running = 0;
  #state: NodeState = 'active';

  constructor(options: NodeOptions) {
    this.#options = options;
    const { roles, installed, liveFeatures } = options;
    this.#own = new Set<string>([
      ...(roles.includes('jobs') ? installed : []),
      ...(roles.includes('live') ? liveFeatures : []),
    ]);
    this.#offered = this.#own;
    this.#startedAtMs = options.clock.nowMs();
  }

  /** True when the node accepts no new work because it is about to stop. */
  get isDraining(): boolean {
    return this.#state !== 'active';
  }

  has(role: NodeRole): boolean {
    return this.#options.roles.includes(role);
  }

  /** Returns whether a node that is present, or was two minutes ago, offers a feature. */
  offers(feature: JobFeature | LiveFeature): boolean {
    return this.#offered.has(feature);
  }

  /** Registers the node; removes those that are long gone. */
  async join(): Promise<void> {
    const { store, clock } = this.#options;
    await this.beat(0);
    if (store.engine === 'postgres') {
      await deleteOldNodes(store.db, clock.nowMs() - FORGOTTEN_MS);
      await deleteFullBuckets(store.db, clock.nowMs());
    }
  }

  /** Reports that this node is alive and how many jobs it runs; has to be called three times within a lease. */
  async beat(running: number): Promise<void> {
    const { store, clock } = this.#options;
    this.#running = running;
    if (store.engine === 'sqlite') {
      return;
    }
    await this.#write();
    const rows = await listNodeRows(store.db, clock.nowMs() - OFFERED_MS);
    this.#offered = new Set(rows.flatMap(({ features }) => readNames(features)));
  }

  /** Publishes the URL at which other nodes reach it. */
  async listensAt(url: string): Promise<void> {
    this.#url = url;
    await this.#write();
  }

  /** Stops taking new work. */
  async drain(): Promise<void> {
    this.#state = 'draining';
    await this.#write();
  }

  /** Marks it as gone; its features count a little longer. */
  async leave(): Promise<void> {
    this.#state = 'stopped';
    this.#running = 0;
    await this.#write();
  }

  /** Every node of the last hour; this one alone on SQLite. */
  async list(): Promise<ListedNode[]> {
    const { store, clock, leaseMs, roles, slots, liveSlots } = this.#options;
    if (store.engine === 'postgres') {
      return listNodes(store, clock, leaseMs);
    }
    const own = { id: this.id, name: hostname(), url: this.#url, roles, slots, liveSlots };
    const now = { state: this.#state, running: this.#running, seenAtMs: clock.nowMs() };
    return [{ ...own, ...now, startedAtMs: this.#startedAtMs }];
  }

  async #write(): Promise<void> {
    const { store, clock, roles, slots, liveSlots } = this.#options;
    if (store.engine === 'sqlite') {
      return;
    }
    await this.#writes.run(() =>
      upsertNode(store.db, {
        id: this.id,
        name: hostname(),
        url: this.#url,
        roles: JSON.stringify(roles),
        features: JSON.stringify([...this.#own]),
        state: this.#state,
        slots,
        running: this.#running,
        live_slots: liveSlots,
        started_at_ms: this.#startedAtMs,
        seen_at_ms: clock.nowMs(),
      }),
    );
  }
}
