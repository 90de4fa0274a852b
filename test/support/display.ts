import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';

/** X display for tests: the existing one, or a virtual one. */
export interface Display {
  /** Value for the DISPLAY variable, such as `:20`. */
  readonly name: string;
  /** True when a window manager runs, so that focus, minimise and close buttons work. */
  readonly hasWindowManager: boolean;
  /** The environment of this process with DISPLAY set (and Wayland unset). */
  readonly env: NodeJS.ProcessEnv;
  /** Ends a display that was started here; an existing one stays. */
  readonly close: () => Promise<void>;
}

const startTimeoutMs = 20_000;

/**
 * Opens a display for windows. Uses DISPLAY when it is set; otherwise starts Xvfb on a free number, with openbox if
 * installed. Throws an error that names the Debian package to install when neither is possible. The caller closes it.
 */
export async function openDisplay(
  options: {
    readonly width?: number;
    readonly height?: number;
    readonly isAlwaysNew?: boolean;
    /** Folder in which a new display stores its framebuffer as the XWD file `Xvfb_screen0`. */
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

/** Finds a program on PATH; returns its full path, or null. */
export function findProgram(name: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && existsSync(path)) {
      return path;
    }
  }
  return null;
}

/** Returns a reason that lists the missing ones of these programs; null when all are on PATH. */
export function findProgramProblem(names: readonly string[]): string | null {
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
  // Xvfb chooses the number itself and writes it to fd 3 once it accepts clients.
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen, '-nolisten', 'tcp', '-dpi', '96'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  endWithParent(child);
  const stream = child.stdio[3] as Readable;
  const number = await readFirstLine(child, stream);
  return { name: `:${number}`, process: child };
}

async function readFirstLine(child: ChildProcess, stream: Readable): Promise<string> {
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

/** Ties a server to this process: it ends with the process, even after a crash, and does not keep the process alive. */
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
