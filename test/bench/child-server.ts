import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/** A server in a process of its own. */
export interface ChildServer {
  /** What its first line said. */
  readonly line: Readonly<Record<string, string>>;
  /** From the spawn to the first line, in milliseconds. */
  readonly startedMs: number;
  readonly pid: number;
  /** Resident memory in MB: now, and the most there ever was. Linux only. */
  readMemoryMb(): Promise<{ readonly now: number; readonly peak: number }>;
  close(): Promise<void>;
}

/** Starts a program of Node whose first line is JSON. */
export async function openChildServer(args: readonly string[]): Promise<ChildServer> {
  const beginMs = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) {
        resolve(text.slice(0, text.indexOf('\n')));
      }
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
  });
  const startedMs = performance.now() - beginMs;
  return {
    line: JSON.parse(line),
    startedMs,
    pid: child.pid ?? 0,
    async readMemoryMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      const read = (name: string): number =>
        Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024;
      return { now: read('VmRSS'), peak: read('VmHWM') };
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
    },
  };
}
