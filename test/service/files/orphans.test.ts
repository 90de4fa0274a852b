import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeUnless, itUnless, findLinuxProblem } from '../../support/describe-unless.ts';
import { findSandboxProblem } from '../support/find-sandbox-problem.ts';

const service = fileURLToPath(new URL('validating-service.ts', import.meta.url));
const hanging = fileURLToPath(new URL('bad-validator.ts', import.meta.url));
/** Jiffies of processor time after which a validator is at work for certain. */
const AT_WORK = 60;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-orphans-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function listDescendants(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const children = texts
    .join(' ')
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
  const further = await Promise.all(children.map(listDescendants));
  return [...children, ...further.flat()];
}

/** State and processor time in jiffies; null when the process has exited or is a zombie. */
async function findWork(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? ['Z'];
  return fields[0] === 'Z' ? null : Number(fields[11]) + Number(fields[12]);
}

/** Starts a service, kills it while its validator works, and returns once none of its processes is left. */
async function killAtWork(path: string, entry: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [service, join(folder, 'work'), path, ...entry], { env });
  const pid = child.pid ?? 0;
  let known: number[] = [];
  for (;;) {
    known = await listDescendants(pid);
    const work = await Promise.all(known.map(findWork));
    if (work.some((jiffies) => jiffies !== null && jiffies > AT_WORK)) {
      break;
    }
    expect(child.exitCode).toBeNull();
    await sleep(20);
  }
  child.kill('SIGKILL');
  while ((await Promise.all(known.map(findWork))).some((jiffies) => jiffies !== null)) {
    await sleep(20);
  }
  return known.length;
}

/** Silent PCM of 3.9 GB in a sparse file: its packets take a while. */
async function writeLongWav(path: string): Promise<void> {
  const sizeBytes = 3_900_000_000;
  const head = Buffer.alloc(44);
  head.write('RIFF....WAVEfmt ', 'latin1');
  head.writeUInt32LE(sizeBytes + 36, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(sizeBytes, 40);
  const handle = await open(path, 'w');
  await handle.write(head);
  await handle.truncate(44 + sizeBytes);
  await handle.close();
}

describeUnless(findLinuxProblem(), 'a service that is killed', () => {
  itUnless(
    findSandboxProblem(),
    'ends a validator that hangs in a sandbox',
    async () => {
      const path = join(folder, 'hang');
      await writeFile(path, 'hang');
      expect(await killAtWork(path, [hanging], process.env)).toBeGreaterThan(1);
    },
    30_000,
  );

  it('ends a validator that decodes without a sandbox', async () => {
    const path = join(folder, 'long.wav');
    await writeLongWav(path);
    // Without bubblewrap on its way.
    const env = { ...process.env, PATH: dirname(process.execPath) };
    expect(await killAtWork(path, [], env)).toBe(1);
  }, 30_000);
});
