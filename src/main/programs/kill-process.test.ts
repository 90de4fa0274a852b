import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killProcess } from './kill-process.ts';

it.skipIf(process.platform === 'win32')(
  'ends a process that is stopped, ignores SIGTERM and blocks its loop',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guise-kill-'));
    const program = join(folder, 'deaf.mjs');
    writeFileSync(program, `process.on('SIGTERM', () => {}); process.send('ready'); for (;;);`);
    const child = fork(program, [], { stdio: 'ignore' });
    await once(child, 'message');
    child.kill('SIGSTOP');
    killProcess(child);
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    killProcess(child); // A second call is no error.
    rmSync(folder, { recursive: true });
  },
);
