/**
 * Starts the processes that handle untrusted files: media, models, recordings. On Linux with bubblewrap such a
 * process can access the program, the system's libraries and the granted folders; not the user's files, the
 * service's data, other processes or the network. Elsewhere it has the rights of the service, which the doctor
 * and Settings report.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname, join, sep } from 'node:path';
import type * as z from 'zod';
import { invariant } from '../../base/errors.ts';
import { ProcessEnd } from '../../base/peer/process-end.ts';
import { detectSandbox, listSystemArguments } from './bubblewrap.ts';
import { type MessageChannel, openMessageChannel } from './message-channel.ts';
import { CHANNEL_FD } from './message-frames.ts';
import { programRoot } from './program-root.ts';

/** Resources that a process may access beside the program itself. */
export interface ProcessGrants {
  /** Files and folders it may read; missing ones are ignored. */
  readonly readable?: readonly string[] | undefined;
  /** Folders it may also write. They exist. */
  readonly writable?: readonly string[] | undefined;
  /** The network of this machine, loopback included; none when absent. */
  readonly hasNetwork?: boolean | undefined;
  /** Graphics processors, for models of the user. */
  readonly hasGpu?: boolean | undefined;
}

/** Resource limits of a process; enforced by the kernel on Linux and macOS. */
export interface ProcessLimits {
  /** Memory that it can write to, beyond what V8 reserves in every process. */
  readonly memoryBytes?: number | undefined;
  /** CPU time limit of its whole life, in seconds. */
  readonly cpuSeconds?: number | undefined;
}

/** A process to start. */
export interface ProcessLaunch<Message> {
  /** Path of its module. */
  readonly entry: string;
  readonly args?: readonly string[] | undefined;
  /** Node, unless this process itself is not one (Electron). */
  readonly execPath?: string | undefined;
  readonly execArgv?: readonly string[] | undefined;
  /** Its whole environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Schema of all its messages: a process that sends anything else is killed. */
  readonly messages: z.ZodType<Message>;
  /** Destination of its standard error. */
  readonly stderr?: 'pipe' | 'ignore' | undefined;
  readonly grants?: ProcessGrants | undefined;
  readonly limits?: ProcessLimits | undefined;
}

const programParts = ['package.json', 'src', 'node_modules', 'resources', 'out/node', 'out/models'];

/** A running process with its message channel. */
export interface StartedProcess<Message> extends MessageChannel<Message> {
  /**
   * Child process, for its end, its standard error and kills. One that was killed for an invalid message emits
   * `error` first.
   */
  readonly child: ChildProcess;
  /** Sets whether this process stays alive for it; initially it does. */
  readonly setRef: (isRef: boolean) => void;
  /**
   * Resolves when it is gone and all of its messages were received: with a {@link ProcessEnd}, or with the
   * reason why it could not run or a message was refused.
   */
  readonly gone: Promise<Error>;
}

/** Starts a process with a channel of messages. It ends when this process ends, however that happens. */
export function startProcess<Message>(launch: ProcessLaunch<Message>): StartedProcess<Message> {
  const { entry, args = [], execPath = process.execPath, execArgv = [], messages } = launch;
  const node = [execPath, ...execArgv, entry, ...args];
  const [command = '', ...rest] = withLimits([...toSandbox(launch, execPath), ...node], launch);
  const hasGroup = process.platform !== 'win32';
  const child = spawn(command, rest, {
    stdio: ['ignore', 'ignore', launch.stderr ?? 'ignore', 'overlapped'],
    env: launch.env,
    windowsHide: true,
    detached: hasGroup,
  });
  if (hasGroup) {
    endAsGroup(child);
  }
  const stream = child.stdio[CHANNEL_FD];
  invariant(stream instanceof Socket, 'a channel is a pipe');
  const onRefused = (error: Error): void => {
    child.kill('SIGKILL');
    child.emit('error', error);
  };
  const gone = Promise.withResolvers<Error>();
  child.on('error', gone.resolve);
  // Not at 'exit', when its last messages are still in the pipe.
  child.once('close', (code: number | null, signal: string | null) =>
    gone.resolve(new ProcessEnd({ code, signal, isKilledHere: child.killed })),
  );
  return {
    ...openMessageChannel({ stream, messages, onRefused }),
    child,
    gone: gone.promise,
    setRef: (isRef) => {
      for (const held of [child, stream]) {
        (isRef ? held.ref : held.unref).call(held);
      }
    },
  };
}

/**
 * Makes `kill` reach all processes that bubblewrap starts, and ends them when bubblewrap was killed by others,
 * such as the out-of-memory killer. Its child asks the kernel to die with its parent only after the parent has
 * released it: a parent that is killed before leaves a child that waits forever, or one that keeps running. All
 * are in one group, of a session of its own without a terminal.
 */
function endAsGroup(child: ChildProcess): void {
  const endFirst = child.kill.bind(child);
  child.kill = (signal = 'SIGTERM') => {
    const { exitCode, signalCode } = child;
    if (exitCode === null && signalCode === null) {
      killGroup(child, signal);
    }
    return endFirst(signal);
  };
  child.once('exit', () => killGroup(child, 'SIGKILL'));
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals | number): void {
  try {
    if (pid !== undefined) {
      process.kill(-pid, signal);
    }
  } catch {
    // The group no longer exists.
  }
}

/** Returns the command in front of Node's own; empty without a sandbox. */
function toSandbox(
  { entry, grants = {} }: Pick<ProcessLaunch<unknown>, 'entry' | 'grants'>,
  execPath: string,
): string[] {
  const sandbox = detectSandbox();
  if (!sandbox.isOn) {
    return [];
  }
  const { readable = [], writable = [], hasNetwork = false, hasGpu = false } = grants;
  const program = programParts.map((part) => join(programRoot, part));
  const read = [...program, dirname(execPath), dirname(entry), ...readable];
  return [
    'bwrap',
    ...listSystemArguments(sandbox.options),
    ...(hasNetwork ? networkFiles.flatMap(toReadable) : ['--unshare-net']),
    ...(hasGpu ? gpuArguments() : []),
    ...read.filter((path) => !isOfSystem(path)).flatMap(toReadable),
    ...writable.flatMap((path) => ['--bind', path, path]),
    '--',
  ];
}

/** Address space that V8 reserves for code and that the kernel counts as memory. */
const reservedBytes = 536_870_912;

/**
 * Shell script that sets the limits one by one (dash accepts no two at once) and executes the command. The OOM killer
 * ends these processes first.
 */
const limiter =
  'ulimit -c 0; [ "$0" = - ] || ulimit -d "$0"; [ "$1" = - ] || ulimit -t "$1"; shift; ' +
  'echo 500 2>/dev/null >/proc/self/oom_score_adj; exec "$@"';

function withLimits(
  command: string[],
  { limits = {} }: Pick<ProcessLaunch<unknown>, 'limits'>,
): string[] {
  if (process.platform === 'win32') {
    return command;
  }
  const { memoryBytes, cpuSeconds } = limits;
  const kilobytes = memoryBytes === undefined ? '-' : toKilobytes(memoryBytes);
  const seconds = cpuSeconds === undefined ? '-' : String(Math.ceil(cpuSeconds));
  return ['/bin/sh', '-c', limiter, kilobytes, seconds, ...command];
}

function toKilobytes(memoryBytes: number): string {
  return String(Math.floor((memoryBytes + reservedBytes) / 1024));
}

/** Dependencies of looking up a media server. */
const networkFiles = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/host.conf',
  '/etc/ssl',
  '/run/systemd/resolve',
];

const gpuDevices = ['/dev/dri', '/dev/kfd', '/dev/nvidiactl', '/dev/nvidia-uvm', '/dev/nvidia0'];
const gpuFiles = ['/etc/vulkan', '/etc/OpenCL', '/opt/cuda', '/opt/rocm'];

function gpuArguments(): string[] {
  const libraries = (process.env['LD_LIBRARY_PATH'] ?? '').split(':').filter((path) => path !== '');
  return [
    ...gpuDevices.flatMap((path) => ['--dev-bind-try', path, path]),
    ...['/sys/dev', '/sys/devices', '/sys/class', '/sys/bus'].flatMap(toReadable),
    ...[...gpuFiles, ...libraries].filter((path) => !isOfSystem(path)).flatMap(toReadable),
  ];
}

function toReadable(path: string): string[] {
  return existsSync(path) ? ['--ro-bind', path, path] : [];
}

function isOfSystem(path: string): boolean {
  return path === '/usr' || path.startsWith(`/usr${sep}`);
}
