import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import { zeroMicros } from '../../base/money.ts';
import { type RateTier, rateTiers } from '../../contract/api/limits.ts';
import type { PriceList } from '../billing/prices.ts';
import type { ServiceContext } from '../service-context.ts';
import {
  findAccountRow,
  insertAccount,
  listAccountRows,
  updateTier,
} from '../store/statements/account-statements.ts';
import type { AccountRow } from '../store/schema.ts';
import type { Account, AccountLimits } from './account.ts';
import { forgetKeys } from './key-cache.ts';

/** Makes an account with an empty balance. */
export async function createAccount(
  context: ServiceContext,
  account: { readonly name: string; readonly tier?: RateTier | undefined },
): Promise<Account> {
  const row: AccountRow = {
    id: createId(),
    name: account.name,
    tier: account.tier ?? 'default',
    balance_micros: zeroMicros,
    held_micros: zeroMicros,
    spent_micros: zeroMicros,
    topped_up_micros: zeroMicros,
    created_at_ms: context.clock.nowMs(),
  };
  await insertAccount(context.store.db, row);
  return toAccount(row);
}

/** Reads an account; throws `not_found` when it does not exist. */
export async function readAccount(context: ServiceContext, accountId: string): Promise<Account> {
  const row = await findAccountRow(context.store.db, accountId);
  if (row === null) {
    throw new AppError('not_found', 'There is no such account.');
  }
  return toAccount(row);
}

/** Every account, oldest first. */
export async function listAccounts(context: ServiceContext): Promise<Account[]> {
  return (await listAccountRows(context.store.db)).map(toAccount);
}

/** Changes the tier of an account; effective from the next request. */
export async function setTier(
  context: ServiceContext,
  accountId: string,
  tier: RateTier,
): Promise<void> {
  if (!(await updateTier(context.store.db, accountId, tier))) {
    throw new AppError('not_found', 'There is no such account.');
  }
  forgetKeys(context.store);
}

/** Minutes shown where a price of zero would give infinitely many: a year. */
const MAX_MINUTES = 525_600;

/** Limits and money of an account. */
export async function readAccountLimits(
  context: ServiceContext,
  accountId: string,
): Promise<AccountLimits> {
  const account = await readAccount(context, accountId);
  const tier = rateTiers[account.tier];
  return {
    account,
    requestsPerMinute: tier.requestsPerMinute,
    maxConcurrentJobs: tier.processingJobs,
    maxRealtimeMinutes: toMinutes(context.prices, 'real_time_swap_full', account),
    maxVoiceMinutes: toMinutes(context.prices, 'voice_changer', account),
  };
}

function toMinutes(
  { prices }: PriceList,
  feature: 'real_time_swap_full' | 'voice_changer',
  { balanceMicros }: Account,
): number {
  const { priceMicros, minimumMicros } = prices[feature];
  if (balanceMicros < minimumMicros) {
    return 0;
  }
  return priceMicros === 0
    ? MAX_MINUTES
    : Math.min(MAX_MINUTES, Math.floor(balanceMicros / (priceMicros * 60)));
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    tier: row.tier,
    balanceMicros: row.balance_micros,
    heldMicros: row.held_micros,
    spentMicros: row.spent_micros,
    toppedUpMicros: row.topped_up_micros,
    createdAtMs: row.created_at_ms,
  };
}
