import { AppError, invariant } from './errors.ts';

declare const microsBrand: unique symbol;

/**
 * An amount in whole micro-dollars (1 USD = 1,000,000). Exact up to 2^53, which is nine thousand
 * million dollars. May be negative, such as a ledger line that takes money away.
 */
export type Micros = number & { readonly [microsBrand]: true };

const MICROS_PER_USD = 1_000_000;

/** Brands a count of micro-dollars, such as one read from a database. A fraction is a bug. */
export function toMicros(count: number): Micros {
  invariant(isMicros(count), 'Money is a whole number of micro-dollars within 2^53.');
  return count;
}

/** No money. */
export const zeroMicros = toMicros(0);

/**
 * Dollars as they come from outside, such as a price list. Throws `invalid_input` when the amount has
 * more than six decimals or is not exact as a number; never rounds.
 */
export function fromUsd(usd: number): Micros {
  const micros = Math.round(usd * MICROS_PER_USD);
  if (!isMicros(micros) || micros / MICROS_PER_USD !== usd) {
    throw new AppError('invalid_input', `${usd} USD is not a whole number of micro-dollars.`);
  }
  return micros === 0 ? zeroMicros : micros;
}

/** Dollars for the wire. The nearest double to the exact amount, so {@link fromUsd} gives it back. */
export function toUsd(micros: Micros): number {
  return micros / MICROS_PER_USD;
}

/** Sum of amounts; nothing at all is zero. */
export function addMicros(...amounts: readonly Micros[]): Micros {
  return toMicros(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

/** Subtracts `amount` from `from`; the result may be negative. */
export function subtractMicros(from: Micros, amount: Micros): Micros {
  return toMicros(from - amount);
}

/** The larger of two amounts, such as a cost and the minimum charge. */
export function maxMicros(a: Micros, b: Micros): Micros {
  return a > b ? a : b;
}

/** The smaller of two amounts, such as a real cost and the hold that bounds it. */
export function minMicros(a: Micros, b: Micros): Micros {
  return a < b ? a : b;
}

/**
 * Tenths of a second that are billed for a length of output: rounded up to 0.1 s. Lengths in whole
 * microseconds are exact; a media length in seconds is rounded to those before.
 */
export function toBilledTenths(durationUs: number): number {
  invariant(Number.isSafeInteger(durationUs) && durationUs >= 0, 'A length is whole microseconds.');
  return Math.ceil(durationUs / 100_000);
}

/**
 * Cost of a length of output at a price per second: {@link toBilledTenths}, then rounded up to a whole
 * micro-dollar. Grows with the length, so a bound on the length is a bound on the cost.
 */
export function computePriceOfDuration(pricePerSecond: Micros, durationUs: number): Micros {
  const tenthMicros = toMicros(pricePerSecond * toBilledTenths(durationUs));
  return toMicros(Math.ceil(tenthMicros / 10));
}

function isMicros(count: number): count is Micros {
  return Number.isSafeInteger(count);
}
