import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'environment.md'), 'utf8');

/** Sources of the product without tests, and the script that replaces Electron's executable. */
const sources = ['src', 'runtime', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.|(^|[/\\])test[/\\]/.test(name))
    .map((name) => [join(folder, name), readFileSync(join(root, folder, name), 'utf8')] as const),
);

/** Names that a program reads from the environment or passes on. */
function listRead(text: string): string[] {
  const read = text.matchAll(/(?<![-\w])env(?:\?\.|\.|(?:\?\.)?\[['"])([A-Za-z_]\w*)/g);
  // A name used more than once has a constant.
  const named = text.matchAll(/\w+Variable = '([A-Z_]+)'/g);
  const passed = /const passedOn[^[]*\[\] = \[([^\]]*)\]/.exec(text)?.[1] ?? '';
  const names = [...read, ...named].map(([, name = '']) => name);
  return [...names, ...(passed.match(/\w+/g) ?? [])];
}

/** First cells of the tables of a part of the page. */
function listDocumented(part: string): Set<string> {
  const names = part
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  return new Set(names.map(([, name = '']) => name));
}

const [ofPrograms = '', ofTests = ''] = page.split('\n## Tests alone\n');
const documented = listDocumented(ofPrograms);
const documentedOfTests = listDocumented(ofTests);

it('every variable of the environment that is read has its line in docs/environment.md', () => {
  const missing = sources.flatMap(([path, text]) =>
    listRead(text)
      .filter((name) => !documented.has(name))
      .map((name) => `${name} in ${path}`),
  );
  expect(missing).toEqual([]);
});

it('no variable has a name that is put together when it is read', () => {
  const computed = sources.flatMap(([path, text]) =>
    [...text.matchAll(/process\.env\[(?!['"])(\w*)/g)]
      .filter(([, name = '']) => !name.endsWith('Variable'))
      .map(([access]) => `${access} in ${path}`),
  );
  expect(computed).toEqual([]);
});

it('docs/environment.md names nothing that is not read', () => {
  const all = new Set(sources.flatMap(([, text]) => listRead(text)));
  expect([...documented].filter((name) => !all.has(name))).toEqual([]);
});

it('every variable that only tests read has its line among theirs, and no other', () => {
  // Variables that tests set themselves: a secret that must not be passed on, and the verbosity of an encoder.
  const set = new Set(['GUISE_SECRET', 'SVT_LOG']);
  const read = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'test', name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/process\.env\['(\w+)'\]/g)])
    .map(([, name = '']) => name)
    .filter((name) => !documented.has(name) && !set.has(name));
  expect([...documentedOfTests].toSorted()).toEqual([...new Set(read)].toSorted());
});
