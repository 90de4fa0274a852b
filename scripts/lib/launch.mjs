import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { projectEnv, runInForeground } from './exec.mjs';
import { projectRoot } from './paths.mjs';
import { step, printProgress } from './steps.mjs';
import { Stop } from './stop.mjs';
import { toolCommand } from './tools.mjs';
import { openVirtualScreen } from './virtual-screen.mjs';
import { listRuntimeArgs, createRuntimeEnv } from './which-runtime.mjs';

const windowLimitMs = 60_000;

/**
 * A program that shows the app.
 * @typedef {object} Launch
 * @property {string} command
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * Returns the command that starts the built app on a runtime.
 * @param {import('./which-runtime.mjs').Runtime} runtime
 * @param {readonly string[]} appArgs
 * @returns {Launch}
 */
export function builtApp(runtime, appArgs) {
  return {
    command: runtime.executablePath,
    args: [...listRuntimeArgs(), projectRoot, ...appArgs],
    env: { ...projectEnv(), ...createRuntimeEnv(runtime) },
  };
}

/**
 * Returns the command by which electron-vite starts the app with reloading.
 * @param {import('./which-runtime.mjs').Runtime} runtime
 * @returns {Launch}
 */
export function developedApp(runtime) {
  const [command, program] = toolCommand('electron-vite');
  const sandbox = listRuntimeArgs().length > 0 ? ['--noSandbox'] : [];
  return {
    command,
    args: [program, 'dev', ...sandbox],
    env: {
      ...projectEnv(),
      ...createRuntimeEnv(runtime),
      ELECTRON_EXEC_PATH: runtime.executablePath,
    },
  };
}

/**
 * Shows the app on the screen; returns its exit code when it ends.
 * @param {Launch} launch
 */
export function showOnScreen(launch) {
  return runInForeground(launch.command, launch.args, launch.env);
}

/**
 * Shows the app on a virtual display and saves a picture of it.
 * @param {Launch} launch
 * @param {{ picture: string, shouldStay: boolean }} options `shouldStay`: runs until Ctrl+C
 * @returns {Promise<number>} exit code
 */
export async function showVirtually(launch, { picture, shouldStay }) {
  const screen = await openVirtualScreen();
  const child = spawn(launch.command, launch.args, {
    cwd: projectRoot,
    env: { ...launch.env, DISPLAY: screen.env['DISPLAY'] },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'close').then(([code]) => Number(code ?? 1));
  const end = () => child.kill('SIGTERM');
  process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
  try {
    await step('Waiting for the window on a virtual display', async () => {
      const isThere = await Promise.race([screen.waitForWindow(windowLimitMs), ended]);
      if (isThere !== true) {
        throw new Stop(
          isThere === false
            ? `No window came up within ${windowLimitMs / 1000} s.`
            : `The app ended with exit code ${isThere} before its window came up.`,
        );
      }
      await mkdir(path.dirname(picture), { recursive: true });
      await screen.savePicture(picture);
    });
    printProgress(
      `\nThere is no display here, so Guise runs on a virtual one. A picture of it: ${picture}`,
    );
    if (shouldStay) {
      printProgress('It runs on until Ctrl+C (npm start -- --once ends after the picture).');
      return await ended;
    }
    end();
    await ended;
    return 0;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end).off('SIGHUP', end);
    child.kill('SIGTERM');
    await ended;
    await screen.close();
  }
}
