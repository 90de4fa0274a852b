import { randomUUID } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { type Micros, toUsd, zeroMicros } from '../../base/money.ts';
import { readAccount } from '../accounts/accounts.ts';
import type { Account } from '../accounts/account.ts';
import type { ServiceContext } from '../service-context.ts';
import { findAccountRow } from '../store/statements/account-statements.ts';
import { insertTopUp, sumSpentSince } from '../store/statements/ledger-statements.ts';
import { listUsage, summarizeUsage } from '../store/statements/usage-statements.ts';
import type { Balance, UsageRow, UsageSummary, UsageWindow } from './usage.ts';
import { startOfMonthMs, startOfWeekMs, startOfYearMs } from './windows.ts';

/** A payment. */
export interface TopUpRequest {
  readonly accountId: string;
  /** More than zero. */
  readonly amountMicros: Micros;
  /** Names the payment, so that repeating it pays in once; a random one when absent. */
  readonly reference?: string | undefined;
}

/**
 * Adds money to an account. Returns the account afterwards. Throws `invalid_input` where the reference names a payment of
 * another amount.
 */
export async function topUp(context: ServiceContext, request: TopUpRequest): Promise<Account> {
  const { accountId, amountMicros, reference = randomUUID() } = request;
  if (amountMicros <= 0) {
    throw new AppError('invalid_input', 'A payment has to be more than zero.');
  }
  await readAccount(context, accountId);
  const paidMicros = await context.store.db
    .transaction()
    .execute((tx) =>
      insertTopUp(tx, { accountId, amountMicros, reference, nowMs: context.clock.nowMs() }),
    );
  if (paidMicros !== amountMicros) {
    throw new AppError(
      'invalid_input',
      `The payment ${reference} was made before, of ${toUsd(paidMicros)} USD. Name another payment otherwise.`,
    );
  }
  return readAccount(context, accountId);
}

/** Money of an account, all from one instant. */
export async function readBalance(context: ServiceContext, accountId: string): Promise<Balance> {
  const nowMs = context.clock.nowMs();
  const since = [startOfWeekMs(nowMs), startOfMonthMs(nowMs), startOfYearMs(nowMs)];
  return context.store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const account = await findAccountRow(tx, accountId);
      if (account === null) {
        throw new AppError('not_found', 'There is no such account.');
      }
      const [week, month, year] = await sumSpentSince(tx, accountId, since);
      return {
        balanceMicros: account.balance_micros,
        heldMicros: account.held_micros,
        totalSpentMicros: account.spent_micros,
        totalToppedUpMicros: account.topped_up_micros,
        spentThisWeekMicros: week ?? zeroMicros,
        spentThisMonthMicros: month ?? zeroMicros,
        spentThisYearMicros: year ?? zeroMicros,
      };
    });
}

/** Calls of an account, live sessions included, newest first. */
export async function readUsage(
  context: ServiceContext,
  accountId: string,
  page: UsageWindow & { readonly limit: number },
): Promise<UsageRow[]> {
  return listUsage(context.store.db, accountId, page);
}

/** Sums the usage of an account over its full history, or over a window of it. */
export async function readUsageSummary(
  context: ServiceContext,
  accountId: string,
  window: UsageWindow = {},
): Promise<UsageSummary> {
  return summarizeUsage(context.store.db, accountId, window);
}
