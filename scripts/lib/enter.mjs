import { requireNode } from './node-version.mjs';

/**
 * Entry of every `npm run …`: checks Node, then calls a command of `scripts/commands`. Modern syntax stays behind the
 * dynamic import, so that an old Node prints the sentence instead of a syntax error.
 * @param {string | undefined} commandName
 * @param {readonly string[]} args
 */
export function enter(commandName, args) {
  requireNode();
  import('./command.mjs')
    .then(function (module) {
      return module.runCommand(commandName, args);
    })
    .catch(function (error) {
      console.error(error);
      process.exitCode = 1;
    });
}
