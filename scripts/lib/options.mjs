import { parseArgs } from 'node:util';
import { exitNeedsHand, Stop } from './stop.mjs';

/**
 * One option of a command. `value` names its value in the help; without it the option is a switch.
 * @typedef {{ readonly about: string, readonly value?: string }} Option
 */

/**
 * Description of a command; help text and parser are derived from it.
 * @typedef {object} Usage
 * @property {string} line how it is called
 * @property {string} about one paragraph
 * @property {Readonly<Record<string, Option>>} options
 * @property {string} [positional] what the other arguments are; without it there are none
 * @property {boolean} [isPassedOn] the command parses its arguments itself, `--help` too
 */

/**
 * @param {Usage} usage
 * @returns {string}
 */
export function helpText(usage) {
  /** @type {Usage['options']} */
  const options = { ...usage.options, help: { about: 'Shows this text.' } };
  const rows = Object.entries(options).map(([name, option]) => ({
    left: `  --${name}${option.value === undefined ? '' : ` ${option.value}`}`,
    about: option.about,
  }));
  const width = Math.max(...rows.map((row) => row.left.length)) + 2;
  const indent = `\n${' '.repeat(width)}`;
  const body = rows.map((row) => row.left.padEnd(width) + row.about.replaceAll('\n', indent));
  return `${usage.line}\n\n${usage.about}\n\n${body.join('\n')}\n`;
}

/**
 * Parses the arguments of a command; a wrong one ends with exit code 2 and names what is allowed.
 * @param {Usage} usage
 * @param {readonly string[]} args
 * @returns {{ values: Readonly<Record<string, string | boolean | undefined>>, positionals: readonly string[] }}
 */
export function parseOptions(usage, args) {
  const options = Object.fromEntries(
    Object.entries(usage.options).map(([name, option]) => [
      name,
      {
        type:
          option.value === undefined
            ? /** @type {const} */ ('boolean')
            : /** @type {const} */ ('string'),
      },
    ]),
  );
  try {
    const parsed = parseArgs({
      args: [...args],
      options,
      allowPositionals: usage.positional !== undefined,
    });
    return { values: parsed.values, positionals: parsed.positionals };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new Stop(`${reason}.\n\n${helpText(usage)}`, exitNeedsHand);
  }
}

/**
 * @param {string | boolean | undefined} value
 * @returns {string | null}
 */
export function toText(value) {
  return typeof value === 'string' ? value : null;
}
