import type { Service } from '../start/service.ts';

/** Dependencies of the queries of the app. */
export interface QueryDependencies {
  /** The service, when it runs; null before it is started, and when it could not start. */
  readonly readService: () => Promise<Service | null> | null;
  /** Folder of the user's models. */
  readonly readFolder: () => string | null;
}
