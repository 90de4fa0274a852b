/**
 * Reads a price list of a third-party service. The specification defines its content (unit, price and minimum
 * of each capability) but neither field names nor envelope, so the usual ones are tried; an entry that is not
 * understood is left out, never guessed.
 */

/** Price of one feature, as far as it could be read. */
export interface ReceivedPrice {
  readonly feature: string;
  /** `per_second`, `per_generation`, or a unit this version does not know. */
  readonly unit: string;
  readonly price_usd: number;
  /** 0 when the service states none. */
  readonly minimum_usd: number;
}

/** A price list, as far as it could be read. */
export interface ReceivedPrices {
  readonly currency: string;
  /** Empty when the list has none. */
  readonly version: string;
  readonly capabilities: readonly ReceivedPrice[];
  /** True when every entry was understood. Only then does a missing entry mean that the feature is not offered. */
  readonly isWhole: boolean;
}

const listNames = ['capabilities', 'pricing', 'prices', 'features', 'items', 'data'];
const featureNames = ['feature', 'capability', 'name', 'id', 'endpoint'];
const unitNames = ['unit', 'billing_unit', 'billing', 'per'];
const priceNames = [
  'price_usd',
  'unit_price_usd',
  'price_per_unit_usd',
  'price',
  'unit_price',
  'rate_usd',
];
const minimumNames = [
  'minimum_usd',
  'minimum_charge_usd',
  'min_charge_usd',
  'minimum_charge',
  'minimum',
];

type Fields = Readonly<Record<string, unknown>>;

/** The prices of a list in any envelope; none and `isWhole: false` when it cannot be read at all. */
export function receivedPrices(value: unknown): ReceivedPrices {
  const root: Fields = isFields(value) ? value : {};
  const currency = typeof root['currency'] === 'string' ? root['currency'] : 'USD';
  const version = root['version'];
  const entries = currency.toUpperCase() === 'USD' ? listEntries(value) : [];
  const read = entries.map(parseEntry);
  const capabilities = read.filter((entry) => entry !== null);
  return {
    currency,
    version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
    capabilities,
    isWhole: read.length > 0 && capabilities.length === read.length,
  };
}

/** Entries as objects that name their feature: from a list, or from an object with one field for each. */
function listEntries(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) {
    return value.filter(isFields);
  }
  if (!isFields(value)) {
    return [];
  }
  const inner = listNames.map((name) => value[name]).find((found) => typeof found === 'object');
  if (inner !== undefined && inner !== null) {
    return listEntries(inner);
  }
  return Object.entries(value).flatMap(([feature, entry]) =>
    isFields(entry) ? [{ feature, ...entry }] : [],
  );
}

function parseEntry(entry: Fields): ReceivedPrice | null {
  const feature = findText(entry, featureNames);
  const unit = findText(entry, unitNames);
  const price = findAmount(entry, priceNames);
  return feature === null || unit === null || price === null
    ? null
    : {
        feature: feature.toLowerCase().replaceAll(/[ -]+/g, '_'),
        unit,
        price_usd: price,
        minimum_usd: findAmount(entry, minimumNames) ?? 0,
      };
}

function findText(entry: Fields, names: readonly string[]): string | null {
  const found = names.map((name) => entry[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' && found !== '' ? found : null;
}

/** An amount of dollars, as a number or in decimal text; nothing negative. */
function findAmount(entry: Fields, names: readonly string[]): number | null {
  const found = names.map((name) => entry[name]).find((value) => value !== undefined);
  const amount =
    typeof found === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(found) ? Number(found) : found;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
