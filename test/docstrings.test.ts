import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { resolveInProject, projectRoot } from '../scripts/lib/paths.mjs';

const documentedFolders = ['src', 'tools'];

it('every exported symbol has a sentence of its own', () => {
  const missing = documentedFolders.flatMap(listSources).flatMap((file) => {
    const names = findUndocumented(readFileSync(file, 'utf8'));
    return names.map((name) => `${relative(projectRoot, file)}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it('finds an export without a sentence, and only that', () => {
  const source = [
    '/** Says something. */',
    'export const a = 1;',
    '',
    'export const b = 2;',
    '/* not for readers */',
    'export type C = string;',
    '/**',
    ' * More lines.',
    ' */',
    'export async function d(): Promise<void>;',
    'export async function d(x?: number): Promise<void> {',
    '  const text = `',
    'export const inText = 1;`;',
    '}',
    '// /** fake */',
    'export interface E {}',
    '/** Says something. */',
    '// oxlint-disable-next-line max-params -- for a reason',
    'export function f() {}',
    "export { a as z } from './a.ts';",
  ].join('\n');
  expect(findUndocumented(source)).toEqual(['b', 'C', 'E']);
});

/**
 * Names of top-level exported declarations without a doc comment directly before them. Template texts are blanked
 * first; further overloads of a function need none.
 */
function findUndocumented(source: string): string[] {
  const lines = source.replaceAll(/`(?:\\.|[^`\\])*`/gs, '``').split('\n');
  const documented = new Set<string>();
  const missing: string[] = [];
  for (const [index, line] of lines.entries()) {
    const name =
      /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type) (\w+)/.exec(
        line,
      )?.[1];
    if (name === undefined || documented.has(name)) {
      continue;
    }
    const isSuppressed = lines[index - 1]?.startsWith('// oxlint-disable-next-line ') === true;
    if (endsDocComment(lines, index - (isSuppressed ? 2 : 1))) {
      documented.add(name);
    } else {
      missing.push(name);
    }
  }
  return missing;
}

function endsDocComment(lines: readonly string[], last: number): boolean {
  if (!lines[last]?.trimEnd().endsWith('*/') || /^\s*\/\//.test(lines[last])) {
    return false;
  }
  for (let index = last; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (line.includes('/*')) {
      return /^\s*\/\*\*[^/]/.test(`${line}\n`);
    }
  }
  return false;
}

function listSources(folder: string): string[] {
  return readdirSync(resolveInProject(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(resolveInProject(folder), name));
}
