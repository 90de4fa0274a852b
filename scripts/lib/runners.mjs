import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { capture, projectEnv, writeLog } from './exec.mjs';
import { inProject, logFolder } from './paths.mjs';
import { formatDuration } from './steps.mjs';
import { Stop } from './stop.mjs';
import { toolCommand } from './tools.mjs';

const limitMs = 30 * 60_000;

/**
 * Runs tests of vitest and counts.
 * @param {NodeJS.ProcessEnv} env
 * @param {{ name: string, project: string, isBackground?: boolean }} part `name`: of its log; `project`: of `vitest.config.ts`, with `!`
 * all but that
 */
export function runVitest(env, { name, project, isBackground = false }) {
  const reporter = inProject('scripts/reporters/vitest.mjs');
  const [command, ...args] = toolCommand('vitest');
  // Limits are for what hangs, and who is in the background may wait long for a processor.
  const limits = isBackground ? ['--testTimeout=120000'] : [];
  const reporters = [`--reporter=${reporter}`, '--reporter=default'];
  return runCounted(
    name,
    [command, ...args, 'run', `--project=${project}`, ...limits, ...reporters],
    { env, isBackground },
  );
}

/**
 * Runs tests of the whole app and counts.
 * @param {NodeJS.ProcessEnv} env
 * @param {{ project: string, workers: number }} part a project of `playwright.config.ts`, and how many of its tests run
 * at a time
 */
export function runAppTests(env, { project, workers }) {
  const reporter = inProject('scripts/reporters/playwright.mjs');
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
    { env },
  );
}

/**
 * A runner that ends badly without having written its tally has failed as a whole.
 * @param {string} name
 * @param {readonly [string, ...string[]]} commandLine
 * @param {{ env: NodeJS.ProcessEnv, isBackground?: boolean }} options
 * @returns {Promise<import('./run-all.mjs').Tally>}
 */
async function runCounted(name, [command, ...args], { env, isBackground = false }) {
  const tallyPath = path.join(logFolder, `${name}.json`);
  await mkdir(logFolder, { recursive: true });
  await rm(tallyPath, { force: true });
  const signal = AbortSignal.timeout(limitMs);
  const finished = await capture(command, args, {
    env: { ...projectEnv(), ...env, GUISE_TALLY: tallyPath },
    signal,
    isBackground,
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
