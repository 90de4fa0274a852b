import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { toMicros } from '../../../src/base/money.ts';
import { featureNames, features } from '../../../src/contract/api/features.ts';
import type { Scope } from '../../../src/contract/api/kit.ts';
import type { RateTier } from '../../../src/contract/api/limits.ts';
import { parsePriceList } from '../../../src/service/billing/prices.ts';
import { createLogger } from '../../../src/service/http/log.ts';
import { openService, type Service } from '../../../src/service/start/service.ts';
import type { ServiceOptions } from '../../../src/service/start/service-options.ts';

/** A service in a folder of its own, with prices. */
export interface World {
  readonly service: Service;
  readonly folder: string;
  /** Log entries. */
  readonly log: () => string;
  /** A new account with a key that may do everything. */
  newAccount(options?: {
    readonly tier?: RateTier;
    readonly balanceUsd?: number;
  }): Promise<Customer>;
  /** Adds money to an account. */
  topUp(accountId: string, usd: number): Promise<void>;
  close(): Promise<void>;
}

/** An account and its key. */
export interface Customer {
  readonly accountId: string;
  readonly keyId: string;
  readonly secret: string;
  /** Creates a further key of the account; each key has its own rate limit. */
  newKey(scopes?: readonly Scope[]): Promise<{ readonly id: string; readonly secret: string }>;
}

/** Every call costs something, so that money shows. */
export const testPrices = parsePriceList(
  {
    currency: 'USD',
    version: 'test-1',
    capabilities: featureNames.map((feature) => ({
      feature,
      unit: features[feature].unit,
      price_usd: 0.01,
      minimum_usd: 0.02,
    })),
  },
  'test prices',
);

/** Processors for every feature. */
export const everyProcessor = new URL('./every-processor.ts', import.meta.url).href;

/** Processors for none. */
export const noProcessor = new URL('./no-processor.ts', import.meta.url).href;

/** Opens a world; the caller closes it. */
export async function openWorld(options: Partial<ServiceOptions> = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-contract-'));
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const service = await openService({
    folder,
    prices: testPrices,
    slots: 2,
    // Tests compare results by their bytes.
    signResults: false,
    logger: createLogger('debug', stream),
    ...options,
  });
  const { core } = service;
  return {
    service,
    folder,
    log: () => lines.join(''),
    async newAccount({ tier = 'pro', balanceUsd = 100 } = {}) {
      const { id: accountId } = await core.createAccount({ name: 'customer', tier });
      if (balanceUsd > 0) {
        await core.topUp({ accountId, amountMicros: toMicros(balanceUsd * 1_000_000) });
      }
      const { key, secret } = await core.createKey({ accountId, name: 'main' });
      return {
        accountId,
        keyId: key.id,
        secret,
        async newKey(scopes) {
          const made = await core.createKey({ accountId, name: 'more', scopes });
          return { id: made.key.id, secret: made.secret };
        },
      };
    },
    async topUp(accountId, usd) {
      await core.topUp({ accountId, amountMicros: toMicros(usd * 1_000_000) });
    },
    async close() {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}
