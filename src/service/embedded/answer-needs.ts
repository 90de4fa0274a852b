import type { Service } from '../start/service.ts';

/** What answers to the app are made with. */
export interface QueryDependencies {
  /** The service, when it runs; null before it is started, and when it could not start. */
  readonly readService: () => Promise<Service | null> | null;
  /** Where models of the user lie. */
  readonly readFolder: () => string | null;
}
