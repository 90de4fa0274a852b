import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openBuiltModels } from './support/models.ts';

it('networks run without a trace in the folders of the user', async () => {
  await openBuiltModels();
  const home = await mkdtemp(join(tmpdir(), 'guise-home-'));
  try {
    const child = fileURLToPath(new URL('./telemetry-child.ts', import.meta.url));
    const { ORT_DISABLE_TELEMETRY: _, CI: __, ...env } = process.env;
    await promisify(execFile)(process.execPath, [child], {
      env: { ...env, HOME: home, TMPDIR: home, XDG_CACHE_HOME: home },
    });
    expect(await readdir(home, { recursive: true })).toEqual([]);
  } finally {
    await rm(home, { recursive: true });
  }
}, 120_000);
