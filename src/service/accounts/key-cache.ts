import type { Store } from '../store/open.ts';
import type { Caller } from './account.ts';

/** Keys remembered; beyond that all are forgotten and asked for again. */
const MOST_KEYS = 1000;

/** What is known of one store. */
interface Known {
  readonly callers: Map<string, Caller>;
  /** Grows with every change of keys or tiers. */
  generation: number;
}

const stores = new WeakMap<Store, Known>();

/**
 * Who a key hash belongs to, from memory where that is safe: a store on SQLite changes in this process
 * only, and every change calls {@link forgetKeys}. On PostgreSQL every request asks the database, because
 * another service may have revoked the key a moment ago.
 */
export async function readThroughKeyCache(
  store: Store,
  keyHash: string,
  read: () => Promise<Caller | null>,
): Promise<Caller | null> {
  if (store.engine !== 'sqlite') {
    return read();
  }
  const known = openKnown(store);
  const remembered = known.callers.get(keyHash);
  if (remembered !== undefined) {
    return remembered;
  }
  const { generation } = known;
  const caller = await read();
  // A key revoked while it was read must not be remembered.
  if (caller !== null && generation === known.generation) {
    if (known.callers.size >= MOST_KEYS) {
      known.callers.clear();
    }
    known.callers.set(keyHash, caller);
  }
  return caller;
}

/** To be called after every change of keys, scopes or tiers. */
export function forgetKeys(store: Store): void {
  const known = openKnown(store);
  known.generation += 1;
  known.callers.clear();
}

function openKnown(store: Store): Known {
  const known = stores.get(store) ?? { callers: new Map<string, Caller>(), generation: 0 };
  stores.set(store, known);
  return known;
}
