import type { ClientConfig } from 'pg';
import { openPostgres, openSqlite, type Store } from '../../../src/service/store/open.ts';

/** Location of a store, by which another process can open it again. */
export type StoreLocation =
  | { readonly engine: 'sqlite'; readonly folder: string }
  | { readonly engine: 'postgres'; readonly connection: ClientConfig };

/** Opens the store at a location. */
export function openStoreAt(place: StoreLocation): Promise<Store> {
  return place.engine === 'sqlite'
    ? openSqlite({ folder: place.folder })
    : openPostgres({ connection: place.connection });
}
