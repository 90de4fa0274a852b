import { requireNode } from './node-version.mjs';

/**
 * Where every `npm run …` comes in: checks Node, then hands over to a command of `scripts/commands`.
 * Modern syntax stays behind the dynamic import, so that an old Node gets the sentence and not a
 * syntax error.
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
