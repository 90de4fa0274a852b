import {
  type ChildProcess,
  execFileSync,
  spawn,
  spawnSync,
  type SpawnSyncOptions,
} from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';

const INSTALLED = '/usr/lib/postgresql';
/** Options of `initdb`. */
const OPTIONS = ['-U', 'guise', '-A', 'trust', '--no-locale', '-E', 'UTF8', '-N'];

/** Folder of the newest installed server programs; null when there are none. */
export function findServerPrograms(): string | null {
  if (!existsSync(INSTALLED)) {
    return null;
  }
  const folders = readdirSync(INSTALLED)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(INSTALLED, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres'))) ?? null;
}

/** Returns the reason why no PostgreSQL can be started on this machine; null when one can. */
export function findPostgresProblem(): string | null {
  return findServerPrograms() === null ? 'PostgreSQL is not installed' : null;
}

/** A PostgreSQL of this test file alone: temporary folder, unix socket, no network. */
export interface TestPostgres {
  /** Creates an empty database; returns how to connect to it. */
  createDatabase(): Promise<ClientConfig>;
  /** Ends it in order (SIGINT) or as a crash does (SIGQUIT), and starts it again. */
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  stop(): Promise<void>;
}

/** The server refuses to run as root, so it runs as the user `nobody`. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) {
    return {};
  }
  const read = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

/**
 * Creates an empty cluster: a copy of the first cluster for this user, version and options, because a new one takes a
 * second of a core.
 */
function placeCluster(programs: string, cluster: string, options: SpawnSyncOptions): void {
  const { stdout } = spawnSync(join(programs, 'initdb'), ['--version'], { encoding: 'utf8' });
  const owner = options.uid ?? process.getuid?.() ?? 0;
  const key = createHash('sha256')
    .update(`${stdout} ${owner} ${OPTIONS.join(' ')}`)
    .digest('hex');
  const kept = resolveInProject('out', 'cache', `postgres-${key.slice(0, 16)}`);
  if (existsSync(kept)) {
    runOrThrow('cp', ['-a', kept, cluster]);
    return;
  }
  runOrThrow(join(programs, 'initdb'), ['-D', cluster, ...OPTIONS], options);
  mkdirSync(dirname(kept), { recursive: true });
  const draft = mkdtempSync(`${kept}-`);
  try {
    // A cluster under its name is complete: an interrupted copy stays a draft that no test reads.
    runOrThrow('cp', ['-a', cluster, join(draft, 'cluster')]);
    renameSync(join(draft, 'cluster'), kept);
  } catch {
    // Another test was faster, or the disk is full: the next call tries again.
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function runOrThrow(command: string, args: readonly string[], options?: SpawnSyncOptions): void {
  const { status, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${command} failed: ${stderr}`);
  }
}

/** Creates a cluster and starts it. It syncs to the disk only for measurements. */
export async function startPostgres(
  programs: string,
  { isDurable = false }: { readonly isDurable?: boolean } = {},
): Promise<TestPostgres> {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'guise-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(folder, user.uid, user.gid);
  }
  const env = { PATH: process.env['PATH'] ?? '', LANG: 'C' };
  const cluster = join(folder, 'cluster');
  placeCluster(programs, cluster, { ...user, env, cwd: folder });
  // Pages in the system's cache outlive the server, so tests need no fsync.
  const settings = [
    'listen_addresses=',
    `fsync=${isDurable ? 'on' : 'off'}`,
    'max_connections=100',
  ].flatMap((setting) => ['-c', setting]);
  const base: ClientConfig = { host: folder, user: 'guise' };
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(join(programs, 'postgres'), ['-D', cluster, '-k', folder, ...settings], {
      ...user,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(started, { ...base, database: 'postgres' });
    return started;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  let server = await start();
  let count = 0;
  return {
    async createDatabase() {
      count += 1;
      const database = `test_${count}`;
      const client = new Client({ ...base, database: 'postgres' });
      await client.connect();
      await client.query(`create database ${database}`);
      await client.end();
      return { ...base, database };
    },
    async restart(signal) {
      await end(signal);
      server = await start();
    },
    async stop() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(server: ChildProcess, config: ClientConfig): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (text.includes('ready to accept connections')) {
        resolve();
      }
    });
    server.once('exit', () => {
      reject(new Error(`The server ended: ${log}`));
    });
  });
  const client = new Client(config);
  await client.connect();
  await client.end();
}
