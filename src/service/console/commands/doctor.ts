import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../base/errors.ts';
import { jobFeatureNames } from '../../../contract/api/features.ts';
import { listPacks } from '../../../engine/packs/pack-registry.ts';
import { readInstalledFeatures } from '../../jobs/worker-pool.ts';
import { findRunning } from '../../start/open-owner.ts';
import { findSandbox, sandboxGaps } from '../../sandbox/bubblewrap.ts';
import { acquireOwnerLock } from '../../store/owner-lock.ts';
import { dataOptions, readLocation } from '../data-folder.ts';
import { modelFolderOption, readModelFolder } from '../model-options.ts';
import { printLine, printJson } from '../print.ts';
import { toRegistry } from '../registry.ts';
import type { Arguments, ConsoleCommand } from '../usage.ts';
import { jsonOption } from '../with-owner.ts';

/** `bad` keeps the service from working, `note` is worth knowing. */
interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'bad';
  readonly text: string;
}

const MIN_NODE = { major: 22, minor: 18 };
const MIN_FREE_BYTES = 2_147_483_648;
const EARLIEST_MS = Date.UTC(2026, 0, 1);

/** Checks whether the service can work on this machine. */
export const doctor: ConsoleCommand = {
  usage: {
    line: '[OPTIONS]',
    about:
      'Checks this machine and the data folder. Ends with exit code 1 when something is wrong.',
    options: {
      port: { value: 'N', about: 'Also checks whether this port is free.' },
      processors: { value: 'MODULE', about: 'Address of another list of processors.' },
      ...modelFolderOption,
      ...dataOptions,
      ...jsonOption,
    },
    maxArguments: 0,
  },

  async run(given) {
    const { folder } = readLocation(given);
    const findings = [
      checkNode(),
      checkSqlite(),
      await checkFolder(folder),
      await checkOwner(folder),
      await checkDisk(folder),
      await checkProcessors(given),
      await checkModels(given),
      checkSandbox(),
      checkClock(),
      await checkPort(given),
    ];
    if (given.has('json')) {
      printJson(findings);
    } else {
      for (const { what, state, text } of findings) {
        printLine(`${state.padEnd(5)} ${what.padEnd(12)} ${text}`);
      }
    }
    return findings.some(({ state }) => state === 'bad') ? 1 : 0;
  },
};

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > MIN_NODE.major || (major === MIN_NODE.major && minor >= MIN_NODE.minor);
  const text = isNew
    ? process.version
    : `${process.version}; ${MIN_NODE.major}.${MIN_NODE.minor} is needed`;
  return { what: 'Node', state: isNew ? 'ok' : 'bad', text };
}

function checkSqlite(): Finding {
  const database = new DatabaseSync(':memory:');
  const row = database.prepare('select sqlite_version() as version').get();
  database.close();
  return { what: 'SQLite', state: 'ok', text: String(row?.['version']) };
}

async function checkFolder(folder: string): Promise<Finding> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK);
    return { what: 'data folder', state: 'ok', text: folder };
  } catch {
    return { what: 'data folder', state: 'bad', text: `${folder} cannot be written` };
  }
}

async function checkOwner(folder: string): Promise<Finding> {
  const what = 'owner';
  try {
    acquireOwnerLock(folder).release();
    return { what, state: 'ok', text: 'no service runs on the folder' };
  } catch (error) {
    if (!(error instanceof AppError)) {
      return { what, state: 'bad', text: 'the lock of the folder cannot be taken' };
    }
    const running = await findRunning(folder);
    if (running === null) {
      return { what, state: 'bad', text: `${error.message} It does not answer.` };
    }
    const { base_url } = await running.call('readStatus');
    return { what, state: 'ok', text: `a service runs at ${base_url}` };
  }
}

async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const text = `${(freeBytes / 1_073_741_824).toFixed(1)} GB free`;
  return freeBytes < MIN_FREE_BYTES
    ? { what: 'disk', state: 'note', text: `${text}; one large upload takes 0.5 GB, its job more` }
    : { what: 'disk', state: 'ok', text };
}

async function checkProcessors(given: Arguments): Promise<Finding> {
  const registry = toRegistry(given.text('processors'));
  const installed = await readInstalledFeatures(
    registry ?? new URL('../../../capabilities/registry.ts', import.meta.url).href,
  );
  const missing = jobFeatureNames.filter((feature) => !installed.has(feature));
  return missing.length === 0
    ? { what: 'processors', state: 'ok', text: `all ${installed.size} capabilities` }
    : {
        what: 'processors',
        state: 'note',
        text: `${installed.size} installed; these answer capability_unavailable: ${missing.join(', ')}`,
      };
}

/** Models that are used by themselves; the others help them. */
const mainKinds: ReadonlySet<string> = new Set([
  'swapper',
  'speaker',
  'voice',
  'sound_to_mouth',
  'mouth_painter',
  'portrait_animator',
]);

async function checkModels(given: Arguments): Promise<Finding> {
  const what = 'models';
  const { folder, exists, packs } = await listPacks(readModelFolder(given));
  const mains = packs.filter(({ kind }) => kind !== null && mainKinds.has(kind));
  const usable = packs.filter(({ isUsable }) => isUsable);
  if (!exists || packs.length === 0) {
    return { what, state: 'ok', text: `none in ${folder}; the built-in engine is used` };
  }
  const refused = mains.find(({ isUsable }) => !isUsable);
  const text = `${usable.length} of ${packs.length} in ${folder} can be used`;
  return refused === undefined
    ? { what, state: 'ok', text }
    : { what, state: 'note', text: `${text}; ${refused.label}: ${refused.note ?? ''}` };
}

function checkSandbox(): Finding {
  const sandbox = findSandbox();
  return sandbox.isOn
    ? { what: 'sandbox', state: 'ok', text: 'media is read apart from your files and the network' }
    : { what: 'sandbox', state: 'note', text: sandboxGaps[sandbox.reason] };
}

function checkClock(): Finding {
  const now = new Date();
  return now.getTime() < EARLIEST_MS
    ? {
        what: 'clock',
        state: 'bad',
        text: `${now.toISOString()} is in the past; links would expire`,
      }
    : { what: 'clock', state: 'ok', text: now.toISOString() };
}

async function checkPort(given: Arguments): Promise<Finding> {
  const port = given.whole('port', { min: 0, max: 65_535 }) ?? 0;
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
