import { existsSync } from 'node:fs';
import { runInForeground } from './exec.mjs';
import { installPackages } from './install.mjs';
import { helpText, parseOptions } from './options.mjs';
import { endWithNpm } from './parent.mjs';
import { projectNode } from './project-node.mjs';
import { printProgress } from './steps.mjs';
import { exitNeedsHand, Stop } from './stop.mjs';

/**
 * @typedef {object} Command
 * @property {import('./options.mjs').Usage} usage
 * @property {(options: ReturnType<typeof parseOptions>) => Promise<number>} run returns the exit code
 */

const commandNames = [
  'start',
  'test',
  'build',
  'check',
  'format',
  'bench',
  'soak',
  'notices',
  'kernels',
  'size',
  'service',
  'lock',
  'package',
  'guide',
  'test-v4l2',
];

/**
 * Runs one command: help, packages, the right Node, then the command itself. Sets the exit code.
 * @param {string | undefined} name
 * @param {readonly string[]} args
 */
export async function runCommand(name, args) {
  try {
    process.exitCode = await prepareAndRun(name, args);
  } catch (error) {
    if (!(error instanceof Stop)) {
      throw error;
    }
    printProgress(`\n${error.message}`);
    process.exitCode = error.exitCode;
  }
}

/**
 * @param {string | undefined} name
 * @param {readonly string[]} args
 */
async function prepareAndRun(name, args) {
  if (name === undefined || !commandNames.includes(name)) {
    throw new Stop(`There are these commands: ${commandNames.join(', ')}.`, exitNeedsHand);
  }
  const file = new URL(`../commands/${name}.mjs`, import.meta.url);
  /** @type {Command} */
  const command = await import(file.href);
  const { usage } = command;
  endWithNpm();
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  if (!usage.isPassedOn && (own.includes('--help') || own.includes('-h'))) {
    process.stdout.write(helpText(usage));
    return 0;
  }
  const options = usage.isPassedOn ? { values: {}, positionals: args } : parseOptions(usage, args);
  await installPackages();
  const node = projectNode(existsSync);
  if (node.needsReexec) {
    const [, entry, ...rest] = process.argv;
    return runInForeground(node.path, [entry ?? '', ...rest], node.env);
  }
  return command.run(options);
}
