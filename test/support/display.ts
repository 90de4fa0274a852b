import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';

/** An X display for tests: the one that is there, or a virtual one of our own. */
export interface Display {
  /** Value for the DISPLAY variable, such as `:20`. */
  readonly name: string;
  /** Whether a window manager takes part, so that focus, minimise and close buttons mean something. */
  readonly hasWindowManager: boolean;
  /** The environment of this process with DISPLAY set (and Wayland unset). */
  readonly env: NodeJS.ProcessEnv;
  /** Ends what was started here; the display that was already there stays. */
  readonly close: () => Promise<void>;
}

const startTimeoutMs = 20_000;

/**
 * Hands over a display to run windows on. With DISPLAY set that one is used as it is; otherwise an
 * Xvfb is started on a free number, with openbox when it is installed. Throws with the Debian
 * package to install when neither is possible. The caller closes it.
 */
export async function openDisplay(
  options: {
    readonly width?: number;
    readonly height?: number;
    readonly isAlwaysNew?: boolean;
    /** Folder in which a new display keeps its picture as the XWD file `Xvfb_screen0`. */
    readonly framebufferFolder?: string;
  } = {},
): Promise<Display> {
  const present = process.env['DISPLAY'];
  if (present !== undefined && present !== '' && options.isAlwaysNew !== true) {
    return {
      name: present,
      hasWindowManager: true,
      env: environmentFor(present),
      close: () => Promise.resolve(),
    };
  }
  const { width = 1600, height = 1000, framebufferFolder } = options;
  const picture = framebufferFolder === undefined ? [] : ['-fbdir', framebufferFolder];
  const server = await startServer(['-screen', '0', `${width}x${height}x24`, ...picture]);
  const env = environmentFor(server.name);
  const manager = findProgram('openbox') === null ? null : spawnQuietly('openbox', [], env);
  return {
    name: server.name,
    hasWindowManager: manager !== null,
    env,
    close: async () => {
      await stop(manager);
      await stop(server.process);
    },
  };
}

/** Full path of a program on PATH, or null. */
export function findProgram(name: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && existsSync(path)) {
      return path;
    }
  }
  return null;
}

/** Which of these programs are missing, as a reason to do without; null where all are on PATH. */
export function whyNoPrograms(names: readonly string[]): string | null {
  const missing = names.filter((name) => findProgram(name) === null);
  const verb = missing.length === 1 ? 'is' : 'are';
  return missing.length === 0 ? null : `${missing.join(', ')} ${verb} not installed`;
}

function environmentFor(display: string): NodeJS.ProcessEnv {
  const { WAYLAND_DISPLAY: _, ...env } = process.env;
  return { ...env, DISPLAY: display };
}

async function startServer(
  screen: readonly string[],
): Promise<{ readonly name: string; readonly process: ChildProcess }> {
  if (findProgram('Xvfb') === null) {
    throw new Error('There is no display and no Xvfb to make one: apt-get install xvfb');
  }
  // Xvfb picks the number itself and writes it to fd 3 once it accepts clients.
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen, '-nolisten', 'tcp', '-dpi', '96'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  endWithParent(child);
  const stream = child.stdio[3] as Readable;
  const number = await firstLine(child, stream);
  return { name: `:${number}`, process: child };
}

async function firstLine(child: ChildProcess, stream: Readable): Promise<string> {
  const deadline = AbortSignal.timeout(startTimeoutMs);
  let text = '';
  try {
    while (!text.includes('\n')) {
      const [chunk] = await Promise.race([
        once(stream, 'data', { signal: deadline }),
        once(child, 'exit', { signal: deadline }).then(([code]) => {
          throw new Error(`Xvfb ended with code ${String(code)} before it was ready.`);
        }),
      ]);
      text += String(chunk);
    }
  } catch (cause) {
    child.kill();
    throw new Error('Xvfb did not start.', { cause });
  }
  return text.trim();
}

function spawnQuietly(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(command, args, { env, stdio: 'ignore' });
  endWithParent(child);
  return child;
}

/** A crashed test run leaves no server behind, and a running one does not keep the process alive. */
function endWithParent(child: ChildProcess): void {
  const end = (): void => {
    child.kill();
  };
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  child.unref();
}

async function stop(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  child.ref();
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
