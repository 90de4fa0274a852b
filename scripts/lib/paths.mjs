import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project, absolute. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Absolute path of something in the project.
 * @param {readonly string[]} parts
 */
export function resolveInProject(...parts) {
  return path.join(projectRoot, ...parts);
}

/** Folder for the output of quiet steps; the next run overwrites it. */
export const logFolder = resolveInProject('out', 'logs');
