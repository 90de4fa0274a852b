import { sql } from 'kysely';
import {
  addMicros,
  type Micros,
  subtractMicros,
  toMicros,
  zeroMicros,
} from '../../../base/money.ts';
import { invariant, InvariantError } from '../../../base/errors.ts';
import type { Db, Tx } from '../db.ts';
import { type Placeholders, prepareRow, prepareRows } from '../prepared.ts';
import type { Book } from '../schema.ts';

/*
 * Money. The lines are the truth, the account row caches their sums and guards them: each statement
 * below moves both, in one transaction with whatever caused it.
 */

function negate(amount: Micros): Micros {
  return subtractMicros(zeroMicros, amount);
}

/** Lines of one cause; they sum to zero. */
interface Entry {
  readonly entry: string;
  readonly accountId: string;
  readonly nowMs: number;
  readonly lines: Readonly<Partial<Record<Book, Micros>>>;
}

async function writeEntry(tx: Tx, { entry, accountId, nowMs, lines }: Entry): Promise<void> {
  const written = (['external', 'balance', 'held', 'revenue'] as const).flatMap((book) => {
    const amount = lines[book] ?? zeroMicros;
    return amount === 0
      ? []
      : [{ entry, account_id: accountId, book, amount_micros: amount, at_ms: nowMs }];
  });
  invariant(
    addMicros(...written.map((line) => line.amount_micros)) === 0,
    'The lines of an entry sum to zero.',
  );
  if (written.length > 0) {
    await tx.insertInto('ledger_lines').values(written).execute();
  }
}

/** A payment into an account. */
export interface TopUp {
  readonly accountId: string;
  readonly amountMicros: Micros;
  /** Names the payment; the same reference pays in once. */
  readonly reference: string;
  readonly nowMs: number;
}

/**
 * Pays in, and returns the amount that was paid in with the reference: another one where an earlier payment has it, which
 * stays the only one. The account must exist.
 */
export async function insertTopUp(tx: Tx, topUp: TopUp): Promise<Micros> {
  const { accountId, amountMicros, nowMs } = topUp;
  const entry = `topup:${accountId}:${topUp.reference}`;
  const line = {
    entry,
    account_id: accountId,
    at_ms: nowMs,
  };
  const written = await tx
    .insertInto('ledger_lines')
    .values([
      { ...line, book: 'external', amount_micros: negate(amountMicros) },
      { ...line, book: 'balance', amount_micros: amountMicros },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (written.length === 0) {
    const earlier = await tx
      .selectFrom('ledger_lines')
      .select('amount_micros')
      .where('entry', '=', entry)
      .where('book', '=', 'balance')
      .executeTakeFirstOrThrow();
    return earlier.amount_micros;
  }
  await tx
    .updateTable('accounts')
    .set((eb) => ({
      balance_micros: eb('balance_micros', '+', amountMicros),
      topped_up_micros: eb('topped_up_micros', '+', amountMicros),
    }))
    .where('id', '=', accountId)
    .execute();
  return amountMicros;
}

/** Money to set aside for a job or session that exists. */
export interface Reservation {
  readonly id: string;
  readonly accountId: string;
  readonly amountMicros: Micros;
  readonly nowMs: number;
}

const moveToHeld = prepareRow(
  (
    db,
    { accountId, amountMicros }: Placeholders<Pick<Reservation, 'accountId' | 'amountMicros'>>,
  ) =>
    db
      .updateTable('accounts')
      .set((eb) => ({
        balance_micros: eb('balance_micros', '-', amountMicros),
        held_micros: eb('held_micros', '+', amountMicros),
      }))
      .where('id', '=', accountId)
      .where('balance_micros', '>=', amountMicros)
      .returning('id'),
);

/** Debits the amount if the balance covers it, which also locks the account's row. */
export async function debitBalance(
  tx: Tx,
  reservation: Pick<Reservation, 'accountId' | 'amountMicros'>,
): Promise<boolean> {
  return (await moveToHeld(tx, reservation)) !== null;
}

const openHold = prepareRows((db, hold: Placeholders<Reservation>) =>
  db.insertInto('holds').values({
    id: hold.id,
    account_id: hold.accountId,
    amount_micros: hold.amountMicros,
    state: 'open',
    cost_micros: zeroMicros,
    opened_at_ms: hold.nowMs,
    closed_at_ms: null,
  }),
);

/** Writes the hold for an amount that {@link debitBalance} took in the same transaction. */
export async function writeHold(tx: Tx, hold: Reservation): Promise<void> {
  const { id, accountId, amountMicros, nowMs } = hold;
  await openHold(tx, hold);
  await writeEntry(tx, {
    entry: `hold:${id}`,
    accountId,
    nowMs,
    lines: { balance: negate(amountMicros), held: amountMicros },
  });
}

const selectOpenHold = prepareRow((db, hold: Placeholders<Pick<Reservation, 'id'>>) =>
  db
    .selectFrom('holds')
    .select('amount_micros')
    .where('id', '=', hold.id)
    .where('state', '=', 'open'),
);

/** Amount of an open hold; null when there is none. */
export async function findOpenHold(db: Db, id: string): Promise<Micros | null> {
  return (await selectOpenHold(db, { id }))?.amount_micros ?? null;
}

/** End of a hold. */
export interface HoldEnd {
  readonly id: string;
  /** `posted` charges the cost and returns the rest, `voided` returns all. */
  readonly state: 'posted' | 'voided';
  readonly costMicros: Micros;
  readonly nowMs: number;
}

const endHold = prepareRow((db, end: Placeholders<HoldEnd>) =>
  db
    .updateTable('holds')
    .set({ state: end.state, cost_micros: end.costMicros, closed_at_ms: end.nowMs })
    .where('id', '=', end.id)
    .where('state', '=', 'open')
    .returning(['account_id', 'amount_micros']),
);

/** Change of the account's row by the end of a hold. */
interface HeldMove {
  readonly accountId: string;
  readonly amountMicros: Micros;
  readonly costMicros: Micros;
  readonly restMicros: Micros;
}

const moveFromHeld = prepareRows((db, move: Placeholders<HeldMove>) =>
  db
    .updateTable('accounts')
    .set((eb) => ({
      held_micros: eb('held_micros', '-', move.amountMicros),
      spent_micros: eb('spent_micros', '+', move.costMicros),
      balance_micros: eb('balance_micros', '+', move.restMicros),
    }))
    .where('id', '=', move.accountId),
);

/** Closes an open hold. To be called by the winner of the job's settling update only. */
export async function closeHold(tx: Tx, end: HoldEnd): Promise<void> {
  const { id, costMicros, nowMs } = end;
  const hold = await endHold(tx, end);
  if (hold === null) {
    throw new InvariantError('A job that ends has an open hold.');
  }
  const { account_id: accountId, amount_micros: amountMicros } = hold;
  const restMicros = subtractMicros(amountMicros, costMicros);
  invariant(restMicros >= 0, 'A cost never exceeds its hold.');
  await moveFromHeld(tx, { accountId, amountMicros, costMicros, restMicros });
  await writeEntry(tx, {
    entry: `end:${id}`,
    accountId,
    nowMs,
    lines: { held: negate(amountMicros), revenue: costMicros, balance: restMicros },
  });
}

/** Charges of an account at or after each of the given times. */
export async function sumSpentSince(
  db: Db,
  accountId: string,
  sinceMs: readonly number[],
): Promise<Micros[]> {
  const rows = await db
    .selectFrom('ledger_lines')
    .select((eb) =>
      sinceMs.map((since, index) =>
        eb.fn
          .sum<number | null>(
            eb.case().when('at_ms', '>=', since).then(eb.ref('amount_micros')).else(0).end(),
          )
          .as(`since_${index}`),
      ),
    )
    .where('account_id', '=', accountId)
    // A literal, so that the partial index on revenue applies.
    .where('book', '=', sql.lit('revenue'))
    .where('at_ms', '>=', Math.min(...sinceMs))
    .executeTakeFirst();
  const sums: Readonly<Record<string, number | null>> = rows ?? {};
  return sinceMs.map((_, index) => toMicros(sums[`since_${index}`] ?? 0));
}
