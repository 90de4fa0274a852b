import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { projectRoot } from '../../scripts/lib/paths.mjs';
import {
  chooseRuntime,
  listRuntimeArgs,
  createRuntimeEnv,
} from '../../scripts/lib/which-runtime.mjs';

/** Options for launching the app. */
export interface LaunchOptions {
  /** Folder of the user's configuration; by default a new one that `close` removes. */
  readonly profileFolder?: string | undefined;
  readonly args?: readonly string[] | undefined;
  /** Variables added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Running app, controlled from outside. */
export interface LaunchedApp {
  readonly app: ElectronApplication;
  /** Page of the first window. */
  readonly page: Page;
  readonly profileFolder: string;
  /** Start of the process, as `Date.now()`. */
  readonly startedAtMs: number;
  /** Ends the app and removes the profile made for it; also works after a crash. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the built app on the runtime that `npm start` would choose, without downloads, and waits for its window. Needs
 * a finished `npm run build` and a display. The caller closes it.
 */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const runtime = await chooseRuntime();
  const ownFolder = options.profileFolder === undefined ? await makeProfile() : null;
  const profileFolder = options.profileFolder ?? ownFolder ?? '';
  const startedAtMs = Date.now();
  const app = await _electron.launch({
    executablePath: runtime.executablePath,
    args: [
      ...listRuntimeArgs(),
      projectRoot,
      ...profileArgs(profileFolder),
      ...(options.args ?? []),
    ],
    cwd: projectRoot,
    env: {
      ...inheritedEnv(),
      ...createRuntimeEnv(runtime),
      ...options.env,
      // Overrides the configuration folder that a test's server may set for its programs.
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
 * Creates a profile folder for {@link LaunchOptions.profileFolder} in which the first run is finished. The caller
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

/** Creates a profile folder of a new installation, in which the app begins with the first run. */
export function makeFreshProfile(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'guise-profile-'));
}

// Linux reads the folder from XDG_CONFIG_HOME, other systems from the switch.
function profileArgs(profileFolder: string): string[] {
  return process.platform === 'linux' ? [] : [`--user-data-dir=${join(profileFolder, 'Guise')}`];
}

function inheritedEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
