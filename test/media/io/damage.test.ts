import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { drawSeed } from '../../support/random.ts';

const reportSchema = z.object({
  outcomes: z.record(z.string(), z.number()),
  wrong: z.array(z.string()),
});

it('200 damaged files end in a result or a typed failure, never in the end of the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-damage-'));
  const seed = String(drawSeed());
  console.log(`seed ${seed}`);
  try {
    const child = fileURLToPath(new URL('./damage-child.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [child, folder, seed, '200'], {
      env: { ...process.env, SVT_LOG: '0' },
      timeout: 110_000,
    });
    const { outcomes, wrong } = reportSchema.parse(JSON.parse(stdout));
    console.log(outcomes);
    expect(wrong).toEqual([]);
    expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(200);
    expect(outcomes['passed']).toBeGreaterThan(20);
    expect(outcomes['unsupported_format']).toBeGreaterThan(20);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
