import { readFileSync } from 'node:fs';
import { resolveInProject } from './paths.mjs';

/**
 * Returns the command that runs a tool of the packages: its own file with this Node. The links in `.bin` are scripts of
 * a shell on Windows, which cannot be spawned.
 * @param {string} packageName
 * @param {string} [binName] default: the name of the package
 * @returns {[string, string]}
 */
export function toolCommand(packageName, binName = packageName) {
  const folder = resolveInProject('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = typeof bin === 'string' ? bin : bin?.[binName];
  if (typeof file !== 'string') {
    throw new TypeError(`${packageName} has no program ${binName}.`);
  }
  return [process.execPath, resolveInProject('node_modules', packageName, file)];
}
