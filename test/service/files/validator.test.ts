import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type MediaValidator,
  validationLimits,
  openMediaValidator,
} from '../../../src/service/files/validate/validator-host.ts';
import { listDescendants, type SeenProcess } from '../../support/process-tree.ts';
import { itUnless, findLinuxProblem } from '../../support/describe-unless.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let validator: MediaValidator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-validator-'));
  validator = open(20_000);
});

afterAll(async () => {
  await validator.close();
  await rm(folder, { recursive: true });
});

function open(timeMs: number, processes = 1, perOwner = processes): MediaValidator {
  const limits = { ...validationLimits, timeMs, memoryBytes: 536_870_912 };
  const entry = fileURLToPath(new URL('./bad-validator.ts', import.meta.url));
  return openMediaValidator({
    folder: join(folder, 'validate'),
    limits,
    entry,
    processes,
    perOwner,
  });
}

async function ask(how: string, by = validator, signal?: AbortSignal) {
  const path = join(folder, how);
  await writeFile(path, how);
  return by.validate(path, 'wav', { signal });
}

/** The innermost process that validates and was not there before. */
async function findValidator(before: readonly SeenProcess[]): Promise<number> {
  const known = new Set(before.map(({ pid }) => pid));
  for (;;) {
    const [validating] = listDescendants(process.pid)
      .filter(({ command, pid }) => command.includes('bad-validator') && !known.has(pid))
      .toReversed();
    if (validating !== undefined) {
      return validating.pid;
    }
    await sleep(20);
  }
}

describe('a validating process', () => {
  it.each(['crash', 'exit', 'nonsense', 'another', 'killed'])(
    'that fails (%s) refuses the file and is replaced',
    async (how) => {
      await expect(ask(how)).rejects.toMatchObject({
        code: 'unsupported_format',
        message: expect.stringContaining('limits'),
      });
      expect(await ask('good')).toMatchObject({ kind: 'audio' });
    },
  );

  itUnless(findLinuxProblem(), 'that takes too much memory is stopped by the kernel', async () => {
    // Longer than the test may take: only the memory limit can stop it.
    const patient = open(600_000);
    await expect(ask('memory', patient)).rejects.toMatchObject({ code: 'unsupported_format' });
    expect(await ask('good', patient)).toMatchObject({ kind: 'audio' });
    await patient.close();
  });

  itUnless(
    findLinuxProblem(),
    'killed from outside does not cause the refusal of a valid file',
    async () => {
      const fresh = open(600_000);
      const before = listDescendants(process.pid);
      const verdict = ask('hang', fresh);
      process.kill(await findValidator(before), 'SIGKILL');
      // The next process sees this in the same file.
      writeFileSync(join(folder, 'hang'), 'good');
      expect(await verdict).toMatchObject({ kind: 'audio' });
      await fresh.close();
    },
  );

  it('that hangs is killed, and does not hold up the other', async () => {
    const pair = open(3000, 2);
    const hanging = ask('hang', pair);
    const quick = await Promise.race([
      ask('good', pair),
      hanging.then(
        () => 'the hanging one first',
        () => 'the hanging one first',
      ),
    ]);
    expect(quick).toMatchObject({ kind: 'audio' });
    await expect(hanging).rejects.toMatchObject({ code: 'unsupported_format' });
    await pair.close();
  });

  it('is left for others while the files of one account take all their time', async () => {
    const pair = open(20_000, 2, 1);
    const path = join(folder, 'hang');
    await writeFile(path, 'hang');
    const hanging = Array.from({ length: 3 }, () =>
      pair.validate(path, 'wav', { owner: 'greedy' }),
    );
    const ended = Promise.allSettled(hanging);
    const first = await Promise.race([ended, ask('good', pair)]);
    expect(first).toMatchObject({ kind: 'audio' });
    await pair.close();
    await ended;
  });

  it('is killed when its upload is given up', async () => {
    const abort = new AbortController();
    const pending = ask('hang', validator, abort.signal);
    setTimeout(() => abort.abort(), 300);
    await expect(pending).rejects.toThrow('aborted');
    expect(await ask('good')).toMatchObject({ kind: 'audio' });
  });

  it('sees nothing of the environment of the service', async () => {
    vi.stubEnv('A_SECRET_KEY', 'x');
    const fresh = open(20_000);
    await expect(ask('environment', fresh)).rejects.toMatchObject({ message: 'clean' });
    await fresh.close();
  });

  it('is not started after the validator is closed', async () => {
    const closed = open(20_000);
    const pending = ask('hang', closed);
    const refused = expect(pending).rejects.toMatchObject({ code: expect.any(String) });
    await closed.close();
    await refused;
    await expect(ask('good', closed)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
