import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import * as z from 'zod';

const reportSchema = z.object({
  frames: z.number(),
  samples: z.array(z.object({ fraction: z.number(), megabytes: z.number() })),
});

it('a long video needs no more memory than a short one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-memory-'));
  try {
    const child = fileURLToPath(new URL('./memory-child.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [child, folder, '60'], {
      timeout: 110_000,
    });
    const { frames, samples } = reportSchema.parse(JSON.parse(stdout));
    const max = (from: number, to: number): number =>
      Math.max(
        ...samples
          .filter(({ fraction }) => fraction >= from && fraction <= to)
          .map(({ megabytes }) => megabytes),
      );
    console.log(
      `first third ${max(0, 0.33).toFixed(0)} MB, last third ${max(0.67, 1).toFixed(0)} MB`,
    );
    expect(frames).toBe(1800);
    expect(max(0.67, 1)).toBeLessThan(max(0, 0.33) + 25);
    expect(max(0, 1)).toBeLessThan(400);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
