import { closeSync, openSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toMicros } from '../../../src/base/money.ts';
import { featureNames, features } from '../../../src/contract/api/features.ts';
import type { Core } from '../../../src/service/start/core.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { type ChildServer, openChildServer } from '../../bench/child-server.ts';
import { masterKey, openBenchCore } from '../../bench/scale/bench-core.ts';
import { credentials } from '../../service/files/s3-peer.ts';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import { type Balancer, openBalancer } from './balancer.ts';

/** Role of a node of the cluster. */
export type NodeKind = 'api' | 'live' | 'jobs' | 'worker';

/** A position of the cluster: a node runs there, or is being replaced. */
export interface NodeLocation {
  readonly kind: NodeKind;
  node: ChildServer | null;
}

/** An account that has money for everything, and its key. */
export interface ClusterAccount {
  readonly id: string;
  readonly secret: string;
}

const entry = resolveInProject('src', 'service', 'console', 'index.ts');
const processors = resolveInProject('test', 'service', 'jobs', 'test-processors.ts');
const TOP_UP_USD = 100_000;
const PRICE_USD = 0.01;
const MIN_USD = 0.02;

const workerKey = 'w'.repeat(32);

/** Live workers have no role, because they are no nodes. */
const roles: Readonly<Record<Exclude<NodeKind, 'worker'>, readonly string[]>> = {
  api: ['--roles', 'api'],
  live: ['--roles', 'api,live', '--live-slots', '3'],
  jobs: ['--roles', 'jobs', '--workers', '2', '--processors', processors],
};

/** Services in production setup, on one database and one bucket. */
export class Cluster {
  readonly places: readonly NodeLocation[];
  readonly store: Store;
  readonly core: Core;
  readonly #folder: string;
  readonly #databaseUrl: string;
  readonly #s3: string;
  readonly #log: number;
  /** Balancer in front of all nodes that serve calls. */
  #balancer: Balancer | null = null;

  private constructor(parts: {
    readonly folder: string;
    readonly databaseUrl: string;
    readonly s3: string;
    readonly kinds: readonly NodeKind[];
    readonly store: Store;
    readonly core: Core;
  }) {
    this.#folder = parts.folder;
    this.#databaseUrl = parts.databaseUrl;
    this.#s3 = parts.s3;
    this.#log = openSync(join(parts.folder, 'nodes.log'), 'a');
    this.store = parts.store;
    this.core = parts.core;
    this.places = parts.kinds.map((kind) => ({ kind, node: null }));
  }

  static async open(options: {
    readonly folder: string;
    readonly databaseUrl: string;
    readonly s3: string;
    readonly kinds: readonly NodeKind[];
  }): Promise<Cluster> {
    const capabilities = featureNames.map((feature) => {
      const { unit } = features[feature];
      return { feature, unit, price_usd: PRICE_USD, minimum_usd: MIN_USD };
    });
    const prices = { currency: 'USD', version: '1', capabilities };
    await writeFile(join(options.folder, 'prices.json'), JSON.stringify(prices));
    const cluster = new Cluster({ ...options, ...(await openBenchCore(options.databaseUrl, 4)) });
    cluster.#balancer = await openBalancer(() => cluster.pick(['api', 'live'], Math.random));
    await Promise.all(cluster.places.map((place) => cluster.start(place)));
    return cluster;
  }

  /** Starts a new node at a position. */
  async start(place: NodeLocation): Promise<void> {
    place.node = await (place.kind === 'worker'
      ? this.#startWorker()
      : this.#startNode(place.kind));
  }

  #startWorker(): Promise<ChildServer> {
    return openChildServer(
      [entry, 'live-worker', this.#balancer?.url ?? '', '--json'],
      { GUISE_LIVE_WORKER_KEY: workerKey },
      this.#log,
    );
  }

  async #startNode(kind: Exclude<NodeKind, 'worker'>): Promise<ChildServer> {
    const data = await mkdtemp(join(this.#folder, `${kind}-`));
    const bucket = ['--s3-bucket', 'cluster', '--s3-endpoint', this.#s3];
    const args = ['--json', '--port', '0', '--data', data, '--unsigned', '--drain', '8'];
    const pricing = ['--pricing', join(this.#folder, 'prices.json')];
    const address = kind === 'jobs' ? ['--public-url', this.#balancer?.url ?? ''] : [];
    return openChildServer(
      [entry, 'serve', ...args, ...bucket, ...pricing, ...address, ...roles[kind]],
      {
        GUISE_DATABASE_URL: this.#databaseUrl,
        GUISE_LIVE_WORKER_KEY: workerKey,
        GUISE_MASTER_KEY: Buffer.from(masterKey).toString('base64'),
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        AWS_REGION: credentials.region,
      },
      this.#log,
    );
  }

  /** Returns a node of a kind that serves calls, as a load balancer selects one; null without any. */
  pick(kinds: readonly NodeKind[], random: () => number): string | null {
    const there = this.places.filter(({ kind, node }) => kinds.includes(kind) && node !== null);
    return there[Math.floor(random() * there.length)]?.node?.line['base_url'] ?? null;
  }

  async openAccount(name: string): Promise<ClusterAccount> {
    const { id } = await this.core.createAccount({ name, tier: 'pro' });
    await this.core.topUp({ accountId: id, amountMicros: toMicros(TOP_UP_USD * 1_000_000) });
    const { secret } = await this.core.createKey({ accountId: id, name });
    return { id, secret };
  }

  async close(): Promise<void> {
    await Promise.all(this.places.flatMap(({ node }) => node?.close('SIGKILL') ?? []));
    await this.#balancer?.close();
    await this.store.close();
    closeSync(this.#log);
  }
}

/** Returns the cost of an output in micro-dollars. */
export function toCostMicros(outputUs: number): number {
  const seconds = Math.ceil(outputUs / 100_000) / 10;
  return Math.max(MIN_USD * 1_000_000, Math.round(seconds * PRICE_USD * 1_000_000));
}
