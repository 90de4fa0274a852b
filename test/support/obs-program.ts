import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Display, openDisplay, findProgramProblem } from './display.ts';
import { findFreePort } from './free-port.ts';

/** OBS Studio with its own display and home folder. */
export interface ObsProgram {
  readonly port: number;
  readonly password: string;
  /** Folder of its settings, `obs-studio`. */
  readonly configFolder: string;
  /** Starts OBS again after {@link kill}; resolves when its WebSocket server listens. */
  start(): Promise<void>;
  /** Kills the process, as in a crash. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the reason why OBS cannot be started on this machine; null when it can. */
export function findObsProblem(): string | null {
  return findProgramProblem(['obs', 'Xvfb']);
}

/** Options of OBS. */
export interface ObsOptions {
  /** Environment variables, such as those of a sound server. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly isServerOn?: boolean | undefined;
}

/** Starts OBS in a separate Xvfb, with its WebSocket server on a free port. */
export async function openObs({
  env = {},
  isServerOn = true,
}: ObsOptions = {}): Promise<ObsProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-obs-'));
  const configFolder = join(folder, 'config', 'obs-studio');
  const port = await findFreePort();
  const password = 'correct horse';
  await mkdir(configFolder, { recursive: true });
  await writeFile(join(configFolder, 'global.ini'), toSettings(port, password, isServerOn));
  const display = await openDisplay({ isAlwaysNew: true, width: 1280, height: 800 });
  let child: ChildProcess | null = null;
  const program: ObsProgram = {
    port,
    password,
    configFolder,
    start: async () => {
      child = startObs(folder, display, env);
      if (isServerOn) {
        await untilItListens(port, child);
      }
    },
    kill: async () => {
      if (child !== null && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
    },
    close: async () => {
      await program.kill();
      await display.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await program.start();
  } catch (error) {
    await program.close();
    throw error;
  }
  return program;
}

function startObs(
  folder: string,
  display: Display,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn(
    'obs',
    ['--multi', '--profile', 'Untitled', '--collection', 'Untitled', ...quietly],
    {
      env: {
        ...display.env,
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'config'),
        XDG_RUNTIME_DIR: folder,
        PULSE_SERVER: 'unix:/nonexistent',
        LIBGL_ALWAYS_SOFTWARE: '1',
        QT_QPA_PLATFORM: 'xcb',
        ...env,
      },
      stdio: 'ignore',
    },
  );
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

const quietly = ['--disable-shutdown-check', '--disable-updater', '--minimize-to-tray'];

/** Returns the settings of OBS 28 to 30; later versions migrate them once. */
function toSettings(port: number, password: string, isServerOn: boolean): string {
  return `[General]
FirstRun=true
LastVersion=486539266
EnableAutoUpdates=false

[Basic]
Profile=Untitled
ProfileDir=Untitled
SceneCollection=Untitled
SceneCollectionFile=Untitled

[OBSWebSocket]
FirstLoad=false
ServerEnabled=${isServerOn}
ServerPort=${port}
AlertsEnabled=false
AuthRequired=true
ServerPassword=${password}
`;
}

async function untilItListens(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) {
      throw new Error(`OBS ended with code ${child.exitCode} before it listened.`);
    }
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) {
      return;
    }
    await pause(100); // OBS is starting.
  }
  throw new Error('OBS does not listen.');
}
