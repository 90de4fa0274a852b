import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { capture, projectEnv, writeLog } from './exec.mjs';
import { resolveInProject, logFolder } from './paths.mjs';
import { formatDuration } from './steps.mjs';
import { Stop } from './stop.mjs';
import { toolCommand } from './tools.mjs';

const limitMs = 50 * 60_000;

/**
 * Runs every vitest test and counts.
 * @param {NodeJS.ProcessEnv} env
 */
export function runUnitTests(env) {
  const reporter = resolveInProject('scripts/reporters/vitest.mjs');
  return runCounted(
    'vitest',
    [...toolCommand('vitest'), 'run', `--reporter=${reporter}`, '--reporter=default'],
    env,
  );
}

/**
 * Runs tests of the whole app and counts.
 * @param {NodeJS.ProcessEnv} env
 * @param {{ project: string, workers: number }} part a project of `playwright.config.ts`, and how many of its tests run
 * at a time
 */
export function runAppTests(env, { project, workers }) {
  const reporter = resolveInProject('scripts/reporters/playwright.mjs');
  return runCounted(
    `e2e-${project}`,
    [
      ...toolCommand('@playwright/test', 'playwright'),
      'test',
      '--pass-with-no-tests',
      `--project=${project}`,
      `--workers=${workers}`,
      `--reporter=${reporter},list`,
    ],
    env,
  );
}

/**
 * A runner that ends badly without having written its tally has failed as a whole.
 * @param {string} name
 * @param {readonly [string, ...string[]]} commandLine
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./run-all.mjs').Tally>}
 */
async function runCounted(name, [command, ...args], env) {
  const tallyPath = path.join(logFolder, `${name}.json`);
  await mkdir(logFolder, { recursive: true });
  await rm(tallyPath, { force: true });
  const signal = AbortSignal.timeout(limitMs);
  const finished = await capture(command, args, {
    env: { ...projectEnv(), ...env, GUISE_TALLY: tallyPath },
    signal,
  }).catch((error) => {
    throw signal.aborted ? new Stop(`It did not end within ${formatDuration(limitMs)}.`) : error;
  });
  const logPath = await writeLog(name, finished.output);
  const tally = JSON.parse(await readFile(tallyPath, 'utf8').catch(() => 'null'));
  if (tally === null || (finished.code !== 0 && tally.failed === 0)) {
    throw new Stop(
      `It ended with exit code ${finished.code} without a failed test.\n` +
        `${finished.output.slice(-6000)}\nThe whole output is in ${logPath}.`,
    );
  }
  return tally;
}
