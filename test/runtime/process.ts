import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Display } from '../support/display.ts';
import { fixture, type Runtime } from './runtimes.ts';

/** The fixture, started without any test tool. */
export interface BareApp {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly userData: string;
  readonly output: () => string;
  /** Waits until the output holds a text; rejects with the output when the app ends before. */
  readonly until: (text: string) => Promise<void>;
  /** Waits for the end; resolves with code and signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends all running processes and removes the profile. */
  readonly clear: () => Promise<void>;
}

/** Starts the fixture as a user would. */
export function startBare(
  runtime: Runtime,
  display: Display,
  options: {
    readonly app?: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly userData?: string;
  } = {},
): BareApp {
  const userData = options.userData ?? mkdtempSync(join(tmpdir(), 'runtime-'));
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    runtime.executable ?? '',
    [...noSandbox, options.app ?? fixture, `--user-data-dir=${userData}`, ...(options.args ?? [])],
    { env: { ...display.env, ...options.env }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let text = '';
  const keep = (chunk: unknown): void => {
    text += String(chunk);
    child.emit('output');
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }));
  return {
    child,
    pid: child.pid ?? 0,
    userData,
    output: () => text,
    ended,
    until: async (wanted) => {
      while (!text.includes(wanted)) {
        const isOver = await Promise.race([
          once(child, 'output').then(() => false),
          ended.then(() => true),
        ]);
        if (isOver && !text.includes(wanted)) {
          throw new Error(`The app ended without "${wanted}":\n${text}`);
        }
      }
    },
    clear: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
      }
      await ended;
      rmSync(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** A process and its children, and theirs, by their ids. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (/^\d+$/.test(entry)) {
      const parent = findParent(Number(entry));
      if (parent !== null) {
        parents.set(Number(entry), parent);
      }
    }
  }
  const found = [pid];
  for (const one of found) {
    for (const [child, parent] of parents) {
      if (parent === one) {
        found.push(child);
      }
    }
  }
  return found;
}

/** Returns whether a process still runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^\d+ \(.*\) [ZX]/s.test(status);
  } catch {
    return false;
  }
}

/** The command line of a process, or nothing when it has ended. */
export function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function findParent(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
