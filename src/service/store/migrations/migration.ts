import type { QueryExecutorProvider } from 'kysely';

/** The two engines the store runs on. */
export type Engine = 'sqlite' | 'postgres';

/** One step of the schema. Published steps are never changed; a new one is added. */
export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly version: number;
  /**
   * Runs in one transaction together with the note that it ran. Plain SQL only: the tables are those
   * of its own time, not today's.
   */
  up(db: QueryExecutorProvider, engine: Engine): Promise<void>;
}
