/**
 * Checks what another user of the same machine can read of a service and plant for it. Only root can become another
 * user; the tests are skipped otherwise.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import { makeAsciiWav } from '../contract/support/samples.ts';

const command = join(import.meta.dirname, '../../scripts/run.mjs');
const registry = join(import.meta.dirname, '../contract/support/every-processor.ts');
const neighbour = 65534;

let folder = '';
let service: ChildProcess | null = null;

beforeEach((context) => {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') {
    context.skip('only root on Linux can become somebody else');
  }
  folder = mkdtempSync(join(tmpdir(), 'guise-neighbour-'));
  for (const name of ['home', 'data', 'tmp']) {
    mkdirSync(join(folder, name));
  }
  // A machine with several users: homes can be entered, and everybody may write to the temporary folder.
  for (const path of [folder, join(folder, 'home'), join(folder, 'data')]) {
    chmodSync(path, 0o755);
  }
  chmodSync(join(folder, 'tmp'), 0o1777);
});

afterEach(async () => {
  if (service !== null && service.exitCode === null) {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  }
  service = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the service on the existing folder; returns its address. */
async function serve(): Promise<string> {
  const args = ['service', 'serve', '--json', '--port', '0', '--processors', registry];
  const child = spawn(process.execPath, [command, ...args, '--data', join(folder, 'data')], {
    env: {
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'tmp'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  service = child;
  for await (const chunk of child.stdout) {
    const line = /\{.*\}/.exec(String(chunk))?.[0];
    if (line !== undefined) {
      return String(JSON.parse(line).base_url);
    }
  }
  throw new Error('The service did not start.');
}

function asNeighbour(...script: readonly string[]): string {
  const { stdout } = spawnSync(
    'setpriv',
    [`--reuid=${neighbour}`, `--regid=${neighbour}`, '--clear-groups', ...script],
    { encoding: 'utf8' },
  );
  return stdout;
}

/** Lists all files below a folder that the neighbour can open, except their own. */
function readable(path: string): string[] {
  const lines = asNeighbour('find', path, '-not', '-user', String(neighbour), '-readable');
  return lines.split('\n').filter((line) => line !== '' && line !== path);
}

describe('another user of the machine', () => {
  test('reads nothing that a service keeps, in a folder that was open before', async () => {
    const baseUrl = await serve();
    const apiKey = execFileSync('cat', [join(folder, 'data', 'first-key')], { encoding: 'utf8' });
    const client = createApiClient({ baseUrl, apiKey: apiKey.trim() });
    const { file_key: sample } = await client.uploadFile({
      file: { bytes: makeAsciiWav(0.5), name: 'voice.wav' },
    });
    await client.submitVoiceClone({ body: { voice_sample_key: sample, script: 'Hello.' } });
    expect(readdirSync(join(folder, 'data')).length).toBeGreaterThan(3);
    expect(readable(join(folder, 'data'))).toEqual([]);
    expect(readable(join(folder, 'home'))).toEqual([]);
    expect(readable(join(folder, 'tmp'))).toEqual([]);
    expect(asNeighbour('cat', join(folder, 'data', 'first-key'))).toBe('');
    expect(statSync(join(folder, 'data', 'guise.db')).mode & 0o077).toBe(0);
  });

  test('cannot plant code: nothing compiled is kept in the shared temporary folder', async () => {
    // Node's own folder for it: the name is predictable, so any user can create it first.
    const [major, tag] = [process.version, '-x64-'];
    const planted = join(folder, 'tmp', 'node-compile-cache');
    asNeighbour('mkdir', '-p', '-m', '777', join(planted, `${major}${tag}`));
    await serve();
    expect(asNeighbour('find', planted, '-type', 'f')).toBe('');
    expect(readdirSync(planted)).toEqual([`${major}${tag}`]);
    const own = join(folder, 'home', '.cache', 'guise', 'compile');
    expect(readdirSync(own)).toHaveLength(1);
    expect(statSync(own).mode & 0o777).toBe(0o700);
  });
});
