import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Folders } from '../app/folders.ts';

/** Chosen files have their real path; the app may lie behind a link, and stays there as long as it runs. */
const realPaths = new Map<string, string>();

/** Whether a path leads to a drawing that comes with the app: nobody is in it, so there is nobody to ask. */
export function isDrawing(path: string, { starters }: Pick<Folders, 'starters'>): boolean {
  const real =
    realPaths.get(starters) ?? (existsSync(starters) ? realpathSync(starters) : starters);
  realPaths.set(starters, real);
  return dirname(path) === real;
}
