import { execFile } from 'node:child_process';
import { totalmem } from 'node:os';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { readMemoryLimit } from '../../../src/capabilities/kit/memory-limit.ts';
import { itUnless, findLinuxProblem } from '../../support/describe-unless.ts';

const run = promisify(execFile);

itUnless(findLinuxProblem(), 'a process finds its memory limit', async () => {
  expect(readMemoryLimit()).toBeLessThanOrEqual(totalmem());
  expect(readMemoryLimit()).toBeGreaterThan(0);
  const module = new URL('../../../src/capabilities/kit/memory-limit.ts', import.meta.url).href;
  const script = `const { readMemoryLimit } = await import('${module}'); console.log(readMemoryLimit());`;
  const shell = 'ulimit -d 2000000; exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await run('sh', ['-c', shell, process.execPath, script]);
  expect(Number(stdout)).toBe(Math.min(2_000_000 * 1024, totalmem()));
});
