import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { featureNames, features } from '../../src/contract/api/features.ts';

const run = promisify(execFile);
const entry = resolveInProject('src', 'service', 'console', 'index.ts');

/** Service in a separate process, as an operator runs it, with prices for everything. */
export interface ServiceProcess {
  readonly baseUrl: string;
  /** Key of the only account. */
  readonly apiKey: string;
  readonly client: ApiClient;
  /** Tops up the account with the console command. */
  readonly topUp: (usd: number) => Promise<void>;
  /** Process id. */
  readonly pid: number;
  /** Kills the service, as in a crash, and restarts it on its stored data. */
  readonly crash: () => Promise<ServiceProcess>;
  /** Ends the service and removes its stored data. */
  readonly close: () => Promise<void>;
}

/**
 * Starts `serve`, optionally with a module of processors. A second of anything costs a cent, with a minimum of two
 * cents.
 */
export async function openServiceProcess(processors?: string): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-service-'));
  const pricing = join(folder, 'prices.json');
  const capabilities = featureNames.map((feature) => ({
    feature,
    unit: features[feature].unit,
    price_usd: 0.01,
    minimum_usd: 0.02,
  }));
  await writeFile(pricing, JSON.stringify({ currency: 'USD', version: '1', capabilities }));
  return start(folder, processors);
}

async function start(folder: string, processors?: string): Promise<ServiceProcess> {
  const pricing = join(folder, 'prices.json');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GUISE_DATA: join(folder, 'data') };
  const options = [
    '--json',
    '--log-level',
    'warn',
    '--port',
    '0',
    '--pricing',
    pricing,
    '--tier',
    'default',
  ];
  const args = [entry, 'serve', ...options, '--workers', '2'];
  if (processors !== undefined) {
    args.push('--processors', processors);
  }
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { base_url: baseUrl, api_key: apiKey } = await readFirstLine(child);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    baseUrl,
    apiKey,
    client: createApiClient({ baseUrl, apiKey }),
    topUp: async (usd) => {
      await run(process.execPath, [entry, 'topup', String(usd)], { cwd: folder, env });
    },
    pid: child.pid!,
    crash: async () => {
      await end('SIGKILL');
      return start(folder, processors);
    },
    close: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Reads the line that `serve --json` prints once it listens. Throws when the process ends before. */
async function readFirstLine(child: ChildProcess): Promise<{ base_url: string; api_key: string }> {
  const gaveUp = new AbortController();
  const ended = once(child, 'exit', { signal: gaveUp.signal }).then(([code]) => {
    throw new Error(`The service ended with code ${String(code)} before it listened.`);
  });
  const line = once(createInterface(child.stdout!), 'line').then(([text]) => String(text));
  const text = await Promise.race([line, ended]);
  gaveUp.abort();
  await ended.catch(() => undefined);
  return JSON.parse(text) as { base_url: string; api_key: string };
}
