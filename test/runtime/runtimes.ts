import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { Display } from '../support/display.ts';

/** An executable that runs Electron apps. */
export interface Runtime {
  readonly name: 'chromium' | 'electron';
  /** Null when this runtime is not on this machine. */
  readonly executable: string | null;
  /** Reason why it is absent. */
  readonly reason: string;
}

const root = join(import.meta.dirname, '../..');

/** The app of the suite. */
export const fixture = join(import.meta.dirname, 'app');

/** Both runtimes; the same assertions hold for each. */
export const runtimes: readonly Runtime[] = [
  { name: 'chromium', executable: join(root, 'runtime/electron'), reason: '' },
  findElectron(),
];

function findElectron(): Runtime {
  const chosen = process.env['ELECTRON_BINARY'];
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  const installed = existsSync(pathFile)
    ? join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
    : null;
  const executable = [chosen, installed].find(
    (path) => typeof path === 'string' && existsSync(path),
  );
  const reason = `no Electron binary: ELECTRON_BINARY is ${chosen ?? 'not set'}, and none lies in node_modules/electron/dist`;
  return { name: 'electron', executable: executable ?? null, reason };
}

/** A started fixture. */
export interface StartedApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Output of the processes. */
  readonly output: () => string;
  readonly userData: string;
  readonly close: () => Promise<void>;
}

/** Starts the fixture with its own profile; the caller closes it. */
export async function startApp(
  runtime: Runtime,
  display: Display,
  options: {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly userData?: string;
  } = {},
): Promise<StartedApp> {
  const userData = options.userData ?? mkdtempSync(join(tmpdir(), 'runtime-'));
  const app = await _electron.launch({
    executablePath: runtime.executable ?? '',
    args: [fixture, `--user-data-dir=${userData}`, ...(options.args ?? [])],
    env: { ...toEnv(display.env), ...options.env },
  });
  let text = '';
  const keep = (chunk: unknown): void => {
    text += String(chunk);
  };
  app.process().stdout?.on('data', keep);
  app.process().stderr?.on('data', keep);
  const page = await app.firstWindow();
  await page.getByText('7 is 7').waitFor();
  return {
    app,
    page,
    userData,
    output: () => text,
    close: async () => {
      await app.close();
      rmSync(userData, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** An environment without the values that are not set. */
export function toEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
