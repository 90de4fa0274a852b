import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { detectSandbox, sandboxGaps } from '../sandbox/bubblewrap.ts';
import type { CheckFinding } from './findings.ts';

const MIN_NODE = { major: 22, minor: 18 };
const MIN_FREE_BYTES = 2_147_483_648;
const EARLIEST_MS = Date.UTC(2026, 0, 1);

/** Checks what any service needs of a machine: `folder` for its data, made when missing, and `port`, 0 for any. */
export async function checkMachine({
  folder,
  port,
}: {
  readonly folder: string;
  readonly port: number;
}): Promise<CheckFinding[]> {
  return [
    checkNode(),
    checkSqlite(),
    await checkFolder(folder),
    await checkDisk(folder),
    checkSandbox(),
    checkClock(),
    await checkPort(port),
  ];
}

function checkNode(): CheckFinding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > MIN_NODE.major || (major === MIN_NODE.major && minor >= MIN_NODE.minor);
  const text = isNew
    ? process.version
    : `${process.version}; ${MIN_NODE.major}.${MIN_NODE.minor} is needed`;
  return { what: 'Node', state: isNew ? 'ok' : 'bad', text };
}

function checkSqlite(): CheckFinding {
  const database = new DatabaseSync(':memory:');
  const row = database.prepare('select sqlite_version() as version').get();
  database.close();
  return { what: 'SQLite', state: 'ok', text: String(row?.['version']) };
}

async function checkFolder(folder: string): Promise<CheckFinding> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK);
    return { what: 'data folder', state: 'ok', text: folder };
  } catch {
    return { what: 'data folder', state: 'bad', text: `${folder} cannot be written` };
  }
}

async function checkDisk(folder: string): Promise<CheckFinding> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const text = `${(freeBytes / 1_073_741_824).toFixed(1)} GB free`;
  return freeBytes < MIN_FREE_BYTES
    ? { what: 'disk', state: 'note', text: `${text}; one large upload takes 0.5 GB, its job more` }
    : { what: 'disk', state: 'ok', text };
}

function checkSandbox(): CheckFinding {
  const sandbox = detectSandbox();
  return sandbox.isOn
    ? { what: 'sandbox', state: 'ok', text: 'media is read apart from your files and the network' }
    : { what: 'sandbox', state: 'note', text: sandboxGaps[sandbox.reason] };
}

function checkClock(): CheckFinding {
  const now = new Date();
  return now.getTime() < EARLIEST_MS
    ? {
        what: 'clock',
        state: 'bad',
        text: `${now.toISOString()} is in the past; links would expire`,
      }
    : { what: 'clock', state: 'ok', text: now.toISOString() };
}

async function checkPort(port: number): Promise<CheckFinding> {
  const problem = await tryPort(port);
  const name = port === 0 ? 'a free port' : `port ${port}`;
  return problem === null
    ? { what: 'port', state: 'ok', text: `${name} can be listened on` }
    : { what: 'port', state: 'bad', text: `${name} cannot be listened on (${problem})` };
}

function tryPort(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      resolve('code' in error ? String(error.code) : error.message);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(null);
      });
    });
  });
}
