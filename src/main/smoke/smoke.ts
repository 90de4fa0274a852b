/**
 * The walk of `--smoke DIR`: shows that an installed app works on a machine, without anything but itself. It runs on a
 * profile of its own, prints one line of JSON and ends the app.
 *
 *     openSmoke ──▶ the app starts as usual ──▶ run ──▶ screens ──▶ JSON ──▶ quit ──▶ profile removed
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { app, BrowserWindow } from 'electron/main';
import { openFreshProfile } from './fresh-profile.ts';
import { type CapturedScreen, walkScreens } from './walk-screens.ts';

/** The line of JSON that a walk prints. */
interface Outcome {
  readonly ok: boolean;
  readonly version: string;
  /** The program that showed the app. */
  readonly runtime: string;
  readonly screens: readonly CapturedScreen[];
  /** Errors of the page's console and of the log, and what stopped the walk. */
  readonly errors: readonly string[];
  readonly durationMs: number;
}

/** A walk that waits for the app to be there. */
export interface Smoke {
  /** Walks, prints and quits; call it when the window is open. Never rejects. */
  readonly run: (runtime: string) => Promise<void>;
}

/** Moves the app to a temporary profile. Has to be called before anything is read from the profile. */
export function openSmoke(folder: string): Smoke {
  const startedAtMs = performance.now();
  const profile = openFreshProfile();
  app.setPath('userData', profile.folder);
  // A walk that ends early has failed.
  let exitCode = 1;
  process.once('exit', () => {
    profile.remove();
    process.exitCode = exitCode;
  });
  return {
    async run(runtime) {
      const errors: string[] = [];
      let screens: readonly CapturedScreen[] = [];
      try {
        screens = await walkWindow(resolve(folder), errors);
      } catch (error) {
        errors.push(error instanceof Error ? error.message : String(error));
      }
      errors.push(...(await readLoggedErrors(join(profile.folder, 'logs', 'guise.log'))));
      const outcome: Outcome = {
        ok: errors.length === 0 && screens.length > 0,
        version: app.getVersion(),
        runtime,
        screens,
        errors,
        durationMs: Math.round(performance.now() - startedAtMs),
      };
      process.stdout.write(`${JSON.stringify(outcome)}\n`);
      exitCode = outcome.ok ? 0 : 1;
      app.quit();
    },
  };
}

function walkWindow(folder: string, errors: string[]): Promise<CapturedScreen[]> {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) {
    throw new Error('The app has no window.');
  }
  window.webContents.on('console-message', ({ level, message }) => {
    if (level === 'error') {
      errors.push(`page: ${message}`);
    }
  });
  return walkScreens(window.webContents, folder);
}

async function readLoggedErrors(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  return text.split('\n').filter((line) => line.includes('"level":"error"'));
}
