import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { describeInstructions } from '../../src/engine/live/instructions/describe.ts';

it('docs/live-instructions.md matches the list (UPDATE=1 writes it)', async () => {
  const path = resolveInProject('docs', 'live-instructions.md');
  const text = describeInstructions();
  if (process.env['UPDATE'] === '1') {
    await writeFile(path, text);
  }
  expect((await readFile(path, 'utf8')) === text, 'docs/live-instructions.md is stale').toBe(true);
});
