import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('has the rules of every part in the first sheet', () => {
  const listed = readFileSync(join(import.meta.dirname, 'styles.ts'), 'utf8');
  const sheets = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.css'));
  const first = new Set(['base.css', 'tokens.css']);
  const missing = sheets.filter((name) => !first.has(name) && !listed.includes(`'./${name}'`));
  expect(missing).toEqual([]);
});
