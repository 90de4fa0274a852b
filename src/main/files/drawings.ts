import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Folders } from '../app/folders.ts';

/**
 * Cache of real paths: chosen files have theirs, and the app may be behind a link, which does not change while
 * it runs.
 */
const realPaths = new Map<string, string>();

/** Returns whether a path is a bundled drawing, which shows no real person and needs no consent. */
export function isDrawing(path: string, { starters }: Pick<Folders, 'starters'>): boolean {
  const real =
    realPaths.get(starters) ?? (existsSync(starters) ? realpathSync(starters) : starters);
  realPaths.set(starters, real);
  return dirname(path) === real;
}
