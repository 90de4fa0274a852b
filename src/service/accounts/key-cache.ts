import { type MaybePromise, chainMaybe } from '../../base/maybe-promise.ts';
import type { Store } from '../store/open.ts';
import type { Caller } from './account.ts';

/** Keys remembered; beyond that all are forgotten and asked for again. */
const MAX_KEYS = 1000;

/** Cached keys of one store. */
interface Known {
  readonly callers: Map<string, Caller>;
  /** Grows with every change of keys or tiers. */
  generation: number;
}

const stores = new WeakMap<Store, Known>();

/**
 * Returns the owner of a key hash, from memory where that is safe: a store on SQLite changes in this process
 * only, and every change calls {@link forgetKeys}. On PostgreSQL every request queries the database, because
 * another service may have revoked the key a moment ago.
 */
export function readThroughKeyCache(
  store: Store,
  keyHash: string,
  read: () => MaybePromise<Caller | null>,
): MaybePromise<Caller | null> {
  if (store.engine !== 'sqlite') {
    return read();
  }
  const known = openKnown(store);
  const remembered = known.callers.get(keyHash);
  if (remembered !== undefined) {
    return remembered;
  }
  const { generation } = known;
  return chainMaybe(read(), (caller) => {
    // A key revoked while it was read must not be remembered.
    if (caller !== null && generation === known.generation) {
      if (known.callers.size >= MAX_KEYS) {
        known.callers.clear();
      }
      known.callers.set(keyHash, caller);
    }
    return caller;
  });
}

/** Clears the cache; has to be called after every change of keys, scopes or tiers. */
export function forgetKeys(store: Store): void {
  const known = openKnown(store);
  known.generation += 1;
  known.callers.clear();
}

function openKnown(store: Store): Known {
  let known = stores.get(store);
  if (known === undefined) {
    known = { callers: new Map(), generation: 0 };
    stores.set(store, known);
  }
  return known;
}
