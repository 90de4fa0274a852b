import { tables } from './001-tables.ts';
import type { Migration } from './migration.ts';

/** Every step in order. */
export const migrations: readonly Migration[] = [tables];
