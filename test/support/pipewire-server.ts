import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgramProblem } from './display.ts';

const run = promisify(execFile);

/** Private PipeWire server with a session manager and PulseAudio’s protocol, in its own folder. */
export interface PipeWireServer {
  /** Environment for programs that should use this server. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program with this server; returns its output. */
  readonly ask: (command: string, ...args: string[]) => Promise<string>;
  /** Starts a program with this server, which ends with it. */
  readonly start: (command: string, args: readonly string[]) => ChildProcess;
  /** Ends PipeWire itself as a crash does; `resume` starts it again. */
  readonly crash: () => Promise<void>;
  readonly resume: () => Promise<void>;
  close(): Promise<void>;
}

const programs = ['dbus-daemon', 'pipewire', 'wireplumber', 'pipewire-pulse', 'pw-cli', 'pactl'];

/** Returns the reason why no server can be started on this machine; null when it can. */
export function findPipeWireProblem(): string | null {
  return findProgramProblem(programs);
}

/** Starts the server; resolves when it answers. `added` holds variables for it and its programs, such as `DISPLAY`. */
export async function openPipeWireServer(
  added: Readonly<Record<string, string>> = {},
): Promise<PipeWireServer> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-pw-'));
  const home = join(folder, 'home');
  await mkdir(home);
  const env = {
    ...added,
    XDG_RUNTIME_DIR: folder,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.state'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}`,
    PULSE_SERVER: `unix:${join(folder, 'pulse', 'native')}`,
    PULSE_RUNTIME_PATH: join(folder, 'pulse'),
  };
  const all = { ...process.env, ...env };
  const children: ChildProcess[] = [];
  const start = (command: string, args: readonly string[] = []): ChildProcess => {
    const child = spawn(command, args, { env: all, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.resume();
    child.stderr?.resume();
    children.push(child);
    return child;
  };
  const ask = async (command: string, ...args: string[]): Promise<string> =>
    (await run(command, args, { env: all, timeout: 10_000 })).stdout;
  start('dbus-daemon', ['--session', '--nofork', `--address=${env.DBUS_SESSION_BUS_ADDRESS}`]);
  // Without a bus at its start, the session manager grants no camera to clients of portals.
  await untilItAnswers(() => connectTo(join(folder, 'bus')));
  let own: ChildProcess[] = [];
  const resume = async (): Promise<void> => {
    own = [start('pipewire')];
    await untilItAnswers(() => ask('pw-cli', 'info', '0'));
    own.unshift(start('wireplumber'), start('pipewire-pulse'));
    await untilItAnswers(() => ask('pactl', 'info'));
  };
  await resume();
  return {
    env,
    ask,
    start,
    crash: () => kill(own.toReversed()),
    resume,
    close: async () => {
      await kill(children.toReversed());
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function kill(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  }
}

async function connectTo(path: string): Promise<void> {
  const socket = connect(path);
  await once(socket, 'connect');
  socket.destroy();
}

async function untilItAnswers(question: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await question();
      return;
    } catch (error) {
      if (tries === 100) {
        throw new Error('PipeWire does not answer.', { cause: error });
      }
      await pause(100); // The server is starting.
    }
  }
}
