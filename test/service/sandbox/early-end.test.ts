import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { startProcess } from '../../../src/service/sandbox/start-process.ts';
import { describeUnless } from '../../support/describe-unless.ts';
import { findSandboxProblem } from '../support/find-sandbox-problem.ts';

const entry = fileURLToPath(new URL('idle-process.ts', import.meta.url));
const ROUNDS = 40;

/** Ids of the children of a process now. */
function listChildren(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').flatMap((id) => (id === '' ? [] : [Number(id)]));
  } catch {
    return [];
  }
}

/** Returns whether the started process still runs; its id may have been reused by now. */
function isThere(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry);
  } catch {
    return false;
  }
}

/** Ends a process as soon as its sandbox has a child, before that child was allowed to continue. */
async function endAtOnce(end: (child: ChildProcess) => void): Promise<number[]> {
  const { child } = startProcess({
    entry,
    messages: z.never(),
    env: { PATH: process.env['PATH'] },
  });
  const gone = once(child, 'exit');
  let inside: number[] = [];
  while (inside.length === 0) {
    expect(child.exitCode).toBeNull();
    inside = listChildren(child.pid ?? 0);
  }
  end(child);
  await gone;
  return inside;
}

describeUnless(findSandboxProblem(), 'a process in a sandbox', () => {
  it.each([
    ['by the service', (child: ChildProcess): void => void child.kill('SIGKILL')],
    ['by others', ({ pid = 0 }: ChildProcess): void => void process.kill(pid, 'SIGKILL')],
  ])(
    'leaves nothing behind when it is ended %s while its sandbox is being set up',
    async (_, end) => {
      const inside: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        inside.push(...(await endAtOnce(end)));
      }
      expect(inside.length).toBeGreaterThanOrEqual(ROUNDS);
      while (inside.some(isThere)) {
        await sleep(20);
      }
    },
    60_000,
  );
});
