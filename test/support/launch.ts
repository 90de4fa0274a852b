import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { projectRoot } from '../../scripts/lib/paths.mjs';
import { chooseRuntime, runtimeArgs, runtimeEnv } from '../../scripts/lib/which-runtime.mjs';

/** How the app is started; everything has a default. */
export interface LaunchOptions {
  /** Folder that stands in for the user's configuration; default a new one that `close` removes. */
  readonly profileFolder?: string | undefined;
  readonly args?: readonly string[] | undefined;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The app as a user has it, driven from outside. */
export interface LaunchedApp {
  readonly app: ElectronApplication;
  /** The first window. */
  readonly page: Page;
  readonly profileFolder: string;
  /** When the process was started, as `Date.now()`. */
  readonly startedAtMs: number;
  /** Ends the app and removes the profile made for it; works after a crash too. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the built app on the runtime that `npm start` would choose (nothing is fetched) and waits
 * for its window. Needs `npm run build` and a display before. The caller closes it.
 */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const runtime = await chooseRuntime();
  const ownFolder = options.profileFolder === undefined ? await makeProfile() : null;
  const profileFolder = options.profileFolder ?? ownFolder ?? '';
  const startedAtMs = Date.now();
  const app = await _electron.launch({
    executablePath: runtime.executablePath,
    args: [...runtimeArgs(), projectRoot, ...profileArgs(profileFolder), ...(options.args ?? [])],
    cwd: projectRoot,
    env: {
      ...inheritedEnv(),
      ...runtimeEnv(runtime),
      ...options.env,
      // Also where a server of the test gives everything a configuration of its own.
      XDG_CONFIG_HOME: profileFolder,
    },
  });
  const close = async (): Promise<void> => {
    await app.close().catch(() => undefined);
    if (ownFolder !== null) {
      await rm(ownFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    const page = await app.firstWindow();
    await page.waitForLoadState('load');
    return { app, page, profileFolder, startedAtMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A new folder for {@link LaunchOptions.profileFolder}, of somebody who has the first run behind them; whoever makes it
 * removes it.
 */
export async function makeProfile(): Promise<string> {
  const folder = await makeFreshProfile();
  const data = join(folder, 'Guise');
  await mkdir(data, { mode: 0o700 });
  const settings = { onboarding: { isOver: true } };
  await writeFile(join(data, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  return folder;
}

/** The same of somebody who has just installed the app: it begins with the first run. */
export function makeFreshProfile(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'guise-profile-'));
}

// Linux takes the folder from XDG_CONFIG_HOME, the other systems from the switch.
function profileArgs(profileFolder: string): string[] {
  return process.platform === 'linux' ? [] : [`--user-data-dir=${join(profileFolder, 'Guise')}`];
}

function inheritedEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
