import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Peer } from '../../src/base/peer/peer.ts';
import type { EmbeddedMethods } from '../../src/contract/embedded.ts';
import { forkEmbedded, openEmbeddedPeer } from '../support/forked-peer.ts';

/** Server in its own process. */
export interface ChildServer {
  /** Content of its first line. */
  readonly line: Readonly<Record<string, string>>;
  /** Time from the spawn to the first line, in milliseconds. */
  readonly startedMs: number;
  readonly pid: number;
  /** Returns resident memory in MB, current and peak. Linux only. */
  readMemoryMb(): Promise<{ readonly now: number; readonly peak: number }>;
  /** Ends the server, in order or by `signal`; settles when it has exited. */
  close(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a Node program whose first line is JSON. `env` extends this process's environment; the log goes to an open
 * file, when given.
 */
export async function openChildServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  log: number | 'ignore' = 'ignore',
): Promise<ChildServer> {
  const beginMs = performance.now();
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', log],
    env: { ...process.env, ...env },
  });
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) {
        resolve(text.slice(0, text.indexOf('\n')));
      }
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
  });
  return toServer(child, JSON.parse(line), performance.now() - beginMs);
}

/** Service as the app runs it, with the app's connection to it. */
export interface EmbeddedServer extends ChildServer {
  readonly peer: Peer<EmbeddedMethods>;
}

/** Starts the service as the app does; `line` has its `base_url` and `api_key`. */
export async function openEmbeddedServer(dataDir: string): Promise<EmbeddedServer> {
  const beginMs = performance.now();
  const process = forkEmbedded();
  const peer = openEmbeddedPeer(process);
  const { baseUrl, apiKey } = await peer.call('start', { dataDir, logLevel: 'silent' });
  const line = { base_url: baseUrl, api_key: apiKey };
  return { ...toServer(process.child, line, performance.now() - beginMs), peer };
}

function toServer(
  child: ChildProcess,
  line: Readonly<Record<string, string>>,
  startedMs: number,
): ChildServer {
  return {
    line,
    startedMs,
    pid: child.pid ?? 0,
    async readMemoryMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      const read = (name: string): number =>
        Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024;
      return { now: read('VmRSS'), peak: read('VmHWM') };
    },
    async close(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
    },
  };
}
