import {
  maxMicros,
  type Micros,
  minMicros,
  computePriceOfDuration,
  toMicros,
  zeroMicros,
} from '../../base/money.ts';
import type { BillingUnit } from '../../contract/api/features.ts';
import type { Price, PriceList } from './prices.ts';

/** Price at which a job was submitted; stored with the job. */
export interface FrozenPrice {
  readonly version: string;
  readonly unit: BillingUnit;
  readonly priceMicros: Micros;
  readonly minimumMicros: Micros;
}

/** Freezes a price of a list. */
export function freezePrice(list: PriceList, price: Price): FrozenPrice {
  const { unit, priceMicros, minimumMicros } = price;
  return { version: list.version, unit, priceMicros, minimumMicros };
}

/** A frozen price for its column. */
export function toPriceColumn(price: FrozenPrice): string {
  return JSON.stringify(price);
}

/** A frozen price from its column. */
export function fromPriceColumn(column: string): FrozenPrice {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `toPriceColumn` writes it
  const price = JSON.parse(column) as FrozenPrice;
  return {
    ...price,
    priceMicros: toMicros(price.priceMicros),
    minimumMicros: toMicros(price.minimumMicros),
  };
}

/** Cost of a successful call with this output length, including the minimum charge. */
export function computeCost(price: FrozenPrice, outputUs: number): Micros {
  const cost =
    price.unit === 'per_generation'
      ? price.priceMicros
      : computePriceOfDuration(price.priceMicros, outputUs);
  return maxMicros(cost, price.minimumMicros);
}

/** Charge on success: the cost, capped at the hold. */
export function toCharge(price: FrozenPrice, outputUs: number, holdMicros: Micros): Micros {
  return minMicros(computeCost(price, outputUs), holdMicros);
}

/** Charge of a live session: streamed time up to the cap; nothing when it never streamed. */
export function toStreamCharge(
  price: FrozenPrice,
  stream: { readonly streamedMs: number; readonly maxDurationSec: number },
  holdMicros: Micros,
): Micros {
  const billedMs = Math.min(stream.streamedMs, stream.maxDurationSec * 1000);
  return billedMs <= 0 ? zeroMicros : toCharge(price, Math.ceil(billedMs) * 1000, holdMicros);
}
