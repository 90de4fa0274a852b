import { invariant } from '../../../src/base/errors.ts';
import { type Core, createCore } from '../../../src/service/start/core.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { openStoreAt, type StoreLocation } from '../store/place.ts';
import { TestClock, testPrices } from '../store/world.ts';

/** Times of the queue that histories reach. */
export const fleetPolicy = {
  leaseMs: 10_000,
  parkedLimitMs: 60_000,
  retryDelayMs: 1000,
  maxAttempts: 3,
} as const;

/** A service of a {@link Fleet}; a restart makes another owner of leases of it. */
export interface FleetService {
  readonly store: Store;
  readonly core: Core;
  readonly owner: string;
}

/**
 * Two services that share one database and one clock. On PostgreSQL each has its own connections; on SQLite, whose file
 * belongs to one process, they are two owners of leases on one connection, and restart together.
 */
export class Fleet {
  readonly clock = new TestClock();
  readonly #place: StoreLocation;
  readonly #change: (store: Store) => Store;
  #stores: Store[] = [];
  #services: FleetService[] = [];
  #starts = 0;

  /** `change` may put a fault into the statements. */
  constructor(place: StoreLocation, change: (store: Store) => Store = (store) => store) {
    this.#place = place;
    this.#change = change;
  }

  /** Starts every service. */
  async open(): Promise<void> {
    const isShared = this.#place.engine === 'sqlite';
    this.#stores = [await openStoreAt(this.#place)];
    if (!isShared) {
      this.#stores.push(await openStoreAt(this.#place));
    }
    this.#services = [0, 1].map((index) => this.#start(this.#stores[index] ?? this.sound));
  }

  /** A service by any number. */
  at(index: number): FleetService {
    const service = this.#services[index % 2];
    invariant(service !== undefined, 'The fleet is open.');
    return service;
  }

  /** The store without faults, for checks from outside. */
  get sound(): Store {
    const [first] = this.#stores;
    invariant(first !== undefined, 'The fleet is open.');
    return first;
  }

  /** Ends a service and starts it again, with all that share its connection. */
  async restart(index: number): Promise<void> {
    if (this.#stores.length === 1) {
      await this.close();
      await this.open();
      return;
    }
    await this.#stores[index % 2]?.close();
    const store = await openStoreAt(this.#place);
    this.#stores[index % 2] = store;
    this.#services[index % 2] = this.#start(store);
  }

  async close(): Promise<void> {
    for (const store of this.#stores) {
      await store.close();
    }
  }

  #start(sound: Store): FleetService {
    const store = this.#change(sound);
    const core = createCore({
      store,
      clock: this.clock,
      prices: testPrices,
      policy: fleetPolicy,
      isInstalled: () => true,
      describeJob: (job) => ({ id: job.id, status: job.status, charged: job.chargedMicros }),
      masterKey: new Uint8Array(32).fill(7),
    });
    this.#starts += 1;
    return { store, core, owner: `owner-${this.#starts}` };
  }
}
