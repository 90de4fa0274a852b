import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { documentRules } from '../../src/instructions/prompt/wishes/document-rules.ts';

it('docs/instructions.md matches the rules (UPDATE=1 writes it)', async () => {
  const path = resolveInProject('docs', 'instructions.md');
  const text = documentRules();
  if (process.env['UPDATE'] === '1') {
    await writeFile(path, text);
  }
  const isFresh = (await readFile(path, 'utf8')) === text;
  expect(isFresh, 'docs/instructions.md is stale').toBe(true);
});
