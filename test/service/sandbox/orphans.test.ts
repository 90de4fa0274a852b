import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { detectSandbox } from '../../../src/service/sandbox/bubblewrap.ts';
import { describeUnless, findLinuxProblem } from '../../support/describe-unless.ts';

const parentPath = fileURLToPath(new URL('orphaning-parent.ts', import.meta.url));
/** PATH without bubblewrap; programs are started by their full path. */
const emptyPath = fileURLToPath(new URL('.', import.meta.url));

let parent: ChildProcess;
let mark: string;

/** Command lines of processes that were started with the mark, without the parent itself. */
function listMarked(): string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const text = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return text.includes(mark) && !text.includes(parentPath) ? [text] : [];
    } catch {
      return [];
    }
  });
}

function startParent(hasSandbox: boolean): void {
  mark = randomUUID();
  const PATH = hasSandbox ? process.env['PATH'] : emptyPath;
  parent = fork(parentPath, [mark], { env: { PATH } });
}

async function killParent(): Promise<void> {
  const gone = once(parent, 'exit');
  parent.kill('SIGKILL');
  await gone;
}

afterEach(() => parent.kill('SIGKILL'));

describeUnless(findLinuxProblem(), 'processes whose parent is killed', () => {
  it.each([
    { hasSandbox: true, where: 'in sandboxes' },
    { hasSandbox: false, where: 'without one' },
  ])(
    'end, although they hang: $where',
    async ({ hasSandbox }) => {
      startParent(hasSandbox);
      await once(parent, 'message');
      const [said] = await once(parent, 'message');
      expect(said).toEqual({ hasSandbox: hasSandbox && detectSandbox().isOn });
      expect(listMarked().length).toBeGreaterThanOrEqual(3);
      await killParent();
      while (listMarked().length > 0) {
        await sleep(50);
      }
    },
    30_000,
  );

  it('end when that happens while they start', async () => {
    for (let round = 0; round < 12; round += 1) {
      startParent(true);
      await once(parent, 'message');
      await sleep(round * 8);
      await killParent();
      while (listMarked().length > 0) {
        await sleep(50);
      }
    }
  }, 60_000);
});
