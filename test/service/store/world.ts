import { createHash, randomUUID } from 'node:crypto';
import { type Micros, toMicros } from '../../../src/base/money.ts';
import { featureNames, features, type Feature } from '../../../src/contract/api/features.ts';
import type { Account } from '../../../src/service/accounts/account.ts';
import type { PriceList } from '../../../src/service/billing/prices.ts';
import { type Core, createCore } from '../../../src/service/start/core.ts';
import type { StoredFile } from '../../../src/service/jobs/end.ts';
import type { Policy } from '../../../src/service/start/policy.ts';
import { insertFile } from '../../../src/service/store/statements/file-statements.ts';
import type { Store } from '../../../src/service/store/open.ts';
import type { MediaInfo, FileKind } from '../../../src/capabilities/media-file.ts';

/** A clock that stands still until a test advances it. */
export class TestClock {
  #nowMs: number;

  constructor(nowMs = Date.UTC(2026, 2, 4, 12)) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** Moves on. */
  advance(ms: number): void {
    this.#nowMs += ms;
  }

  /** Jumps. */
  set(ms: number): void {
    this.#nowMs = ms;
  }
}

/** A dollar per second or call, nothing less than half a dollar. */
export const testPrices: PriceList = toPriceList(1_000_000, 500_000);

/** The same price for everything. */
export function toPriceList(priceMicros: number, minimumMicros: number): PriceList {
  const entries = featureNames.map((feature) => [
    feature,
    {
      feature,
      unit: features[feature].unit,
      priceMicros: toMicros(priceMicros),
      minimumMicros: toMicros(minimumMicros),
    },
  ]);
  return { version: 'test-1', prices: Object.fromEntries(entries) as PriceList['prices'] };
}

/** A core on a store, with every feature installed and one account. */
export interface World {
  readonly core: Core;
  readonly store: Store;
  readonly clock: TestClock;
  readonly account: Account;
  topUp(micros: number): Promise<void>;
  /** Registers an upload that has no bytes. */
  addUpload(kind: FileKind, facts?: MediaInfo, accountId?: string): Promise<string>;
}

/** Options of {@link createWorld}. */
export interface WorldOptions {
  readonly prices?: PriceList;
  readonly policy?: Partial<Policy>;
  readonly isInstalled?: (feature: Feature) => boolean;
  /** All installed features when absent. */
  readonly isRunHere?: (feature: Feature) => boolean;
  readonly clock?: TestClock;
  /** One of several nodes on the store. */
  readonly nodeId?: string;
}

/** Makes a {@link World}; the caller closes the store. */
export async function createWorld(store: Store, options: WorldOptions = {}): Promise<World> {
  const clock = options.clock ?? new TestClock();
  const core = createCore({
    store,
    nodeId: options.nodeId,
    clock,
    prices: options.prices ?? testPrices,
    policy: options.policy,
    isInstalled: options.isInstalled ?? (() => true),
    isRunHere: options.isRunHere,
    describeJob: (job) => ({ id: job.id, status: job.status, charged: job.chargedMicros }),
    masterKey: new Uint8Array(32).fill(7),
  });
  const account = await core.createAccount({ name: 'Test' });
  return {
    core,
    store,
    clock,
    account,
    async topUp(micros) {
      await core.topUp({ accountId: account.id, amountMicros: toMicros(micros) });
    },
    async addUpload(kind, facts = {}, accountId = account.id) {
      const fileKey = `api/${kind === 'audio' ? kind : `${kind}s`}/${randomUUID()}.bin`;
      const output = fakeFile(fileKey);
      await store.db.transaction().execute((tx) =>
        insertFile(tx, {
          file_key: fileKey,
          account_id: accountId,
          role: 'upload',
          job_id: null,
          blob_hash: output.blobHash,
          kind,
          mime: 'application/octet-stream',
          size_bytes: output.sizeBytes,
          facts: JSON.stringify(facts),
          declared_name: null,
          created_at_ms: clock.nowMs(),
        }),
      );
      return fileKey;
    },
  };
}

/** A file that only the database knows. */
export function fakeFile(seed: string): StoredFile {
  return {
    blobHash: createHash('sha256').update(seed).digest('hex'),
    sizeBytes: 1,
    kind: 'audio',
    mime: 'audio/wav',
    extension: 'wav',
    facts: {},
  };
}

/** Micros from dollars, for readable tests. */
export function usd(dollars: number): Micros {
  return toMicros(Math.round(dollars * 1_000_000));
}
