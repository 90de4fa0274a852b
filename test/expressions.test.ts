import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkExpressions } from '../scripts/lib/expressions.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guise-expressions-'));
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'runtime'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Returns the verdict of the check on a source. */
async function judge(source: string): Promise<string> {
  writeFileSync(join(root, 'src', 'source.ts'), source);
  return checkExpressions(root).then(
    () => 'accepted',
    (error: unknown) => String(error),
  );
}

describe('the check of regular expressions', () => {
  it.each([
    [
      'one that starts at every line end',
      String.raw`export const a = /^[\s*#>-]*licen[cs]e:(.+)$/im;`,
    ],
    ['one that doubles with every sign', String.raw`export const a = /^(?:a+)+$/;`],
    ['one that is built', 'const some = "a+"; export const a = new RegExp(`^(?:${some})+$`);'],
    ['one that is built when it is called', 'export const a = (some: string) => new RegExp(some);'],
  ])(
    'refuses %s',
    async (_, source) => {
      expect(await judge(source)).toContain('source.ts');
    },
    60_000,
  );

  it('accepts quick ones, and slow ones with a reason', async () => {
    const quick = String.raw`export const a = /^[a-z]{1,9}:\s*(\d+)$/;`;
    expect(await judge(quick)).toBe('accepted');
    const slow = `// slow expression: of a word of ten letters.\nexport const a = /^(?:a+)+$/;`;
    expect(await judge(slow)).toBe('accepted');
  }, 60_000);
});
