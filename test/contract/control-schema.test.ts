import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { controlMethods, controlStateSchema } from '../../src/contract/control.ts';
import { createControlSchema } from '../../src/contract/control-schema.ts';

const docs = path.join(import.meta.dirname, '../../docs');

it('docs/control-api.schema.json matches the contract (UPDATE=1 writes it)', async () => {
  const file = path.join(docs, 'control-api.schema.json');
  const text = `${JSON.stringify(createControlSchema(), null, 2)}\n`;
  if (process.env['UPDATE'] === '1') {
    await writeFile(file, text);
  }
  expect((await readFile(file, 'utf8')) === text, 'It is stale.').toBe(true);
});

it('docs/control-api.md names every method and field of the state', async () => {
  const guide = await readFile(path.join(docs, 'control-api.md'), 'utf8');
  const names = [...Object.keys(controlMethods), ...Object.keys(controlStateSchema.shape)];
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
