/**
 * Programs of other languages against the running service, where installed. Their requests are also recorded, and
 * replayed on every machine.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAsciiWav } from '../contract/support/samples.ts';
import { type World } from '../contract/support/world.ts';
import { openConformanceWorld } from './support/conformance-world.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, 'tools');
/** A Python with its own packages may be configured. */
const python = process.env['GUISE_PYTHON'] ?? 'python3';

interface Tool {
  /** A command that fails where the tool is not there. */
  readonly probe: readonly [string, ...string[]];
  readonly command: readonly [string, ...string[]];
}

const tools: Readonly<Record<string, Tool>> = {
  curl: { probe: ['curl', '--version'], command: ['sh', join(folder, 'curl.sh')] },
  'Python requests': {
    probe: [python, '-c', 'import requests'],
    command: [python, join(folder, 'requests_client.py')],
  },
  'Python aiohttp': {
    probe: [python, '-c', 'import aiohttp'],
    command: [python, join(folder, 'aiohttp_client.py')],
  },
  'Go net/http': { probe: ['go', 'version'], command: ['go', 'run', join(folder, 'client.go')] },
};

let world: World;
let scratch: string;

beforeAll(async () => {
  world = await openConformanceWorld();
  scratch = await mkdtemp(join(tmpdir(), 'guise-tools-'));
  await writeFile(join(scratch, 'voice.wav'), makeAsciiWav(0.5));
}, 60_000);

afterAll(async () => {
  await world.close();
  await rm(scratch, { recursive: true });
});

for (const [name, { probe, command }] of Object.entries(tools)) {
  test(`${name} is understood at the first try`, { timeout: 120_000 }, async (context) => {
    context.skip(!(await canRun(probe)), `${probe.join(' ')} does not run here.`);
    const { secret } = await world.newAccount();
    const given = [world.service.baseUrl, secret, join(scratch, 'voice.wav')];
    const { stdout } = await run(command[0], [...command.slice(1), ...given]);
    expect(stdout.trim().endsWith('ok'), stdout).toBe(true);
  });
}

async function canRun([program, ...given]: Tool['probe']): Promise<boolean> {
  try {
    await run(program, given);
    return true;
  } catch {
    return false;
  }
}
